import { LineAppender } from '../../core/base/files/lineAppender.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { redactedRecord } from '../../core/format/redactedRecord.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'

/** Writes items.jsonl as items end. */
export class ItemsFile {
  readonly #lines: LineAppender
  readonly #unwritten: string[] = []
  #writing: Promise<void> = Promise.resolve()

  constructor(folder: RunFolder) {
    // On a full disk records wait for the end. The room that is kept is for answers: records can be made again from them.
    this.#lines = new LineAppender(folder.items)
  }

  /** Adds a record. */
  add(record: ItemRecord): void {
    const line = JSON.stringify(redactedRecord(record))
    const appended = this.#lines.append(line).catch(() => {
      this.#unwritten.push(line)
    })
    this.#writing = Promise.all([this.#writing, appended]).then(() => undefined)
  }

  /** Waits until all is written. What could not be is tried once more. @throws HoldfastError */
  async close(): Promise<void> {
    await this.#writing
    for (const line of this.#unwritten.splice(0)) await this.#lines.append(line)
    this.#lines.close()
  }
}
