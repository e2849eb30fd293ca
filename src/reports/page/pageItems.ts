import type { ItemRecord } from '../../core/format/records.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import { readItemRecords } from '../../deciding/baseline/baseline.ts'
import { type ItemFindings, itemFindings, type PageFindings } from '../itemFindings.ts'
import type { SuiteViews } from '../suiteView.ts'
import { ChunkedRows, ChunkFolder } from './chunks.ts'
import { IndexBuilder } from './itemIndex.ts'
import { OtherRun } from './otherRun.ts'
import { RunTranscripts } from './runTranscripts.ts'
import { scoreRule } from './scoreRule.ts'
import type { Flip, PageIndex, PageRun, RecordDetail } from './shared/pageIndex.ts'

/** What the items of a page are compared with. */
export interface ItemBaseline {
  /** How an item changed. */
  readonly flips: (record: ItemRecord) => Flip
  /** The run it was made from, where that is still here: a baseline has no transcripts of its own, and its records no reasons. */
  readonly folder: RunFolder | undefined
}

/** The items of a run's page, written into chunks as they come. */
export class PageItems {
  readonly #views: SuiteViews
  readonly #data: ChunkFolder
  readonly #builder = new IndexBuilder()
  readonly #details: ChunkedRows
  readonly #transcripts: RunTranscripts
  readonly #cases: PageFindings | undefined
  readonly #flips: ItemBaseline['flips']
  readonly #before: OtherRun | undefined

  /** Begins the items of a page. Those of an earlier page of the run are removed. */
  static async begin(folder: RunFolder, views: SuiteViews, baseline?: ItemBaseline): Promise<PageItems> {
    return new PageItems(folder, views, baseline, await itemFindings.open())
  }

  private constructor(folder: RunFolder, views: SuiteViews, baseline: ItemBaseline | undefined, findings: ItemFindings | undefined) {
    this.#views = views
    this.#data = new ChunkFolder(folder.data, 'run-')
    this.#details = new ChunkedRows(this.#data, 'run-records-')
    this.#transcripts = new RunTranscripts(folder, this.#data, 'run-')
    this.#cases = findings?.page(folder, this.#data, 'run-')
    this.#flips = baseline?.flips ?? (() => '')
    const before = baseline?.folder
    this.#before = before && new OtherRun(readItemRecords(before.items), before, this.#data, 'run-base-')
  }

  /** Writes some items, whose calls are in the journal. */
  add(records: readonly ItemRecord[]): void {
    this.#transcripts.update()
    for (const record of records) {
      const row = this.#builder.next
      const view = this.#views(record.suite)
      const flip = this.#flips(record)
      const before = flip === '' ? undefined : this.#before?.add(row, record, view)
      const { reason, error, scores } = record
      const cases = this.#cases?.add(row, record)
      const detail: RecordDetail = {
        reason,
        error,
        rule: scoreRule(record, view),
        scores,
        ...(cases !== undefined && { cases }),
        ...(before && { others: [before.found] }),
      }
      const places = [this.#transcripts.add(row, record, view), ...(before ? [before.transcript] : [])]
      this.#builder.add(record, view, flip, this.#details.add(row, detail), places)
    }
  }

  /** Writes what is left; the page's index, and how many characters lie beside it. */
  close(runs: readonly PageRun[], against: string | null): { readonly index: PageIndex; readonly dataSize: number } {
    this.#details.flush()
    this.#transcripts.close()
    this.#cases?.close()
    this.#before?.close()
    return { index: this.#builder.build({ kind: 'run', runs, against, records: this.#details.count }), dataSize: this.#data.size }
  }
}
