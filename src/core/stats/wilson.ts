import { Z } from './normal.ts'

/**
 * Wilson's score interval for a proportion; sound at 0 and 1, where the usual one has no width (Wilson, 1927).
 * @param share 0 to 1.
 * @param n independent observations; may be a fraction (an effective size).
 * @param z normal quantile of the level, by default that of 95 %.
 */
export function wilson(share: number, n: number, z: number = Z): [number, number] {
  const square = (z * z) / n
  const centre = (share + square / 2) / (1 + square)
  const half = (z / (1 + square)) * Math.sqrt((share * (1 - share)) / n + square / (4 * n))
  return [Math.max(0, centre - half), Math.min(1, centre + half)]
}
