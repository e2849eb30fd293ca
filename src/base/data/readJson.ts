import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { HoldfastError, messageOf } from '../errors.ts'
import { parse } from './parse.ts'

/**
 * Reads and validates a JSON file.
 *
 * @throws HoldfastError naming the file, and the field where one is wrong.
 */
export function readJson<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new HoldfastError('DATA', `Failed to read ${path}: ${messageOf(error)}. Give a readable JSON file.`)
  }
  return parse(schema, value, path)
}
