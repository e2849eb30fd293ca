import { normalCdf } from '../../../kit.ts'

/** First and last of some runs. */
export type Range = readonly [first: number, last: number]

/** How runs of one level vary, against what alarms assume: that units vary by themselves, and draw anew in each run. */
export type RunVariation = NonNullable<ReturnType<typeof runVariation>>

/** Runs, each less one of its level, from which their variation says something. */
const LEAST = 3
/** What rounding leaves of values that are all the same. */
const ROUNDING = 1e-12

/**
 * Whether whole runs move, and whether units remember the run before. If neither, what a unit got in the runs of a level might stand in
 * any order, by itself. Then the sum of a run has the variance of its units, so that the squares of n runs add up to n - 1 of it
 * (chi-squared, by Wilson and Hilferty, 1931), and the products of neighbouring values of a unit have the mean and the variance of all
 * orders of them (Wald and Wolfowitz, "An Exact Test for Randomness in the Non-Parametric Case", 1943), taken as normal over units.
 *
 * @param units by unit its part in the figure, run by run.
 * @param levels runs between which nothing changed, as far as is known.
 * @param sparing leaves out the run that lies farthest off: it may have changed, and gave no alarm yet.
 * @returns undefined with too few runs, or where nothing varies.
 */
export function runVariation(units: readonly ArrayLike<number>[], levels: readonly Range[], sparing = false) {
  const squares: number[] = []
  const lag = { sum: 0, expected: 0, variance: 0, scale: 0 }
  let degrees = 0
  for (const [first, last] of levels) {
    const n = last - first + 1
    if (n < 3) continue
    const sums = new Float64Array(n)
    let total = 0
    for (const unit of units) {
      let mean = 0
      for (let run = first; run <= last; run += 1) mean += (unit[run] as number) / n
      let [second, fourth, neighbours] = [0, 0, 0]
      let before = (unit[last] as number) - mean
      for (let run = first; run <= last; run += 1) {
        const own = (unit[run] as number) - mean
        sums[run - first] = (sums[run - first] as number) + own
        second += own ** 2
        fourth += own ** 4
        neighbours += own * before
        before = own
      }
      total += second
      lag.sum += neighbours
      lag.expected -= second / (n - 1)
      lag.variance += (second ** 2 - fourth) / (n - 1) + (second ** 2 - 2 * fourth) / ((n - 1) * (n - 2)) - (second / (n - 1)) ** 2
      lag.scale += second
    }
    if (total < ROUNDING ** 2) continue
    degrees += n - 1
    for (const sum of sums) squares.push((sum ** 2 * (n - 1)) / total)
  }
  if (sparing) {
    squares.sort((one, other) => one - other).pop()
    degrees -= 1
  }
  if (degrees < LEAST) return undefined
  const ratio = squares.reduce((sum, square) => sum + square, 0) / degrees
  const spread = 2 / (9 * degrees)
  const excess = lag.sum - lag.expected
  return {
    /** Variance of the runs as a multiple of what their units' own variation explains: about 1 where units vary by themselves. */
    ratio,
    /** Chance of a ratio this far above 1 if they do. */
    movedP: normalCdf((1 - spread - Math.cbrt(ratio)) / Math.sqrt(spread)),
    /** Mean correlation of what a unit got in neighbouring runs, beyond what any order of its values gives: about 0 where it draws anew. */
    correlation: excess / lag.scale,
    /** Chance of a correlation this far above 0 if it does. */
    rememberedP: lag.variance > 0 ? normalCdf(-excess / Math.sqrt(lag.variance)) : 1,
  }
}
