import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import * as zlib from 'node:zlib'
import { dataError, type HoldfastError, LARGEST_TEXT, messageOf, shellWord } from '../../../kit.ts'

/** Names of a million samples take less. */
const MAX_DIRECTORY_BYTES = 256 * 2 ** 20

// Signatures and sizes of APPNOTE.TXT, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.14 to 4.3.16 (its end, and Zip64's).
const LOCAL = { signature: 0x04034b50, bytes: 30 }
const ENTRY = { signature: 0x02014b50, bytes: 46 }
const END = { signature: 0x06054b50, bytes: 22 }
const END_64 = { signature: 0x06064b50, bytes: 56 }
const LOCATOR_64 = { signature: 0x07064b50, bytes: 20 }
const MAX_COMMENT_BYTES = 0xffff
/** Stands for a number that is in the Zip64 field. */
const IN_64 = 0xffffffff
const IN_64_COUNT = 0xffff

const STORED = 0
const DEFLATE = 8
const ZSTD = 93

/** A file within a zip. */
export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  /** In bytes, as it is in the file and as it is read. */
  readonly compressed: number
  readonly size: number
  /** Where its local header begins. */
  readonly offset: number
}

/**
 * Reads files out of a zip, one at a time. It reads the directory at the end of the zip and, of what is stored, only the entry that
 * is asked for. Entries are stored, deflated, or compressed by zstd where Node has it (22.15).
 *
 * No package does it here: those without native code do not read zstd, and what is left is this much.
 */
export class ZipFile {
  /** The files in it, in their order. Of two with one name the later one counts, as for Python's zipfile. */
  readonly entries: ReadonlyMap<string, ZipEntry>
  readonly #path: string
  readonly #file: number
  readonly #size: number

  /** @throws HoldfastError for a file that is no zip, or one that was cut off. */
  constructor(path: string) {
    this.#path = path
    try {
      this.#file = openSync(path, 'r')
    } catch (error) {
      throw this.#fault(`${messageOf(error)}. Name a file that can be read.`)
    }
    try {
      this.#size = fstatSync(this.#file).size
      this.entries = this.#directory()
    } catch (error) {
      this.close()
      throw error
    }
  }

