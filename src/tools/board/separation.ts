import { type CombinedItem, combineTrials, type ItemRecord, mean, pearson, totalOf, Z } from '../../kit.ts'

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
export function itemDiscriminations(scores: readonly (readonly number[])[]) {
  const takers = scores[0]?.length ?? 0
  const sums = Array.from({ length: takers }, (_, taker) => scores.reduce((sum, item) => sum + (item[taker] as number), 0))
  return scores.map((item) => {
    // Divided by the number of other items it would be their mean; a correlation does not depend on it.
    const rest = sums.map((sum, taker) => sum - (item[taker] as number))
    const sd = deviation(item)
    // What remains of a constant by rounding is no variance.
    const isKnown = takers >= LEAST_TAKERS && sd > ROUNDING && deviation(rest) > ROUNDING * scores.length
    return {
      /**
       * Correlation of the item's score with the mean of the taker's other items, -1 to 1. Null where fewer than six take it, or where
       * all have the same score in it or in the rest.
       */
      r: isKnown ? (pearson(item, rest)?.r ?? null) : null,
      /** Standard deviation of the item's scores over the takers, in units of the score, divided by their number. */
      sd,
    }
  })
}

/** Values that differ by less are the same but for rounding. */
const ROUNDING = 1e-9

/** Standard deviation, divided by the number of values. */
function deviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)))
}

/**
 * The items on which runs differ. They are sorted by the discrimination times the standard deviation of the scores: the part that an
 * item has in the standard deviation of the totals (H. Gulliksen, Theory of Mental Tests, 1950, calls it the item's reliability index,
 * with the item in the total). Of fewer than six runs they are sorted by the standard deviation alone.
 *
 * @param runs the records of one suite by run, in the order of the board.
 */
export function separationOf(runs: readonly (readonly ItemRecord[])[]) {
  const byRun = runs.map((records) => new Map(combineTrials(records).flatMap((one) => (one.scored ? [[one.item, one] as const] : []))))
  const shared = [...(byRun[0] ?? [])]
    .filter(([item]) => byRun.every((run) => run.has(item)))
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const scores = shared.map(([item]) => byRun.map((run) => totalOf(run.get(item) as CombinedItem)))
  const found = itemDiscriminations(scores).map(({ r, sd }, at) => {
    const [[item, { task, tags }], own] = [shared[at] as (typeof shared)[number], scores[at] as number[]]
    const ci95 = r === null ? null : discriminationInterval(r, runs.length)
    const spread = Math.max(...own) - Math.min(...own)
    const weight = (r ?? Number(runs.length < LEAST_TAKERS)) * sd
    return { weight, entry: { item, task, tags, scores: own, spread, discrimination: r, ci95 } }
  })
  const items = found.filter(({ entry }) => entry.spread > ROUNDING).sort((one, other) => other.weight - one.weight)
  return {
    /** Items that all runs have scored; only they are looked at. */
    shared: shared.length,
    /** Of these, items in which all runs have the same score. */
    alike: shared.length - items.length,
    /** The others: first those that part the runs widely and as the other items do, last those that say the opposite. */
    items: items.map(({ entry }) => entry),
  }
}
