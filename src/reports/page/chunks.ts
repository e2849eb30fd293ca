import { createHash } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { excerpt } from '../../core/base/text/singleLine.ts'
import { scriptJson } from './markup.ts'
import type { LongText } from './shared/transcript.ts'

/** Characters of a chunk: what an item's opening has to load. */
const CHUNK_CHARS = 1_000_000
/** Texts longer than this get a file of their own, and what of them is shown before it is loaded. */
const LONG = 16_000
const ENDS = 400

/** See {@link chunkFolder}. */
export type ChunkFolder = ReturnType<typeof chunkFolder>

/**
 * The scripts beside a page: a page that is opened from disk can load scripts but cannot fetch, so each assigns its data to a global.
 * @param prefix of the scripts' names; earlier ones of that prefix are removed.
 */
export function chunkFolder(path: string, prefix: string) {
  makeOwnFolder(path)
  for (const name of readdirSync(path)) if (name.startsWith(prefix) && name.endsWith('.js')) rmSync(join(path, name))
  const written = new Set<string>()
  /** Writes a chunk, unless it is there, and gives its name on the page. */
  const write = (own: string, json: string): string => {
    const name = prefix + own
    if (!written.has(name)) writeWhole(join(path, `${name}.js`), `(globalThis.holdfastChunks??={})[${scriptJson(name)}]=${json}\n`)
    written.add(name)
    return name
  }
  return {
    /** A text itself, or where a long one is: it is written once, however many items share it. @param name what it is, for people. */
    stored(text: string, name: string): string | LongText {
      if (text.length <= LONG) return text
      const blob = write(`b-${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, scriptJson(text))
      return { blob, name, chars: text.length, head: excerpt(text, 0, ENDS), tail: excerpt(text, Math.max(0, text.length - ENDS)) }
    },
    /** Gathers values by row into chunks of about a megabyte each. @param name of the chunks, before their numbers. */
    rows(name: string) {
      let parts: string[] = []
      let [chars, count] = [0, 0]
      /** Writes what is gathered. */
      const flush = () => {
        if (parts.length === 0) return
        write(`${name}-${count}`, `{${parts.join(',\n')}}`)
        parts = []
        chars = 0
        count += 1
      }
      return {
        /** Adds a row's value and gives the name of the chunk it will be in. */
        add(row: number, value: unknown): string {
          const json = scriptJson(value)
          if (chars > 0 && chars + json.length > CHUNK_CHARS) flush()
          parts.push(`"${row}":${json}`)
          chars += json.length
          return `${prefix}${name}-${count}`
        },
        flush,
      }
    },
  }
}
