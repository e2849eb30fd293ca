import { probit } from 'simple-statistics'
import { tQuantile } from './studentT.ts'

/** Power at which a number of items is said to be enough. */
const POWER = 0.9

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
    Math.max(2, Math.ceil(n * (((tQuantile(0.975, Math.max(1, df)) + probit(POWER)) * error) / Math.abs(effect)) ** 2))
  const [low, high] = [0.975, 0.025].map((p) => se * Math.sqrt(df / chiSquareQuantile(p, df))) as [number, number]
  return { items: need(se), range: [need(low), need(high)] }
}

/** Quantile of the chi-square distribution (Wilson and Hilferty, 1931); within 1 % from 3 degrees of freedom on. */
export function chiSquareQuantile(p: number, df: number): number {
  const spread = 2 / (9 * df)
  return df * Math.max(0.01, 1 - spread + probit(p) * Math.sqrt(spread)) ** 3
}
