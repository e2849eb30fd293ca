import { correlationsOf } from './agreement/agreementFigures.ts'
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
  return correlation('pearson', one, other)
}

/** Spearman's rank correlation: Pearson's of the ranks, equal values sharing the mean of theirs. */
export function spearman(one: readonly number[], other: readonly number[]): Correlation | null {
  return correlation('spearman', one, other)
}

function correlation(kind: 'pearson' | 'spearman', one: readonly number[], other: readonly number[]): Correlation | null {
  const pairs = one.map((judge, at) => ({ judge, human: other[at] as number }))
  const r = correlationsOf(pairs)(one.map(() => 1))[kind]
  if (Number.isNaN(r)) return null
  const df = one.length - 2
  // P(|T| > t) for t = r √(df / (1 - r²)): the tails of Student's t as an incomplete beta function.
  return { n: one.length, r, p: df > 0 ? incompleteBeta(1 - r * r, df / 2, 0.5) : null }
}
