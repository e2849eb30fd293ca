import { combineTrials, type ItemRecord, mean, pearson, Z } from '../../kit.ts'

/** How one item tells takers of a test apart. */
interface ItemDiscrimination {
  /**
   * Correlation of the item's score with the mean of the taker's other items, -1 to 1. Null where fewer than six take it, or where
   * all have the same score in it or in the rest.
   */
  readonly r: number | null
  /** Standard deviation of the item's scores over the takers, in units of the score, divided by their number. */
  readonly sd: number
}

/** Of fewer takers that are equally good on every item the first of 200 items has a correlation of 0.8 and more by chance. */
export const LEAST_TAKERS = 6
/** A correlation of 1 has no error by Fisher's formula, and is taken for this. */
const MOST_R = 0.99

/** 95 % interval of a correlation over so many takers, more than three, by Fisher's z with an error of 1/sqrt(takers - 3) (Fisher, 1921). */
export function discriminationInterval(r: number, takers: number): [number, number] {
  const z = Math.atanh(Math.max(-MOST_R, Math.min(MOST_R, r)))
  const half = Z / Math.sqrt(takers - 3)
  return [Math.tanh(z - half), Math.tanh(z + half)]
}

/**
 * The corrected item-total correlation of each item: with the item itself left out of the total, which else would correlate with
 * itself. J. P. Guilford, "The correlation of an item with a composite of the remaining items in a test", Educational and
 * Psychological Measurement 13 (1953), 87–93.
 *
 * @param scores by item and taker; every taker has every item.
 */
export function itemDiscriminations(scores: readonly (readonly number[])[]): ItemDiscrimination[] {
  const takers = scores[0]?.length ?? 0
  const sums = Array.from({ length: takers }, (_, taker) => scores.reduce((sum, item) => sum + (item[taker] as number), 0))
  return scores.map((item) => {
    // Divided by the number of other items it would be their mean; a correlation does not depend on it.
    const rest = sums.map((sum, taker) => sum - (item[taker] as number))
    const sd = deviation(item)
    // What remains of a constant by rounding is no variance.
    const isKnown = takers >= LEAST_TAKERS && sd > ROUNDING && deviation(rest) > ROUNDING * scores.length
    return { r: isKnown ? (pearson(item, rest)?.r ?? null) : null, sd }
  })
}

/** Values that differ by less are the same but for rounding. */
const ROUNDING = 1e-9

/** Standard deviation, divided by the number of values. */
function deviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)))
}

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
   * opposite of the others. Null where fewer than six runs take part, or where the runs are alike in the other items.
   */
  readonly discrimination: number | null
  /** Its 95 % interval over other runs; null where it is. */
  readonly ci95: readonly [number, number] | null
}

/** The items that tell runs apart. */
export interface Separation {
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
 * with the item in the total). Of fewer than six runs they are sorted by the standard deviation alone.
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
    return spread > ROUNDING
      ? [
          {
            weight: (r ?? Number(runs.length < LEAST_TAKERS)) * sd,
            entry: {
              item,
              task,
              tags,
              scores: own,
              spread,
              discrimination: r,
              ci95: r === null ? null : discriminationInterval(r, runs.length),
            },
          },
        ]
      : []
  })
  items.sort((one, other) => other.weight - one.weight)
  return {
    shared: shared.length,
    alike: shared.length - items.length,
    items: items.map(({ entry }) => entry),
  }
}

type ScoredItem = ReturnType<typeof combineTrials>[number]

/** An item's total; that of one without is whether it passed. */
function totalOf({ scores, status }: ScoredItem): number {
  return scores.total ?? (status === 'passed' ? 1 : 0)
}
