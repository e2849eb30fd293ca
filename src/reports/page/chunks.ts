import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { scriptJson } from './markup.ts'

/** Characters of a chunk: what an item's opening has to load. */
const CHUNK_CHARS = 1_000_000

/**
 * The scripts beside a page: a page that is opened from disk can load scripts but cannot fetch, so each assigns its data
 * to a global.
 */
export class ChunkFolder {
  readonly #path: string
  readonly #written = new Set<string>()
  /** Characters written. */
  size = 0

  /** @param prefix of the scripts' names; earlier ones of that prefix are removed. */
  constructor(path: string, prefix: string) {
    this.#path = path
    makeOwnFolder(path)
    for (const name of readdirSync(path)) if (name.startsWith(prefix) && name.endsWith('.js')) rmSync(join(path, name))
  }

  /** Writes a chunk, unless one of that name is there. */
  write(name: string, json: string): void {
    if (this.#written.has(name)) return
    this.#written.add(name)
    const text = `(globalThis.holdfastChunks??={})[${scriptJson(name)}]=${json}\n`
    this.size += text.length
    writeWhole(join(this.#path, `${name}.js`), text)
  }
}

/** Gathers values by row into chunks of about a megabyte each. */
export class ChunkedRows {
  readonly #folder: ChunkFolder
  readonly #prefix: string
  #parts: string[] = []
  #chars = 0
  #count = 0

  constructor(folder: ChunkFolder, prefix: string) {
    this.#folder = folder
    this.#prefix = prefix
  }

  /** Adds a row's value and gives the number of the chunk it will be in. */
  add(row: number, value: unknown): number {
    const json = scriptJson(value)
    if (this.#chars > 0 && this.#chars + json.length > CHUNK_CHARS) this.flush()
    this.#parts.push(`"${row}":${json}`)
    this.#chars += json.length
    return this.#count
  }

  /** Writes what is gathered. */
  flush(): void {
    if (this.#parts.length === 0) return
    this.#folder.write(`${this.#prefix}${this.#count}`, `{${this.#parts.join(',\n')}}`)
    this.#parts = []
    this.#chars = 0
    this.#count += 1
  }

  /** Chunks written. */
  get count(): number {
    return this.#count
  }
}
