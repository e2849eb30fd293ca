import { Z } from '../normal.ts'

/** Units at which the widened interval is made to be shortest. */
const TUNED = 100

/**
 * By how much the half width of an ordinary interval is multiplied so that it holds at whatever unit one stops: that of the
 * asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas (2024), sigma sqrt(2 (t r^2 + 1) / (t^2 r^2)
 * log(sqrt(t r^2 + 1) / alpha)), over sigma z / sqrt(t). Its r is the best for 100 units: r^2 = (-2 log alpha + log(1 - 2 log alpha)) / 100.
 *
 * @param units independent units so far, 1 or more.
 * @param level share of sequences that may fail, 0 to 1; the ordinary interval is taken for one of 95 %.
 */
export function anytimeFactor(units: number, level = 0.05): number {
  const t = Math.max(1, units)
  const r2 = (-2 * Math.log(level) + Math.log(1 - 2 * Math.log(level))) / TUNED
  return Math.sqrt((2 * (t * r2 + 1) * Math.log(Math.sqrt(t * r2 + 1) / level)) / (t * r2)) / Z
}

/** An ordinary 95 % interval made to hold at whatever unit one stops; no further than the scale goes. */
export function widenedInterval(
  value: number,
  ci95: readonly [number, number] | null,
  units: number,
  range?: readonly [number, number],
): [number, number] | null {
  if (!ci95) return null
  const factor = anytimeFactor(units)
  const [low, high] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  // An end beyond the scale was there before: a figure may exceed it.
  return [
    Math.min(ci95[0], Math.max(low, value - factor * (value - ci95[0]))),
    Math.max(ci95[1], Math.min(high, value + factor * (ci95[1] - value))),
  ]
}
