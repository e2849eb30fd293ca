import { gammaln } from 'simple-statistics'
import { normalCdf, Z } from './normal.ts'

/** Quantile at `p`, between 0 and 1, of Student's t distribution with `df` over 0. */
export function tQuantile(p: number, df: number): number {
  if (p < 0.5) return -tQuantile(1 - p, df)
  if (p === 0.5) return 0
  let [low, high] = [0, 1]
  while (tCdf(high, df) < p && high < 1e12) [low, high] = [high, 2 * high]
  return inverse(
    (t) => tCdf(t, df) - p,
    (t) => tDensity(t, df),
    [low, high],
    (low + high) / 2,
  )
}

/** Where a rising function between two ends is 0: by Newton's steps from `first`, and by bisection where one would leave the bracket. */
function inverse(excessAt: (t: number) => number, slopeAt: (t: number) => number, [low, high]: [number, number], first: number): number {
  let t = first
  for (let step = 0; step < 200 && high - low > 1e-13 * Math.max(1, high); step += 1) {
    const excess = excessAt(t)
    if (excess < 0) low = t
    else high = t
    const next = t - excess / slopeAt(t)
    if (Math.abs(next - t) <= 1e-14 * Math.max(1, t)) break
    t = next > low && next < high ? next : (low + high) / 2
  }
  return t
}

/** Quantile at `p`, between 0 and 1, of the beta distribution with these parameters, both over 0. */
export function betaQuantile(p: number, a: number, b: number): number {
  const scale = betaScale(a, b)
  const density = (x: number) => Math.exp(scale + (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x))
  return inverse((x) => scaledBeta(x, a, b, scale) - p, density, [0, 1], a / (a + b))
}

/** Quantiles of 95 % by degrees of freedom: who seeks the figure that an interval belongs to asks for one over and over. */
const known = new Map<number, number>()
const MOST_KNOWN = 1000

/** The quantile of Student's t distribution that as much lies beyond as lies beyond z in the normal one. */
export function tAt(z: number, df: number): number {
  // Beyond this no double tells the tail from nothing.
  if (z !== Z) return tQuantile(normalCdf(Math.min(z, 8)), df)
  const own = known.get(df) ?? tQuantile(0.975, df)
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(df, own)
  return own
}

function tDensity(t: number, df: number): number {
  return Math.exp(gammaln((df + 1) / 2) - gammaln(df / 2) - ((df + 1) / 2) * Math.log1p((t * t) / df)) / Math.sqrt(df * Math.PI)
}

/** Probability that a Student's t variable is at most t. */
export function tCdf(t: number, df: number): number {
  // Each side where it keeps its digits: near 0 the part between -t and t, further out the tails.
  if (t * t < df) return 0.5 + (Math.sign(t) * incompleteBeta((t * t) / (df + t * t), 0.5, df / 2)) / 2
  const tail = incompleteBeta(df / (df + t * t), df / 2, 0.5) / 2
  return t > 0 ? 1 - tail : tail
}

/** Regularized incomplete beta function by its continued fraction (Lentz; Press et al., Numerical Recipes, section 6.4). */
export function incompleteBeta(x: number, a: number, b: number): number {
  return scaledBeta(x, a, b, betaScale(a, b))
}

/** Logarithm of what the incomplete beta function is divided by. */
const betaScale = (a: number, b: number) => gammaln(a + b) - gammaln(a) - gammaln(b)

function scaledBeta(x: number, a: number, b: number, scale: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(scale + a * Math.log(x) + b * Math.log1p(-x))
  // The fraction converges fast on this side only.
  return x < (a + 1) / (a + b + 2) ? (front * betaFraction(x, a, b)) / a : 1 - (front * betaFraction(1 - x, b, a)) / b
}

const TINY = 1e-300

function betaFraction(x: number, a: number, b: number): number {
  const awayFromZero = (value: number) => (Math.abs(value) < TINY ? TINY : value)
  let c = 1
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= 500; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / awayFromZero(1 + even * d)
    c = awayFromZero(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / awayFromZero(1 + odd * d)
    c = awayFromZero(1 + odd / c)
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) < 1e-15) break
  }
  return fraction
}
