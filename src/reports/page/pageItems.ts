import { type ItemRecord, trialKey } from '../../core/format/records.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import { type ItemFindings, itemFindings, type PageFindings } from '../itemFindings.ts'
import type { SuiteViews } from '../suiteView.ts'
import { ChunkedRows, ChunkFolder } from './chunks.ts'
import { IndexBuilder } from './itemIndex.ts'
import { scoreRule } from './scoreRule.ts'
import type { Flip, PageIndex, RecordDetail } from './shared/pageIndex.ts'
import { Transcripts } from './transcripts.ts'

/** What the items of a page are set beside. */
export interface ItemsBeside {
  /** How an item changed. */
  readonly flip: (record: ItemRecord) => Flip
  /** Runs that stand beside an item that changed; one without a folder has no transcripts. */
  readonly others: readonly { readonly records: readonly ItemRecord[]; readonly folder: RunFolder | undefined }[]
}

/** The items of a page, written into chunks as they come. */
export class PageItems {
  readonly #views: SuiteViews
  readonly #kind: 'run' | 'compare'
  readonly #data: ChunkFolder
  readonly #builder = new IndexBuilder()
  readonly #details: ChunkedRows
  readonly #transcripts: Transcripts
  readonly #cases: PageFindings | undefined
  readonly #flip: ItemsBeside['flip']
  readonly #others: readonly { readonly records: ReadonlyMap<string, ItemRecord>; readonly transcripts: Transcripts | undefined }[]

  /** Begins the items of a page; earlier ones are removed. @param kind a page that compares runs has the items that changed only. */
  static async begin(folder: RunFolder, views: SuiteViews, beside?: ItemsBeside, kind: 'run' | 'compare' = 'run'): Promise<PageItems> {
    return new PageItems(folder, views, beside ?? { flip: () => '', others: [] }, kind, await itemFindings.open())
  }

  private constructor(
    folder: RunFolder,
    views: SuiteViews,
    { flip, others }: ItemsBeside,
    kind: 'run' | 'compare',
    findings: ItemFindings | undefined,
  ) {
    this.#views = views
    this.#kind = kind
    this.#data = new ChunkFolder(folder.data, `${kind}-`)
    this.#details = new ChunkedRows(this.#data, 'records')
    this.#transcripts = new Transcripts(folder, this.#data, 'calls')
    this.#cases = findings?.page(folder, this.#data)
    this.#flip = flip
    this.#others = others.map((other, at) => ({
      records: new Map(other.records.map((record) => [trialKey(record), record])),
      transcripts: other.folder && new Transcripts(other.folder, this.#data, `${at + 1}-calls`),
    }))
    for (const { transcripts } of this.#others) transcripts?.update()
  }

  /** Writes some items, whose calls are in the journal. */
  add(records: readonly ItemRecord[]): void {
    this.#transcripts.update()
    for (const record of records) {
      const flip = this.#flip(record)
      if (flip === '' && this.#kind === 'compare') continue
      const row = this.#builder.next
      const view = this.#views(record.suite)
      const others = flip === '' ? [] : this.#others.map((other) => ({ ...other, found: other.records.get(trialKey(record)) }))
      const { reason, error, scores } = record
      const detail: RecordDetail = {
        reason,
        error,
        rule: scoreRule(record, view),
        scores,
        cases: this.#cases?.add(row, record),
        others: others.map(({ found }) => (found ? { state: found.status, rule: scoreRule(found, view), reason: found.reason } : null)),
      }
      const places = [
        this.#transcripts.add(row, record, view),
        ...others.map(({ found, transcripts }) => (found && transcripts?.add(row, found, view)) ?? null),
      ]
      this.#builder.add(record, view, flip, this.#details.add(row, detail), places)
    }
  }

  /** Writes what is left, and gives the page's index. */
  close(about: Pick<PageIndex, 'runs' | 'against'>): PageIndex {
    this.#details.flush()
    this.#cases?.close()
    for (const transcripts of [this.#transcripts, ...this.#others.map((other) => other.transcripts)]) transcripts?.close()
    return this.#builder.build(about)
  }
}
