import { mean } from '../../kit.ts'

/** How one item tells takers of a test apart. */
export interface ItemDiscrimination {
  /**
   * Correlation of the item's score with the mean of the taker's other items, -1 to 1. Null where fewer than three take it, or where
   * all have the same score in it or in the rest.
   */
  readonly r: number | null
  /** Standard deviation of the item's scores over the takers, in units of the score, divided by their number. */
  readonly sd: number
}

/** Two takers always lie on a line. */
const LEAST_TAKERS = 3

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
    const own = deviations(item)
    // Divided by the number of other items it would be their mean; a correlation does not depend on it.
    const rest = deviations(sums.map((sum, taker) => sum - (item[taker] as number)))
    const [square, restSquare] = [products(own, own), products(rest, rest)]
    const sd = Math.sqrt(square / takers)
    // What remains of a constant by rounding is no variance.
    const isKnown = takers >= LEAST_TAKERS && sd > ROUNDING && Math.sqrt(restSquare / takers) > ROUNDING * scores.length
    return { r: isKnown ? Math.max(-1, Math.min(1, products(own, rest) / Math.sqrt(square * restSquare))) : null, sd }
  })
}

const ROUNDING = 1e-9

function deviations(values: readonly number[]): number[] {
  const centre = mean(values)
  return values.map((value) => value - centre)
}

function products(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] as number), 0)
}
