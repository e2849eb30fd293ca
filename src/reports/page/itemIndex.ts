import { measuredRole } from '../../core/format/measuredRole.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { combineTrials } from '../../core/stats/summary/combineTrials.ts'
import type { SuiteView } from '../suiteView.ts'
import { lostPoints } from './lostPoints.ts'
import type { Flip, IndexRow, PageIndex } from './shared/pageIndex.ts'
import { sliceNames } from './slices.ts'

/** Lost points of an item that it is listed under. */
const POINTS = 6

/** Gathers the rows of a page's index; names that repeat are stored once. */
export class IndexBuilder {
  readonly #suites = new Names()
  readonly #tasks = new Names()
  readonly #tags = new Names()
  readonly #lost = new Names()
  readonly #rows: IndexRow[] = []

  /** Position that the next row will have. */
  get next(): number {
    return this.#rows.length
  }

  /** Adds a record. */
  add(record: ItemRecord, { lostPoint }: SuiteView, flip: Flip, chunk: string, transcripts: readonly (string | null)[]): void {
    const tags = sliceNames(record).slice(1)
    const total = record.scores.total
    this.#rows.push({
      suite: this.#suites.place(record.suite),
      task: this.#tasks.place(record.task),
      id: record.item,
      trial: record.trial,
      state: record.status,
      total: total === undefined ? null : Number(total.toFixed(4)),
      tags: tags.map((tag) => this.#tags.place(tag)),
      lost: [...new Set(lostPoints(record, lostPoint).map(({ name }) => name))].slice(0, POINTS).map((name) => this.#lost.place(name)),
      flip,
      record: chunk,
      transcripts,
    })
  }

  /** The index of all that was added. */
  build(rest: Pick<PageIndex, 'runs' | 'against'>): PageIndex {
    return {
      ...rest,
      suites: this.#suites.list,
      tasks: this.#tasks.list,
      tags: this.#tags.list,
      lost: this.#lost.list,
      rows: this.#rows,
    }
  }
}

/** Names by their place in a list. */
class Names {
  readonly list: string[] = []
  readonly #places = new Map<string, number>()

  place(name: string): number {
    const known = this.#places.get(name)
    if (known !== undefined) return known
    this.#places.set(name, this.list.length)
    return this.list.push(name) - 1
  }
}

/** How each item changed from another run, of the items that both have scored. */
export function flipsBySuite(
  records: readonly ItemRecord[],
  base: readonly ItemRecord[] | undefined,
): (record: Pick<ItemRecord, 'suite' | 'item'>) => Flip {
  if (!base) return () => ''
  const passes = (some: readonly ItemRecord[]) => {
    const suites = [...new Set(some.map(({ suite }) => suite))]
    const items = suites.flatMap((name) =>
      combineTrials(some.filter(({ suite }) => suite === name)).flatMap(({ item, scored, status }) =>
        scored ? [[JSON.stringify([name, item]), status === 'passed'] as const] : [],
      ),
    )
    return new Map(items)
  }
  const [now, before] = [passes(records), passes(base)]
  return ({ suite, item }) => {
    const key = JSON.stringify([suite, item])
    const [pass, passed] = [now.get(key), before.get(key)]
    if (pass === undefined || passed === undefined || pass === passed) return ''
    return pass ? 'gained' : 'lost'
  }
}

/** A run by the model it is about: the candidate, or the judge where there is none. */
export function pageRun(name: string, document: ScoresDocument | undefined): PageIndex['runs'][number] {
  const { model, simulated } = (document && measuredRole(document.run)) ?? { model: '', simulated: false }
  return { name, model, simulated }
}
