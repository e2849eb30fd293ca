import type { ItemRecord } from '../run/records.ts'
import { combineTrials } from '../summary/combineTrials.ts'
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
  add(record: ItemRecord, flip: Flip, chunk: number, transcripts: readonly (string | null)[]): void {
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
      lost: [...new Set(lostPoints(record).map(({ name }) => name))].slice(0, POINTS).map((name) => this.#lost.place(name)),
      flip,
      record: chunk,
      transcripts,
    })
  }

  /** The index of all that was added. */
  build(rest: Pick<PageIndex, 'kind' | 'runs' | 'against' | 'records'>): PageIndex {
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
export function flipsOf(records: readonly ItemRecord[], base: readonly ItemRecord[] | undefined): (item: string) => Flip {
  const scored = (some: readonly ItemRecord[]) =>
    new Map(combineTrials(some).flatMap((item) => (item.scored ? [[item.item, item.status === 'passed'] as const] : [])))
  const [now, before] = [scored(records), scored(base ?? [])]
  return (item) => {
    const [passes, passed] = [now.get(item), before.get(item)]
    if (passes === undefined || passed === undefined || passes === passed) return ''
    return passes ? 'gained' : 'lost'
  }
}
