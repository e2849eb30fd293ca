import { LineAppender } from '../../core/base/files/lineAppender.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { redactedRecord } from '../../core/format/redactedRecord.ts'
import { type RunFolder, readItemRecords } from '../../core/format/runFolder.ts'

/** Writes items.jsonl as items end. */
export class ItemsFile {
  readonly #path: string
  readonly #lines: LineAppender
  readonly #unwritten: string[] = []
  readonly #writing: Promise<void>[] = []

  constructor({ items }: RunFolder) {
    this.#path = items
    // On a full disk records wait for the end. The room that is kept is for answers: records can be made again from them.
    this.#lines = new LineAppender(items)
  }

  /** Adds a record. */
  add(record: ItemRecord): void {
    const line = JSON.stringify(redactedRecord(record))
    this.#writing.push(this.#lines.append(line).catch(() => void this.#unwritten.push(line)))
  }

  /** Waits until all is written. What could not be is tried once more. @throws HoldfastError */
  async close(): Promise<void> {
    await Promise.all(this.#writing)
    for (const line of this.#unwritten.splice(0)) await this.#lines.append(line)
    this.#lines.close()
  }

  /** Takes the records that do not count out of the closed file. @throws HoldfastError */
  keep(counts: (record: ItemRecord) => boolean): void {
    const all = readItemRecords(this.#path)
    const kept = all.filter(counts)
    if (kept.length < all.length) writeWhole(this.#path, kept.map((record) => `${JSON.stringify(record)}\n`).join(''))
  }
}
