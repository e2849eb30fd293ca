import { normalCdf, Z } from './normal.ts'
import { betaQuantile } from './studentT.ts'

/** Wilson's score interval (1927) for a share of `n` observations, perhaps a fraction, sound at 0 and 1; `z`: the level's quantile. */
export function wilson(share: number, n: number, z: number = Z): [number, number] {
  const square = (z * z) / n
  const centre = (share + square / 2) / (1 + square)
  const half = (z / (1 + square)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}

/**
 * The exact interval (Clopper and Pearson, 1934) for a share of `n` observations, perhaps a fraction (Korn and Graubard, 1998): it lies
 * above the truth in no more than half of the error, and below it in no more, whatever the truth and `n` are.
 */
export function exactInterval(share: number, n: number, z: number = Z): [number, number] {
  const [tail, hits] = [z === Z ? 0.025 : normalCdf(-z), share * n]
  return [hits > 0 ? betaQuantile(tail, hits, n - hits + 1) : 0, hits < n ? betaQuantile(1 - tail, hits + 1, n - hits) : 1]
}
