import { gammaln } from 'simple-statistics'
import type { Random } from '../../../kit.ts'

/** Values of a uniform number in [0, 1). */
const STEPS = 2 ** 31

/**
 * A number of successes in `n` trials of chance `p`, exactly: by inversion from the most likely number outwards, which takes as
 * many steps as the number varies by.
 *
 * @param n whole, 0 or more.
 * @param p 0 to 1.
 */
export function binomial(stream: Random, n: number, p: number): number {
  if (n === 0 || p <= 0) return 0
  if (p >= 1) return n
  const mode = Math.min(n, Math.floor((n + 1) * p))
  const odds = p / (1 - p)
  const logOfMode = gammaln(n + 1) - gammaln(mode + 1) - gammaln(n - mode + 1) + mode * Math.log(p) + (n - mode) * Math.log1p(-p)
  let left = (stream.int(0, STEPS - 1) + 0.5) / STEPS
  let [up, down] = [mode, mode - 1]
  let upChance = Math.exp(logOfMode)
  let downChance = mode > 0 ? (upChance * mode) / (n - mode + 1) / odds : 0
  while (up <= n || down >= 0) {
    if (up <= n) {
      left -= upChance
      if (left < 0) return up
      upChance *= ((n - up) / (up + 1)) * odds
      up += 1
    }
    if (down >= 0) {
      left -= downChance
      if (left < 0) return down
      downChance *= down / (n - down + 1) / odds
      down -= 1
    }
  }
  // What rounding leaves of the whole.
  return mode
}
