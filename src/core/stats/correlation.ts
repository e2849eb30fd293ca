import { mean } from '../base/mean.ts'
import { incompleteBeta } from './studentT.ts'

/** A correlation of two series. */
export interface Correlation {
  readonly n: number
  readonly r: number
  /** Two-sided p value of Student's t test against no correlation; null for two pairs, which always lie on a line. */
  readonly p: number | null
}

/** Pearson's correlation; null where there are fewer than two pairs or one series has a single value. */
export function pearson(one: readonly number[], other: readonly number[]): Correlation | null {
  const n = one.length
  const [x, y] = [deviations(one), deviations(other)]
  const scale = Math.sqrt(products(x, x) * products(y, y))
  if (n < 2 || !(scale > 0)) return null
  const r = Math.max(-1, Math.min(1, products(x, y) / scale))
  const df = n - 2
  // P(|T| > t) for t = r √(df / (1 - r²)): the tails of Student's t as an incomplete beta function.
  return { n, r, p: df > 0 ? incompleteBeta(1 - r * r, df / 2, 0.5) : null }
}

/** Spearman's rank correlation: Pearson's of the ranks, equal values sharing the mean of theirs. */
export function spearman(one: readonly number[], other: readonly number[]): Correlation | null {
  return pearson(midranks(one), midranks(other))
}

function midranks(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((other) => other < value).length
    const equal = values.filter((other) => other === value).length
    return below + (equal + 1) / 2
  })
}

function deviations(values: readonly number[]): number[] {
  const centre = mean(values)
  return values.map((value) => value - centre)
}

function products(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] as number), 0)
}
