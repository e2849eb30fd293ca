import { sum } from '../base/collections.ts'
import { pearson } from './correlation.ts'

/** Values that differ by less are the same but for rounding. */
const ROUNDING = 1e-9

/**
 * The item-rest correlation of classical test theory of each item (Lord and Novick, Statistical Theories of Mental Test Scores, 1968,
 * chapter 15; Guilford, 1953): Pearson's correlation, over those who took it, of the score with the mean of the taker's other scores. The
 * item itself is left out, or a part of the correlation would be that of the item with itself. Takes time in proportion to items times
 * takers.
 *
 * @param scores by item and taker; no number where a taker has none.
 * @returns -1 to 1; null where all takers are alike in the item or in the rest, as of fewer than two.
 */
export function itemRest(scores: readonly (readonly (number | null | undefined)[])[]): (number | null)[] {
  const takers = (scores[0] ?? []).map((_, taker) => scores.flatMap((item) => item[taker] ?? []))
  const totals = takers.map((own) => ({ sum: sum(own), count: own.length }))
  return scores.map((item) => {
    const taken = item.flatMap((score, taker) =>
      typeof score === 'number' ? [{ score, ...(totals[taker] as (typeof totals)[number]) }] : [],
    )
    const own = taken.map(({ score }) => score)
    const rest = taken.map(({ score, ...all }) => (all.sum - score) / (all.count - 1))
    if (areAlike(own) || areAlike(rest)) return null
    const { r } = pearson(own, rest) ?? { r: null }
    return r !== null && Math.abs(r) < ROUNDING ? 0 : r
  })
}

/** Whether values differ by rounding only. Of such a series the correlation would be that of the rounding. */
function areAlike(values: readonly number[]): boolean {
  const [first = 0] = values
  return values.every((value) => !(Math.abs(value - first) > ROUNDING))
}
