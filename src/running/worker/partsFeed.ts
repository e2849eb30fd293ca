import { appendFileSync, closeSync, existsSync, fstatSync, openSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import type { Shard } from '../../core/config/schedulerShard.ts'
import { type ItemRecord, itemRecord } from '../../core/format/records.ts'

/** What parts of a job tell each other of their items. */
export interface PartsFeedOptions {
  /** Folder that all parts share: one job's own. */
  readonly shared: string
  readonly suite: string
  readonly shard: Shard
  /** Whether this part goes on from before: what it told then stands. */
  readonly isResumed: boolean
}

/**
 * The records of all parts of a job, as far as they tell a decision: each part writes a file of its own, `early/<suite>.<part>.jsonl`
 * in the shared folder, and reads what is new in those of the others. What is wrong in them can end a run too soon but decides nothing:
 * the merge of the parts looks at their own records.
 */
export class PartsFeed {
  readonly #own: string
  readonly #others: { readonly path: string; read: number }[]

  /** @throws HoldfastError where the shared folder cannot be written. */
  constructor({ shared, suite, shard: { index, count }, isResumed }: PartsFeedOptions) {
    const folder = join(shared, 'early')
    makeOwnFolder(shared)
    makeOwnFolder(folder)
    const pathOf = (part: number) => join(folder, `${encodeURIComponent(suite)}.${part}-of-${count}.jsonl`)
    this.#own = pathOf(index)
    if (!isResumed || !existsSync(this.#own)) writeFileSync(this.#own, '')
    this.#others = Array.from({ length: count }, (_, at) => at + 1)
      .filter((part) => part !== index)
      .map((part) => ({ path: pathOf(part), read: 0 }))
  }

  /** Tells the others of an item that ended: its figures, and no text of a model. What cannot be told costs no more than time. */
  add({ reason: _reason, error: _error, ...record }: ItemRecord): void {
    try {
      appendFileSync(this.#own, `${JSON.stringify(record)}\n`)
    } catch {
      // The item itself is recorded in the part's own folder.
    }
  }

  /** What the others told since the last time. */
  news(): ItemRecord[] {
    return this.#others.flatMap((other) => {
      const { text, bytes } = newLines(other.path, other.read)
      other.read = bytes
      return text.split('\n').flatMap((line) => (line === '' ? [] : recordOf(line)))
    })
  }
}

/** Whole lines of a file from a byte on, and the byte after them; from its start where it has become shorter. */
function newLines(path: string, from: number): { readonly text: string; readonly bytes: number } {
  if (!existsSync(path)) return { text: '', bytes: 0 }
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const start = size < from ? 0 : from
    if (size === start) return { text: '', bytes: start }
    const buffer = Buffer.alloc(size - start)
    const length = readSync(file, buffer, 0, buffer.length, start)
    // The last line may be half written.
    const end = buffer.subarray(0, length).lastIndexOf('\n') + 1
    return { text: buffer.subarray(0, end).toString('utf8'), bytes: start + end }
  } finally {
    closeSync(file)
  }
}

/** What is no record, of another version for instance, tells nothing. */
function recordOf(line: string): ItemRecord[] {
  try {
    const { data } = itemRecord.safeParse(JSON.parse(line))
    return data ? [data] : []
  } catch {
    return []
  }
}
