import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { HoldfastError, messageOf } from '../errors.ts'
import type { Url } from '../platformTypes.ts'
import { parse } from './parse.ts'

/**
 * Reads a JSONL file (`.gz` too) line by line, validating each; empty lines are passed over. The file is streamed, so
 * its size does not matter.
 *
 * @param file a path, from the working directory, or a URL: `new URL('./items.jsonl', import.meta.url)` is beside the module.
 * @throws HoldfastError naming file, line and field of the first line that does not fit.
 */
export async function* readJsonl<Schema extends z.ZodType>(file: string | Url, schema: Schema): AsyncGenerator<z.output<Schema>> {
  const path = typeof file === 'string' ? file : fileURLToPath(file)
  let number = 0
  for await (const line of readLines(path)) {
    number += 1
    if (line.trim() === '') continue
    const where = `${path}, line ${number}`
    yield parse(schema, parseLine(line, where), where)
  }
}

/**
 * A line of JSON.
 *
 * @throws HoldfastError naming where it stands.
 */
export function parseLine(line: string, where: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new HoldfastError('DATA', `Failed to read ${where}: not JSON (${messageOf(error)}). Mend or remove the line.`)
  }
}

/**
 * The lines of a text file (`.gz` too), streamed.
 *
 * @throws HoldfastError when the file cannot be read.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const input: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  // pipe() does not pass errors on; a missing file would otherwise hang the unzipping.
  file.on('error', (error) => input.destroy(error))
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (error instanceof HoldfastError) throw error
    throw new HoldfastError('DATA', `Failed to read ${path}: ${messageOf(error)}. Give a readable JSONL file.`)
  }
}
