import { combineTrials, type ItemRecord } from '../../kit.ts'
import { itemDiscriminations } from './itemDiscrimination.ts'

/** An item on which runs differ. */
export interface SeparatingItem {
  readonly item: string
  readonly task: string
  readonly tags: ItemRecord['tags']
  /** The item's total by run, in the order of the board. */
  readonly scores: readonly number[]
  /** Highest score less lowest. */
  readonly spread: number
  /**
   * Corrected item-total correlation, -1 to 1: whether the runs that are better elsewhere are better here. Below 0 the item says the
   * opposite of the others. Null where fewer than three runs take part, or where the runs are alike in the other items.
   */
  readonly discrimination: number | null
}

/** The items that tell runs apart. */
export interface Separation {
  /** Items that each run has scored, in the order of the board. */
  readonly scored: readonly number[]
  /** Items that all runs have scored; only they are looked at. */
  readonly shared: number
  /** Of these, items in which all runs have the same score. */
  readonly alike: number
  /** The others: first those that part the runs widely and as the other items do, last those that say the opposite. */
  readonly items: readonly SeparatingItem[]
}

/**
 * The items on which runs differ. They are sorted by the discrimination times the standard deviation of the scores: the part that an
 * item has in the standard deviation of the totals (H. Gulliksen, Theory of Mental Tests, 1950, calls it the item's reliability index,
 * with the item in the total). Of two runs they are sorted by the difference.
 *
 * @param runs the records of one suite by run, in the order of the board.
 */
export function separationOf(runs: readonly (readonly ItemRecord[])[]): Separation {
  const byRun = runs.map(
    (records) => new Map(combineTrials(records).flatMap((entry) => (entry.scored ? [[entry.item, entry] as const] : []))),
  )
  const shared = [...(byRun[0]?.keys() ?? [])].filter((item) => byRun.every((run) => run.has(item))).sort()
  const scores = shared.map((item) => byRun.map((run) => totalOf(run.get(item) as ScoredItem)))
  const found = itemDiscriminations(scores)
  const items = shared.flatMap((item, at) => {
    const own = scores[at] as number[]
    const spread = Math.max(...own) - Math.min(...own)
    const { task, tags } = (byRun[0] as (typeof byRun)[number]).get(item) as ScoredItem
    const { r, sd } = found[at] as (typeof found)[number]
    return spread > SAME
      ? [{ weight: (r ?? (runs.length > 2 ? 0 : 1)) * sd, entry: { item, task, tags, scores: own, spread, discrimination: r } }]
      : []
  })
  items.sort((one, other) => other.weight - one.weight)
  return {
    scored: byRun.map(({ size }) => size),
    shared: shared.length,
    alike: shared.length - items.length,
    items: items.map(({ entry }) => entry),
  }
}

type ScoredItem = ReturnType<typeof combineTrials>[number]

/** Totals that differ by less are the same but for rounding. */
const SAME = 1e-9

/** An item's total; that of one without is whether it passed. */
function totalOf({ scores, status }: ScoredItem): number {
  return scores.total ?? (status === 'passed' ? 1 : 0)
}
