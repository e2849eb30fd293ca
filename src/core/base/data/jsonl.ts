import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { createGunzip } from 'node:zlib'
import type { z } from 'zod'
import { dataError, HoldfastError, messageOf } from '../errors.ts'
import type { Url } from '../platformTypes.ts'
import { parse } from './parse.ts'
import { parseJson } from './parseJson.ts'
import { byteLines, decodeUtf8, LARGEST_TEXT, tooLong, withoutReturn } from './utf8.ts'

/**
 * Reads a JSONL file (`.gz` too) line by line, validating each; empty lines are passed over. The file is streamed, so its size does not
 * matter. It is UTF-8; a byte order mark is passed over, and lines may end as on Windows.
 * @param file a path, from the working directory, or a URL: `new URL('./items.jsonl', import.meta.url)` is beside the module.
 * @throws HoldfastError naming file, line and field of the first line that does not fit, or the file where it is empty, unless `mayBeEmpty`.
 */
export async function* readJsonl<Schema extends z.ZodType>(
  file: string | Url,
  schema: Schema,
  { mayBeEmpty = false } = {},
): AsyncGenerator<z.output<Schema>> {
  const path = typeof file === 'string' ? file : fileURLToPath(file)
  let number = 0
  let isEmpty = true
  for await (const line of readLines(path)) {
    number += 1
    if (line.trim() === '') continue
    isEmpty = false
    const where = `${path}, line ${number}`
    yield parse(schema, parseLine(line, where), where)
  }
  if (isEmpty && !mayBeEmpty) throw emptyFile(path)
}

/** The error for a file without a line where there must be some. */
export function emptyFile(path: string): HoldfastError {
  return dataError(`Failed to read ${path}: it is empty. Give a file with a line of JSON for each entry.`)
}

/** A line of JSON. Throws HoldfastError naming where it stands. */
export function parseLine(line: string, where: string, advice = 'Mend or remove the line.'): unknown {
  try {
    return parseJson(line)
  } catch (error) {
    throw dataError(`Failed to read ${where}: not JSON (${messageOf(error)}). ${advice}`)
  }
}

/** The lines of a UTF-8 file (`.gz` too), streamed, without byte order marks and line ends. Throws HoldfastError if it cannot be read. */
export async function* readLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path)
  const input: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  // pipe() does not pass errors on; a missing file would otherwise hang the unzipping.
  file.on('error', (error) => input.destroy(error))
  try {
    let number = 0
    for await (const line of streamedLines(input, () => `${path}, line ${number + 1}`)) {
      number += 1
      yield decodeUtf8(line, `${path}, line ${number}`)
    }
  } catch (error) {
    if (error instanceof HoldfastError) throw error
    throw dataError(`Failed to read ${path}: ${messageOf(error)}. Give a readable JSONL file.`)
  }
}

async function* streamedLines(input: Readable, where: () => string): AsyncGenerator<Uint8Array> {
  // Beginning of a line that goes on in the next chunk.
  let begun: Buffer[] = []
  let length = 0
  for await (const chunk of input as AsyncIterable<Buffer>) {
    let from = 0
    for (let at = chunk.indexOf('\n'); at !== -1; at = chunk.indexOf('\n', from)) {
      const end = chunk.subarray(from, at)
      yield withoutReturn(begun.length === 0 ? end : Buffer.concat([...begun, end]))
      begun = []
      length = 0
      from = at + 1
    }
    if (from === chunk.length) continue
    begun.push(chunk.subarray(from))
    length += chunk.length - from
    // A small file may unpack to a line that no memory holds.
    if (length > LARGEST_TEXT) throw tooLong(where())
  }
  if (begun.length > 0) yield withoutReturn(Buffer.concat(begun))
}

/**
 * Reads JSON lines from a text or from the bytes of a file, validating each. Empty lines are passed over. What holds of bytes and line ends
 * is as for {@link readJsonl}.
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
