import { Z } from './normal.ts'

/** Wilson's score interval (1927) for a share of `n` observations, perhaps a fraction, sound at 0 and 1; `z`: the level's quantile. */
export function wilson(share: number, n: number, z: number = Z): [number, number] {
  const square = (z * z) / n
  const centre = (share + square / 2) / (1 + square)
  const half = (z / (1 + square)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}