  close(): void {
    closeSync(this.#file)
  }

  /**
   * The content of an entry.
   *
   * @throws HoldfastError for one that is damaged, too large, or compressed in a way that is not known here.
   */
  read(entry: ZipEntry): Buffer {
    const { name, compressed, size, crc } = entry
    const fault = (reason: string) => this.#fault(reason, name)
    if (size > LARGEST_TEXT || compressed > LARGEST_TEXT)
      throw fault(`it has ${Math.max(size, compressed)} bytes, over ${LARGEST_TEXT}. Leave the sample out, or log less of it.`)
    const local = this.#bytes(entry.offset, LOCAL.bytes)
    if (local.readUInt32LE(0) !== LOCAL.signature) throw fault(`it is not where the directory says. ${COPY_AGAIN}`)
    const at = entry.offset + LOCAL.bytes + local.readUInt16LE(26) + local.readUInt16LE(28)
    const content = this.#decompressed(this.#bytes(at, compressed), entry)
    if (content.length !== size || zlib.crc32(content) !== crc) throw fault(`it is damaged: its checksum differs. ${COPY_AGAIN}`)
    return content
  }

  #decompressed(stored: Buffer, { name, method, size }: ZipEntry): Buffer {
    const limit = { maxOutputLength: Math.max(1, size) }
    try {
      if (method === STORED) return stored
      if (method === DEFLATE) return zlib.inflateRawSync(stored, limit)
      if (method === ZSTD && zstdDecompress) return zstdDecompress(stored, limit)
    } catch (error) {
      throw this.#fault(`it is damaged: ${messageOf(error)}. ${COPY_AGAIN}`, name)
    }
    const [why, remedy] =
      method === ZSTD
        ? [`zstd, which Node ${process.versions.node} cannot read`, 'Use Node 22.15 or newer, or write']
        : [`method ${method}, which is not known here`, 'Write']
    throw this.#fault(
      `it is compressed by ${why}. ${remedy} the log as JSON: inspect log convert ${shellWord(this.#path)} --to json --output-dir converted`,
      name,
    )
  }

  #directory(): Map<string, ZipEntry> {
    const { offset: start, bytes, count } = this.#directoryPlace()
    // Each has bytes of its own: entries that share them are read as often as they are named.
    let left = this.#size - bytes
    if (bytes > MAX_DIRECTORY_BYTES) throw this.#fault(`its directory has ${bytes} bytes, over ${MAX_DIRECTORY_BYTES}. Divide the log.`)
    const directory = this.#bytes(start, bytes)
    const entries = new Map<string, ZipEntry>()
    let at = 0
    for (let number = 0; number < count; number += 1) {
      if (at + ENTRY.bytes > bytes || directory.readUInt32LE(at) !== ENTRY.signature) throw this.#cutOff()
      const number16 = (place: number) => directory.readUInt16LE(at + place)
      const number32 = (place: number) => directory.readUInt32LE(at + place)
      const [nameBytes, extraBytes, commentBytes] = [number16(28), number16(30), number16(32)]
      const end = at + ENTRY.bytes + nameBytes + extraBytes + commentBytes
      if (end > bytes) throw this.#cutOff()
      const nameAt = at + ENTRY.bytes
      const name = directory.toString('utf8', nameAt, nameAt + nameBytes)
      const extra = directory.subarray(nameAt + nameBytes, nameAt + nameBytes + extraBytes)
      const [size, compressed, offset] = this.#places64([number32(24), number32(20), number32(42)], extra)
      left -= LOCAL.bytes + compressed
      if (left < 0) throw this.#fault(`its entries have more bytes than the file. ${COPY_AGAIN}`)
      entries.set(name, { name, method: number16(10), crc: number32(16), compressed, size, offset })
      at = end
    }
    return entries
  }

  /** Where the directory lies, from the record at the end of the file. */
  #directoryPlace(): { readonly offset: number; readonly bytes: number; readonly count: number } {
    const tailBytes = Math.min(this.#size, END.bytes + MAX_COMMENT_BYTES)
    const tailAt = this.#size - tailBytes
    const tail = this.#bytes(tailAt, tailBytes)
    const at = endRecord(tail)
    if (at < 0) throw this.#cutOff()
    const [count, bytes, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
    if (count !== IN_64_COUNT && bytes !== IN_64 && offset !== IN_64) return { offset, bytes, count }
    const locatorAt = tailAt + at - LOCATOR_64.bytes
    if (locatorAt < 0) throw this.#cutOff()
    const locator = this.#bytes(locatorAt, LOCATOR_64.bytes)
    if (locator.readUInt32LE(0) !== LOCATOR_64.signature) return { offset, bytes, count }
    const end = this.#bytes(this.#number(locator, 8), END_64.bytes)
    if (end.readUInt32LE(0) !== END_64.signature) throw this.#cutOff()
    return { count: this.#number(end, 32), bytes: this.#number(end, 40), offset: this.#number(end, 48) }
  }

  /** Size, compressed size and place of an entry; those that do not fit in 32 bits are in its Zip64 field, in this order. */
  #places64(numbers: readonly [number, number, number], extra: Buffer): [number, number, number] {
    if (!numbers.includes(IN_64)) return [...numbers]
    for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
      if (extra.readUInt16LE(at) !== 1) continue
      let place = at + 4
      return numbers.map((number) => {
        if (number !== IN_64) return number
        if (place + 8 > extra.length) throw this.#cutOff()
        place += 8
        return this.#number(extra, place - 8)
      }) as [number, number, number]
    }
    return [...numbers]
  }

  #number(bytes: Buffer, at: number): number {
    const number = bytes.readBigUInt64LE(at)
    if (number > BigInt(this.#size) && number > BigInt(Number.MAX_SAFE_INTEGER)) throw this.#cutOff()
    return Number(number)
  }

  #bytes(at: number, count: number): Buffer {
    if (at + count > this.#size) throw this.#cutOff()
    const bytes = Buffer.alloc(count)
    let read = 0
    while (read < count) {
      const more = readSync(this.#file, bytes, read, count - read, at + read)
      if (more === 0) throw this.#cutOff()
      read += more
    }
    return bytes
  }

  #cutOff(): HoldfastError {
    return this.#fault(`it is no zip file, or one that was cut off. ${COPY_AGAIN}`)
  }

  #fault(reason: string, entry?: string): HoldfastError {
    return dataError(`Failed to read ${this.#path}${entry === undefined ? '' : `, ${entry}`}: ${reason}`)
  }
}

/** Where the record at the end begins, -1 where there is none: a comment may hold its signature too, but not end where the file does. */
function endRecord(tail: Buffer): number {
  for (let at = tail.length - END.bytes; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === END.signature && at + END.bytes + tail.readUInt16LE(at + 20) === tail.length) return at
  return -1
}

const COPY_AGAIN = 'Copy the log again from where it was written.'

/** Node's, from 22.15 on; the types of Node 20 do not know it. */
const zstdDecompress = (zlib as { zstdDecompressSync?: (stored: Buffer, limit: { maxOutputLength: number }) => Buffer }).zstdDecompressSync
