import { type ItemRecord, trialKey } from '../../core/format/records.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { SuiteView } from '../suiteView.ts'
import type { ChunkFolder } from './chunks.ts'
import { RunTranscripts } from './runTranscripts.ts'
import { scoreRule } from './scoreRule.ts'
import type { OtherRecord } from './shared/pageIndex.ts'

/** A run that a page sets beside its own, item by item. */
export class OtherRun {
  readonly #records: ReadonlyMap<string, ItemRecord>
  readonly #transcripts: RunTranscripts | undefined

  /**
   * @param folder undefined for a run of which there are only records.
   * @param prefix of the chunks' names.
   */
  constructor(records: readonly ItemRecord[], folder: RunFolder | undefined, data: ChunkFolder, prefix: string) {
    this.#records = new Map(records.map((record) => [trialKey(record), record]))
    this.#transcripts = folder && new RunTranscripts(folder, data, prefix)
    this.#transcripts?.update()
  }

  /** Adds what this run has of an item under a row: its record, and the chunk of its transcript. */
  add(row: number, item: ItemRecord, view: SuiteView): { readonly found: OtherRecord | null; readonly transcript: string | null } {
    const own = this.#records.get(trialKey(item))
    if (!own) return { found: null, transcript: null }
    const found = { state: own.status, rule: scoreRule(own, view), reason: own.reason }
    return { found, transcript: this.#transcripts?.add(row, own, view) ?? null }
  }

  /** Writes what is left. */
  close(): void {
    this.#transcripts?.close()
  }
}
