import { createHash } from 'node:crypto'
import type { ChunkFolder } from './chunks.ts'
import { scriptJson } from './markup.ts'
import type { LongText } from './shared/transcript.ts'

/** Texts longer than this get a file of their own, and what of them is shown before it is loaded. */
const LONG = 16_000
const ENDS = 400

/** Texts of a page: a long one (a context, which many items share) is written once, beside the page. */
export class LongTexts {
  readonly #folder: ChunkFolder
  readonly #prefix: string

  /** @param prefix of the scripts' names. */
  constructor(folder: ChunkFolder, prefix: string) {
    this.#folder = folder
    this.#prefix = prefix
  }

  /** The text itself, or where a long one is. @param name what it is, for people. */
  stored(text: string, name: string): string | LongText {
    if (text.length <= LONG) return text
    const blob = `${this.#prefix}b-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
    this.#folder.write(blob, scriptJson(text))
    return { blob, name, chars: text.length, head: text.slice(0, ENDS), tail: text.slice(-ENDS) }
  }
}
