import { gammaln } from 'simple-statistics'
import { tQuantile } from './studentT.ts'

/** 90 % quantile of the normal distribution: with so much to spare, a number of items is said to be enough. */
const POWER = 1.2815515655446004

/** Items that would tell a difference. */
export interface ItemsNeeded {
  readonly items: number
  /** The number for the least and the largest standard error that the data allow (95 %). */
  readonly range: readonly [number, number]
}

/**
 * Items it takes to tell a difference from 0 at the 5 % level with 90 % power, if further items are like these: the error
 * falls with the square root of their number.
 *
 * @param effect the true difference to be told; the observed one is a guess at it.
 * @param se its standard error with `n` items, known from `df` degrees of freedom.
 */
export function itemsNeeded({ effect, se, n, df }: { effect: number; se: number; n: number; df: number }): ItemsNeeded {
  const need = (error: number) =>
    Math.max(2, Math.ceil(n * (((tQuantile(0.975, Math.max(1, df)) + POWER) * error) / Math.abs(effect)) ** 2))
  const [low, high] = [0.975, 0.025].map((p) => se * Math.sqrt(df / chiSquareQuantile(p, df))) as [number, number]
  return { items: need(se), range: [need(low), need(high)] }
}

/** Quantile of the chi-square distribution, for p up to 1 - 1e-12. */
export function chiSquareQuantile(p: number, df: number): number {
  // Ten standard deviations up and more: no p is beyond it, and its terms are not yet 0.
  let [low, high] = [0, df + 10 * Math.sqrt(2 * df) + 50]
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step += 1) {
    const middle = (low + high) / 2
    if (chiSquareCdf(middle, df) < p) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** By the series of the incomplete gamma function (Press et al., Numerical Recipes, section 6.2). */
function chiSquareCdf(x: number, df: number): number {
  const [a, half] = [df / 2, x / 2]
  let term = Math.exp(a * Math.log(half) - half - gammaln(a + 1))
  let sum = 0
  for (let n = 1; term > sum * 1e-16; n += 1) {
    sum += term
    term *= half / (a + n)
  }
  return sum
}
