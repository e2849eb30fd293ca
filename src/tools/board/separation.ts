import { standardDeviation } from 'simple-statistics'
import { type CombinedItem, combineTrials, type ItemRecord, itemRest, totalOf, Z } from '../../kit.ts'

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

/** Values that differ by less are the same but for rounding. */
const ROUNDING = 1e-9

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
  const correlations = runs.length < LEAST_TAKERS ? [] : itemRest(scores)
  const found = scores.map((own, at) => {
    const [item, { task, tags }] = shared[at] as (typeof shared)[number]
    const r = correlations[at] ?? null
    const ci95 = r === null ? null : discriminationInterval(r, runs.length)
    const spread = Math.max(...own) - Math.min(...own)
    const weight = (r ?? Number(runs.length < LEAST_TAKERS)) * standardDeviation(own)
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
