import type { ItemRecord } from '../run/records.ts'
import type { RunFolder } from '../run/runFolder.ts'
import { CallIndex } from './callIndex.ts'
import { ChunkedRows, type ChunkFolder } from './chunks.ts'
import type { OtherRecord } from './shared/pageIndex.ts'
import type { Readings } from './suiteReading.ts'
import { Transcriber } from './transcripts.ts'

/** The transcripts of a run for a page, written into chunks item by item. */
export class RunTranscripts {
  readonly #records: ReadonlyMap<string, ItemRecord>
  readonly #calls: CallIndex | undefined
  readonly #rows: ChunkedRows
  readonly #rowPrefix: string
  readonly #transcriber: Transcriber
  readonly #readings: Readings

  private constructor(
    records: readonly ItemRecord[],
    calls: CallIndex | undefined,
    blobs: string,
    data: ChunkFolder,
    prefix: string,
    readings: Readings,
  ) {
    this.#records = new Map(records.map((record) => [keyOf(record), record]))
    this.#calls = calls
    this.#rowPrefix = `${prefix}calls-`
    this.#rows = new ChunkedRows(data, this.#rowPrefix)
    this.#transcriber = new Transcriber(data, prefix, blobs)
    this.#readings = readings
  }

  /**
   * Opens a run's calls.
   *
   * @param folder undefined for a run of which there are only records.
   * @param prefix of the chunks' names.
   */
  static async open(
    records: readonly ItemRecord[],
    folder: RunFolder | undefined,
    data: ChunkFolder,
    prefix: string,
    readings: Readings,
  ): Promise<RunTranscripts> {
    return new RunTranscripts(records, folder && (await CallIndex.open(folder.calls)), folder?.blobs ?? '', data, prefix, readings)
  }

  /** Adds this run's transcript of an item under a row, and gives the name of its chunk; null where there are no calls. */
  add(row: number, { suite, item, trial }: ItemRecord): string | null {
    const own = this.#records.get(keyOf({ suite, item, trial }))
    const calls = own ? (this.#calls?.callsOf(suite, item, trial) ?? []) : []
    if (!own || calls.length === 0) return null
    return `${this.#rowPrefix}${this.#rows.add(row, this.#transcriber.transcribe(own, calls, this.#readings(suite)))}`
  }

  /** What this run found of an item of another one. */
  found(record: ItemRecord): OtherRecord | null {
    const own = this.#records.get(keyOf(record))
    return own ? { state: own.status, total: own.scores.total ?? null, reason: own.reason } : null
  }

  /** Writes what is left and closes the calls. */
  close(): void {
    this.#rows.flush()
    this.#calls?.close()
  }
}

function keyOf({ suite, item, trial }: Pick<ItemRecord, 'suite' | 'item' | 'trial'>): string {
  return JSON.stringify([suite, item, trial])
}
