import type { z } from 'zod'
import { parseLine } from './jsonl.ts'
import { parse } from './parse.ts'
import { byteLines, decodeUtf8 } from './utf8.ts'

/**
 * Reads JSON lines from a text or from the bytes of a file, validating each. Empty lines are passed over. What holds of bytes
 * and line ends is as for {@link readJsonl}.
 *
 * @param where the content comes from, for messages.
 * @throws HoldfastError naming line and field of the first line that does not fit.
 */
export function parseJsonl<Schema extends z.ZodType>(content: string | Uint8Array, schema: Schema, where: string): z.output<Schema>[] {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return [...byteLines(bytes)].flatMap((line, index) => {
    const at = `${where}, line ${index + 1}`
    const text = decodeUtf8(line, at)
    return text.trim() === '' ? [] : [parse(schema, parseLine(text, at), at)]
  })
}
