import type { z } from 'zod'
import { parseLine } from './jsonl.ts'
import { parse } from './parse.ts'

/**
 * Reads JSON lines from a text, validating each. Empty lines are passed over.
 *
 * @param where the text comes from, for messages.
 * @throws HoldfastError naming line and field of the first line that does not fit.
 */
export function parseJsonl<Schema extends z.ZodType>(text: string, schema: Schema, where: string): z.output<Schema>[] {
  return text.split('\n').flatMap((line, index) => {
    const at = `${where}, line ${index + 1}`
    return line.trim() === '' ? [] : [parse(schema, parseLine(line, at), at)]
  })
}
