/** Coefficients of numerator and denominator, the constant first, for the middle and for the near and far tails. */
const MIDDLE = [
  [3.3871327179, 50.434271938, 159.29113202, 59.10937472],
  [1, 17.895169469, 78.757757664, 67.1875636],
] as const
const NEAR = [
  [1.4234372777, 2.75681539, 1.3067284816, 0.17023821103],
  [1, 0.737001645, 0.12021132975],
] as const
const FAR = [
  [6.657905115, 3.081226386, 0.42868294337, 0.017337203997],
  [1, 0.24197894225, 0.012258202635],
] as const

/**
 * Quantile of the standard normal distribution, to about seven digits, in the tails as in the middle (Wichura, 1988, algorithm AS 241,
 * PPND7).
 *
 * @param p 0 to 1; its ends give an infinite value. For an upper tail take the negative quantile of its probability: it keeps all digits.
 */
export function normalQuantile(p: number): number {
  if (!(p > 0)) return Number.NEGATIVE_INFINITY
  if (!(p < 1)) return Number.POSITIVE_INFINITY
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) return q * ratio(MIDDLE, 0.180625 - q * q)
  const r = Math.sqrt(-Math.log(Math.min(p, 1 - p)))
  return Math.sign(q) * (r <= 5 ? ratio(NEAR, r - 1.6) : ratio(FAR, r - 5))
}

function ratio([numerator, denominator]: readonly (readonly number[])[] & { readonly length: 2 }, at: number): number {
  const value = (coefficients: readonly number[] = []) => coefficients.reduceRight((sum, own) => sum * at + own, 0)
  return value(numerator) / value(denominator)
}
