import { CallIndex } from '../../core/format/callIndex.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { SuiteView } from '../suiteView.ts'
import { ChunkedRows, type ChunkFolder } from './chunks.ts'
import { Transcriber } from './transcripts.ts'

/** The transcripts of a run for a page, written into chunks item by item. */
export class RunTranscripts {
  readonly #calls: CallIndex
  readonly #rows: ChunkedRows
  readonly #rowPrefix: string
  readonly #transcriber: Transcriber

  /** @param prefix of the chunks' names. */
  constructor(folder: RunFolder, data: ChunkFolder, prefix: string) {
    this.#calls = new CallIndex(folder.calls)
    this.#rowPrefix = `${prefix}calls-`
    this.#rows = new ChunkedRows(data, this.#rowPrefix)
    this.#transcriber = new Transcriber(data, prefix, folder.blobs)
  }

  /** Takes note of the calls written since. */
  update(): void {
    this.#calls.update()
  }

  /** Adds the transcript of a record of this run under a row, and gives the name of its chunk; null where there are no calls. */
  add(row: number, record: ItemRecord, view: SuiteView): string | null {
    const calls = this.#calls.callsOf(record.suite, record.item, record.trial)
    if (calls.length === 0) return null
    return `${this.#rowPrefix}${this.#rows.add(row, this.#transcriber.transcribe(record, calls, view))}`
  }

  /** Writes what is left and closes the calls. */
  close(): void {
    this.#rows.flush()
    this.#calls.close()
  }
}
