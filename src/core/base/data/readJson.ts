import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { dataError, HoldfastError, messageOf } from '../errors.ts'
import { parse } from './parse.ts'
import { parseJson } from './parseJson.ts'
import { byteLines, decodeUtf8 } from './utf8.ts'

/** Reads and validates a JSON file in UTF-8, with a byte order mark or not. Throws HoldfastError naming the file and a wrong field. */
export function readJson<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  let value: unknown
  try {
    value = parseJson(textOf(path))
  } catch (error) {
    if (error instanceof HoldfastError) throw error
    throw dataError(`Failed to read ${path}: ${messageOf(error)}. Give a readable JSON file.`)
  }
  return parse(schema, value, path)
}

function textOf(path: string): string {
  const bytes = readFileSync(path)
  if (isUtf8(bytes)) return decodeUtf8(bytes, path)
  const broken = [...byteLines(bytes)].findIndex((line) => !isUtf8(line))
  return decodeUtf8(bytes, `${path}, line ${broken + 1}`)
}
