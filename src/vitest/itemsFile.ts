import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ItemRecord } from '../format/records.ts'
import { redactedRecord } from '../format/redactedRecord.ts'

/** Writes items.jsonl as items end, some at a time. */
export class ItemsFile {
  readonly #path: string
  #pending: string[] = []

  constructor(path: string) {
    this.#path = path
  }

  /** Adds a record; written with the next {@link flush}, or by itself once some have gathered. */
  add(record: ItemRecord): void {
    this.#pending.push(JSON.stringify(redactedRecord(record)))
    if (this.#pending.length >= 64) this.flush()
  }

  /** Writes what is pending. */
  flush(): void {
    if (this.#pending.length === 0) return
    mkdirSync(dirname(this.#path), { recursive: true })
    appendFileSync(this.#path, `${this.#pending.join('\n')}\n`)
    this.#pending = []
  }
}
