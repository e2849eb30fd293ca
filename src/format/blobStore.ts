import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Long texts are few and reused; reading and hashing one again for each of its 200 calls would cost more than sending it. */
const REMEMBERED = 512
const LONG = 4096

/** Texts stored once each under the SHA-256 of what is stored, sharded by its first two digits. */
export class BlobStore {
  readonly #folder: string
  readonly #clean: (text: string) => string
  readonly #written = new Set<string>()
  /** Of what is stored, by the text as it was given. */
  readonly #hashes = new Map<string, string>()

  /** @param clean takes out of a text what must not be stored. */
  constructor(folder: string, clean: (text: string) => string = (text) => text) {
    this.#folder = folder
    this.#clean = clean
  }

  /** Stores a text, unless it is there, and returns its SHA-256. */
  put(given: string): string {
    const known = this.#hashes.get(given)
    if (known) return known
    const text = this.#clean(given)
    const hash = createHash('sha256').update(text).digest('hex')
    if (!this.#written.has(hash)) this.#write(hash, text)
    if (given.length >= LONG && this.#hashes.size < REMEMBERED) this.#hashes.set(given, hash)
    return hash
  }

  #write(hash: string, text: string): void {
    const path = blobPath(this.#folder, hash)
    if (!existsSync(path)) {
      mkdirSync(dirname(path), { recursive: true })
      const temporary = `${path}.${randomUUID()}`
      writeFileSync(temporary, text)
      renameSync(temporary, path)
    }
    this.#written.add(hash)
  }
}

/** Where a blob is stored. */
export function blobPath(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), hash)
}
