import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { dataError, type HoldfastError, messageOf } from '../errors.ts'

/** Most bytes of one text, 256 MiB: JavaScript has no string of twice that length, and no file of a run has such a line. */
export const LARGEST_TEXT = 256 * 2 ** 20

/** What some programs write before a text. */
const MARK = '\uFEFF'

/**
 * The text of bytes, without a byte order mark before it.
 *
 * @param where for instance `items.jsonl, line 3`.
 * @throws HoldfastError for what is longer than {@link LARGEST_TEXT}, and for bytes that are not UTF-8: read all the same, a text would be scored for signs that nobody wrote.
 */
export function decodeUtf8(bytes: Uint8Array, where: string): string {
  if (bytes.length > LARGEST_TEXT) throw tooLong(where)
  if (!isUtf8(bytes)) throw dataError(`Failed to read ${where}: it is not UTF-8. Save the file as UTF-8.`)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  return text.startsWith(MARK) ? text.slice(MARK.length) : text
}

/** The error for a line or file that is longer than any text may be. */
export function tooLong(where: string): HoldfastError {
  return dataError(`Failed to read ${where}: it is longer than ${LARGEST_TEXT / 2 ** 20} MB. Give a file of shorter lines.`)
}

/** The lines of a text as bytes, without their ends, which are LF or CR LF. What follows the last end is a line where it is something. */
export function* byteLines(bytes: Uint8Array): Generator<Uint8Array> {
  let from = 0
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
    yield withoutReturn(bytes.subarray(from, at))
    from = at + 1
  }
  if (from < bytes.length) yield withoutReturn(bytes.subarray(from))
}

const LF = 10
const CR = 13

/** A line without the return of a Windows line end. */
export function withoutReturn(line: Uint8Array): Uint8Array {
  return line.at(-1) === CR ? line.subarray(0, -1) : line
}

/** The bytes of a file. Throws HoldfastError with this advice for one that cannot be read. */
export function readBytes(path: string, advice: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw dataError(`Failed to read ${path}: ${messageOf(error)}. ${advice}`)
  }
}
