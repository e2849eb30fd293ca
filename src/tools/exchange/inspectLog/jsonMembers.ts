import { closeSync, openSync, readSync } from 'node:fs'
import { decodeUtf8, HoldfastError, LARGEST_TEXT, messageOf } from '../../../kit.ts'

const CHUNK_BYTES = 1024 * 1024
/** A name that is longer is none that is looked for. */
const NAME_BYTES = 64

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const OPENING = new Set([0x7b, 0x5b])
const CLOSING = new Set([0x7d, 0x5d])
const SPACES = new Set([0x20, 0x0a, 0x0d, 0x09])
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]

/** A piece of a JSON document: a member of its object as `{"name": value}`, or an entry of the list that is read one by one. */
export interface JsonPiece {
  readonly text: string
  /** Place in the list, from 0; undefined for a member. */
  readonly index: number | undefined
}

/**
 * Reads a JSON file whose top level is an object, piece by piece: one of its lists may be larger than a text can be. What stands in
 * a piece is not looked at.
 *
 * @param list name of the list that is read entry by entry.
 * @param chunkBytes bytes that are read at once.
 * @throws HoldfastError for a file that cannot be read, is no object, ends early, or has a piece over {@link LARGEST_TEXT}.
 */
export function* jsonMembers(path: string, list: string, chunkBytes: number = CHUNK_BYTES): Generator<JsonPiece> {
  const splitter = new Splitter(path, list)
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw new HoldfastError('DATA', `Failed to read ${path}: ${messageOf(error)}. Name a file that can be read.`)
  }
  try {
    const chunk = Buffer.alloc(chunkBytes)
    for (;;) {
      const count = readSync(file, chunk, 0, chunkBytes, null)
      if (count === 0) break
      yield* splitter.split(chunk.subarray(0, count))
    }
    splitter.end()
  } finally {
    closeSync(file)
  }
}

class Splitter {
  readonly #path: string
  readonly #list: string
  #depth = 0
  /** Nesting at which commas divide pieces: 1 between members, 2 within the list. */
  #level = 1
  #inString = false
  #isEscaped = false
  #hasBegun = false
  #parts: Buffer[] = []
  #bytes = 0
  #index = 0

  constructor(path: string, list: string) {
    this.#path = path
    this.#list = list
  }

  *split(chunk: Buffer): Generator<JsonPiece> {
    let start = 0
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] as number
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#inString = false
      } else if (this.#depth === 0) {
        this.#outside(byte)
        start = at + 1
      } else if (byte === QUOTE) this.#inString = true
      else if (byte === COMMA && this.#depth === this.#level) {
        yield* this.#piece(chunk.subarray(start, at))
        start = at + 1
      } else if (OPENING.has(byte)) {
        if (this.#depth === 1 && this.#isList(chunk.subarray(start, at), byte)) {
          this.#parts = []
          this.#bytes = 0
          start = at + 1
          this.#level = 2
        }
        this.#depth += 1
      } else if (CLOSING.has(byte)) {
        this.#depth -= 1
        if (this.#depth < this.#level) {
          yield* this.#piece(chunk.subarray(start, at))
          start = at + 1
          this.#level = 1
        }
      }
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(start))
  }

  /** @throws HoldfastError where the object is not closed. */
  end(): void {
    if (!this.#hasBegun || this.#depth > 0) throw this.#fault('it ends before its JSON does. Copy the log again from where it was written.')
  }

  #outside(byte: number): void {
    if (SPACES.has(byte) || (!this.#hasBegun && BYTE_ORDER_MARK.includes(byte))) return
    if (this.#hasBegun || byte !== 0x7b) throw this.#fault('it is no JSON object. Name a log that Inspect wrote.')
    this.#depth = 1
    this.#hasBegun = true
  }

  #isList(before: Buffer, byte: number): boolean {
    if (byte !== 0x5b || this.#bytes + before.length > NAME_BYTES) return false
    return /^\s*"([^"]*)"\s*:\s*$/.exec(Buffer.concat([...this.#parts, before]).toString('utf8'))?.[1] === this.#list
  }

  *#piece(last: Buffer): Generator<JsonPiece> {
    this.#keep(last)
    const where = this.#level === 2 ? `, ${this.#list}.${this.#index}` : ''
    const text = decodeUtf8(Buffer.concat(this.#parts), `${this.#path}${where}`).trim()
    this.#parts = []
    this.#bytes = 0
    if (text === '') return
    if (this.#level === 1) yield { text: `{${text}}`, index: undefined }
    else {
      yield { text, index: this.#index }
      this.#index += 1
    }
  }

  /** A copy, for the chunk is read into again. */
  #keep(part: Buffer): void {
    if (part.length === 0) return
    this.#bytes += part.length
    if (this.#bytes > LARGEST_TEXT) {
      const what = this.#level === 2 ? `${this.#list}.${this.#index}` : 'a field'
      throw this.#fault(`${what} has over ${LARGEST_TEXT} bytes. Leave the sample out, or log less of it.`)
    }
    this.#parts.push(Buffer.from(part))
  }

  #fault(reason: string): HoldfastError {
    return new HoldfastError('DATA', `Failed to read ${this.#path}: ${reason}`)
  }
}
