import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Long texts are few and reused; hashing one again for each of its 200 calls would cost more than sending it. */
const REMEMBERED = 512
const LONG = 4096

/** Texts stored once each under their SHA-256, sharded by its first two digits. */
export class BlobStore {
  readonly #folder: string
  readonly #written = new Set<string>()
  readonly #hashes = new Map<string, string>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Stores a text, unless it is there, and returns its SHA-256. */
  put(text: string): string {
    const hash = this.#hash(text)
    if (this.#written.has(hash)) return hash
    const path = blobPath(this.#folder, hash)
    if (!existsSync(path)) {
      mkdirSync(dirname(path), { recursive: true })
      const temporary = `${path}.${randomUUID()}`
      writeFileSync(temporary, text)
      renameSync(temporary, path)
    }
    this.#written.add(hash)
    return hash
  }

  #hash(text: string): string {
    const known = this.#hashes.get(text)
    if (known) return known
    const hash = createHash('sha256').update(text).digest('hex')
    if (text.length >= LONG && this.#hashes.size < REMEMBERED) this.#hashes.set(text, hash)
    return hash
  }
}

/** Where a blob is stored. */
export function blobPath(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), hash)
}
