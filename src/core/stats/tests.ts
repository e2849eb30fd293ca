import { random, type SeedParts } from '../base/random.ts'

/** Holm's step-down correction (1979), in the order given: those under 0.05 are wrong in at most 5 % of all families. */
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

/** Tests the one at place `first` by itself, the others by {@link holm}: each is wrong in at most 5 %, and the first pays for no other. */
export function holmAfter(pValues: readonly number[], first: number | undefined): number[] {
  if (first === undefined) return holm(pValues)
  const others = holm(pValues.filter((_, at) => at !== first))
  return pValues.map((p, at) => (at === first ? p : (others[at < first ? at : at - 1] as number)))
}

/**
 * McNemar's mid-p test (Fagerland, Lydersen and Laake, 2013) on independent items of which one run alone is right: two-sided chance of so
 * uneven a split if both are equally good, with half of the observed split's.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond
  const least = Math.min(onlyFirst, onlySecond)
  // Logarithms: 2^-n is 0 from n = 1,075 on.
  let logTerm = -n * Math.LN2
  let sum = 0
  for (let k = 0; k < least; k += 1) {
    sum += Math.exp(logTerm)
    logTerm += Math.log(n - k) - Math.log(k + 1)
  }
  return Math.min(1, 2 * sum + Math.exp(logTerm))
}

/** Sign flips up to this many clusters are all tried. */
const EXHAUSTIVE = 14
const RESAMPLES = 1999

/**
 * Permutation test of differences summed by cluster: the chance of a mean as far from 0 if the runs could be exchanged in each. Exact for
 * few clusters, else by seeded sampling.
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
