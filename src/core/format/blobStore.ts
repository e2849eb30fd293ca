import { createHash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LARGEST_TEXT } from '../base/data/utf8.ts'
import { makeOwnFolder } from '../base/files/makeFolder.ts'
import { writeWhole } from '../base/files/writeWhole.ts'
import type { CallRecord } from './records.ts'

/** Long texts are few and reused; reading and hashing one again for each of its 200 calls would cost more than sending it. */
const REMEMBERED = 512
const LONG = 4096

/** Texts stored once each under the SHA-256 of what is stored, sharded by its first two digits. */
export class BlobStore {
  readonly #folder: string
  readonly #clean: (text: string) => string
  /** Of what is stored, by the text as it was given. */
  readonly #hashes = new Map<string, string>()

  /** @param clean takes out of a text what must not be stored. */
  constructor(folder: string, clean: (text: string) => string = (text) => text) {
    this.#folder = folder
    this.#clean = clean
  }

  put(given: string): string {
    const known = this.#hashes.get(given)
    if (known) return known
    const text = this.#clean(given)
    const hash = createHash('sha256').update(text).digest('hex')
    const path = blobPath(this.#folder, hash)
    if (!existsSync(path)) {
      makeOwnFolder(this.#folder)
      makeOwnFolder(dirname(path))
      writeWhole(path, text)
    }
    if (given.length >= LONG && this.#hashes.size < REMEMBERED) this.#hashes.set(given, hash)
    return hash
  }
}

/** A stored text; undefined where there is none of this content in the folder itself, which may be another's. */
export function readBlob(folder: string, hash: string): string | undefined {
  if (!/^[0-9a-f]{64}$/.test(hash)) return undefined
  const path = blobPath(folder, hash)
  if (!lstatSync(dirname(path), { throwIfNoEntry: false })?.isDirectory()) return undefined
  const facts = lstatSync(path, { throwIfNoEntry: false })
  if (!facts?.isFile() || facts.size > LARGEST_TEXT) return undefined
  const text = readFileSync(path, 'utf8')
  return createHash('sha256').update(text).digest('hex') === hash ? text : undefined
}

/** What is shown in the place of a text that is not there, or is not the one that its name says. */
export function missingBlob(name: string, chars: number): string {
  return `(missing or damaged: the ${chars} characters of ${name})`
}

/** Where a blob is stored. */
export function blobPath(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), hash)
}

/** A call with its messages in it, also those that are stored apart. A text that is missing or damaged is said to be so. */
export function withMessages(call: CallRecord, blobs: string): CallRecord {
  const { messagesRef } = call
  if (!messagesRef) return call
  const messages = messagesRef.map(({ role, segments }) => ({
    role,
    content: segments.map(({ sha256, name, chars }) => readBlob(blobs, sha256) ?? missingBlob(name, chars)).join(''),
  }))
  return { ...call, messages }
}
