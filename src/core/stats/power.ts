import { Z_POWER } from './normal.ts'
import { tQuantile } from './studentT.ts'

/** What a comparison of `n` items varies by. */
export interface Precision {
  readonly se: number
  readonly df: number
  readonly n: number
}

/** Smallest true change told from 0 in 9 of 10 runs: quantiles of `level` (two-sided; 0.05 over the figures) and power, times the error. */
export function detectableChange({ se, df }: Precision, level: number = 0.05): number {
  return (tQuantile(1 - level / 2, df) + Z_POWER) * se
}

/** Items by which a true (never the observed) change over 0 is told in 9 of 10 runs: errors fall by the root of their number. */
export function itemsNeeded(change: number, precision: Precision, level: number = 0.05): number {
  const { n, df, se } = precision
  const tells = (items: number) =>
    detectableChange({ se: se * Math.sqrt(n / items), df: Math.max(1, (df * items) / n), n: items }, level) <= change
  let [few, many] = [1, 2]
  while (!tells(many) && many < 1e12) [few, many] = [many, many * 2]
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2)
    if (tells(middle)) many = middle
    else few = middle
  }
  return many
}
