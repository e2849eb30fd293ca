import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { excerpt } from '../../core/base/text/shortened.ts'
import { scriptJson } from './markup.ts'
import type { LongText } from './shared/transcript.ts'

/** Characters of a chunk: what an item's opening has to load. */
const CHUNK_CHARS = 1_000_000
/** Texts longer than this get a file of their own, and what of them is shown before it is loaded. */
const LONG = 16_000
const ENDS = 400

/** The scripts beside a page: a page that is opened from disk can load scripts but cannot fetch, so each assigns its data to a global. */
export class ChunkFolder {
  readonly #path: string
  /** Of the scripts' names. */
  readonly prefix: string
  readonly #written = new Set<string>()

  /** @param prefix of the scripts' names; earlier ones of that prefix are removed. */
  constructor(path: string, prefix: string) {
    this.#path = path
    this.prefix = prefix
    makeOwnFolder(path)
    for (const name of readdirSync(path)) if (name.startsWith(prefix) && name.endsWith('.js')) rmSync(join(path, name))
  }

  /** Writes a chunk, unless it is there, and gives its name on the page. */
  write(own: string, json: string): string {
    const name = this.prefix + own
    if (this.#written.has(name)) return name
    this.#written.add(name)
    writeWhole(join(this.#path, `${name}.js`), `(globalThis.holdfastChunks??={})[${scriptJson(name)}]=${json}\n`)
    return name
  }

  /** A text itself, or where a long one is: it is written once, however many items share it. @param name what it is, for people. */
  stored(text: string, name: string): string | LongText {
    if (text.length <= LONG) return text
    const blob = this.write(`b-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, scriptJson(text))
    return { blob, name, chars: text.length, head: excerpt(text, 0, ENDS), tail: excerpt(text, Math.max(0, text.length - ENDS)) }
  }
}

/** Gathers values by row into chunks of about a megabyte each. */
export class ChunkedRows {
  readonly #folder: ChunkFolder
  readonly #name: string
  #parts: string[] = []
  #chars = 0
  #count = 0

  /** @param name of the chunks, before their numbers. */
  constructor(folder: ChunkFolder, name: string) {
    this.#folder = folder
    this.#name = name
  }

  /** Adds a row's value and gives the name of the chunk it will be in. */
  add(row: number, value: unknown): string {
    const json = scriptJson(value)
    if (this.#chars > 0 && this.#chars + json.length > CHUNK_CHARS) this.flush()
    this.#parts.push(`"${row}":${json}`)
    this.#chars += json.length
    return this.#folder.prefix + this.#next
  }

  /** Writes what is gathered. */
  flush(): void {
    if (this.#parts.length === 0) return
    this.#folder.write(this.#next, `{${this.#parts.join(',\n')}}`)
    this.#parts = []
    this.#chars = 0
    this.#count += 1
  }

  get #next(): string {
    return `${this.#name}-${this.#count}`
  }
}
