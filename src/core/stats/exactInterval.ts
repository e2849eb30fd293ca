import { incompleteBeta } from './studentT.ts'

/**
 * The exact 95 % interval of a share of `n` observations, perhaps a fraction, by the quantiles of beta distributions (Clopper and Pearson,
 * 1934): it holds the truth in 95 % of samples or more at any rate, also where Wilson's does not.
 *
 * @param share 0 to 1.
 */
export function exactInterval(share: number, n: number): [number, number] {
  const yes = share * n
  const at = (p: number, a: number, b: number) => {
    let [low, high] = [0, 1]
    for (let step = 0; step < 60; step += 1) {
      const middle = (low + high) / 2
      if (incompleteBeta(middle, a, b) < p) low = middle
      else high = middle
    }
    return low
  }
  return [yes <= 0 ? 0 : at(0.025, yes, n - yes + 1), yes >= n ? 1 : at(0.975, yes + 1, n - yes)]
}
