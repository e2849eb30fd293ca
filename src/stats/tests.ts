import { random, type SeedParts } from '../base/random.ts'

/**
 * Holm's step-down correction for several tests: p values so adjusted that calling those under 0.05 significant is wrong in
 * at most 5 % of all families (Holm, 1979). In the order given.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p)
  const adjusted = new Array<number>(pValues.length)
  let most = 0
  for (const [rank, { p, index }] of order.entries()) {
    most = Math.max(most, Math.min(1, (pValues.length - rank) * p))
    adjusted[index] = most
  }
  return adjusted
}

/**
 * McNemar's exact test on items of which only one of two runs is right: the probability of a split at least as uneven if
 * both were equally good (two-sided binomial).
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond
  const least = Math.min(onlyFirst, onlySecond)
  // Logarithms: 2^-n is 0 from n = 1,075 on.
  let logTerm = -n * Math.LN2
  let sum = 0
  for (let k = 0; k <= least; k += 1) {
    sum += Math.exp(logTerm)
    logTerm += Math.log(n - k) - Math.log(k + 1)
  }
  return Math.min(1, 2 * sum)
}

/** Sign flips up to this many clusters are all tried. */
const EXHAUSTIVE = 14
const RESAMPLES = 9999

/**
 * Permutation test of paired differences by cluster: the probability of a mean difference at least as far from 0 if within
 * each cluster the two runs could as well be exchanged. Exact for few clusters, else by seeded sampling.
 *
 * @param sums difference summed over each cluster.
 */
export function signFlipTest(sums: readonly number[], ...seed: SeedParts): number {
  const observed = Math.abs(sums.reduce((total, value) => total + value, 0)) * (1 - 1e-12)
  if (sums.length <= EXHAUSTIVE) {
    const all = 2 ** sums.length
    let extreme = 0
    for (let bits = 0; bits < all; bits += 1) {
      const total = sums.reduce((sum, value, index) => sum + ((bits >> index) & 1 ? value : -value), 0)
      if (Math.abs(total) >= observed) extreme += 1
    }
    return extreme / all
  }
  const draw = random('sign-flip', ...seed)
  let extreme = 1
  for (let round = 0; round < RESAMPLES; round += 1) {
    let total = 0
    let bits = 0
    for (const [index, value] of sums.entries()) {
      if (index % 30 === 0) bits = draw.int(0, 2 ** 30 - 1)
      total += (bits >> (index % 30)) & 1 ? value : -value
    }
    if (Math.abs(total) >= observed) extreme += 1
  }
  return extreme / (RESAMPLES + 1)
}

/**
 * Bootstrap-t interval of the ratio of sums over clusters (a mean over items): clusters are resampled, and the studentized
 * ratio is, so that it holds with few clusters where the percentile bootstrap is too narrow (Efron and Tibshirani, 1993,
 * chapter 12).
 *
 * @param clusters sum of a value and number of items of each cluster.
 */
export function bootstrapT(clusters: readonly { readonly sum: number; readonly n: number }[], ...seed: SeedParts): [number, number] | null {
  const whole = ratioSpread(clusters)
  if (!(whole.se > 0)) return null
  const draw = random('bootstrap-t', ...seed)
  const studentized: number[] = []
  for (let round = 0; round < 1999; round += 1) {
    const sample = clusters.map(() => draw.pick(clusters))
    const { value, se } = ratioSpread(sample)
    if (se > 0) studentized.push((value - whole.value) / se)
  }
  studentized.sort((one, other) => one - other)
  const at = (share: number) => studentized[Math.min(studentized.length - 1, Math.floor(share * studentized.length))] ?? 0
  return [whole.value - at(0.975) * whole.se, whole.value - at(0.025) * whole.se]
}

/** A ratio of sums over clusters and its cluster-robust standard error (Miller, 2024, equation for clustered errors, with the factor G/(G - 1)). */
export function ratioSpread(clusters: readonly { readonly sum: number; readonly n: number }[]): {
  readonly value: number
  readonly se: number
} {
  const n = clusters.reduce((total, cluster) => total + cluster.n, 0)
  const value = clusters.reduce((total, { sum }) => total + sum, 0) / n
  const squares = clusters.reduce((total, cluster) => total + (cluster.sum - value * cluster.n) ** 2, 0)
  const count = clusters.length
  return { value, se: count > 1 ? Math.sqrt((squares * count) / (count - 1)) / n : 0 }
}
