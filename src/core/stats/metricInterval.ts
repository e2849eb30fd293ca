import type { Spread } from './jackknife.ts'
import { Z } from './normal.ts'
import { tAt } from './studentT.ts'
import { exactInterval, wilson } from './wilson.ts'

/** Ends of a metric's scale: infinite for none, undefined where not known, `open` where a quirk of its rules may exceed the highest. */
export type Ends = readonly [low: number, high: number] | readonly [low: number, high: number, above: 'open'] | undefined

/** An estimate with how far it varies. */
export interface SpreadFigure extends Spread {
  readonly value: number
}

/**
 * Interval of a figure. Between two ends it is {@link scoreInterval}, and no narrower than the exact one of as many independent yes-or-no
 * observations as would vary as much: Wilson's alone lies on one side of a rate near an end too often. Of finer scores it is
 * {@link finerInterval}. Where nothing varies it says what as many further units could still do. Over 0 without an upper end it is
 * Student's of the logarithm, and without ends Student's.
 * @param z normal quantile of the level, by default that of 95 %.
 * @returns null where nothing varies and there is an open end: that tells nothing about the next sample.
 */
export function metricInterval(estimate: SpreadFigure, ends: Ends, z: number = Z): [number, number] | null {
  const { value, se, designDf, effectiveUnits } = estimate
  const [low, high] = endsAround(value, ends)
  if (Number.isFinite(low) && Number.isFinite(high)) {
    const width = high - low
    const [from, to] = scoreInterval(estimate, [low, high], z)
    const share = Math.min(1, Math.max(0, (value - low) / width))
    const exact = se > 0 ? finerInterval(share, { ...estimate, se: se / width }, z) : hiding(share, effectiveUnits, z)
    return [Math.min(from, low + width * exact[0]), Math.max(to, low + width * exact[1])]
  }
  if (!(se > 0)) return null
  const half = tAt(z, designDf) * se
  if (low === 0 && value > 0) return [value * Math.exp(-half / value), value * Math.exp(half / value)]
  return [Math.max(low, value - half), Math.min(high, value + half)]
}

/**
 * The exact interval of as many yes-or-no observations as would vary as much as a share does. Of one that varies by less, as finer scores
 * do, it is no narrower than Student's: their sum is not skewed towards the far end of the scale as that of rare answers is. Nor is it
 * narrower than what as many items can hide: few scores that lie close together do not show that none lies elsewhere.
 */
function finerInterval(
  share: number,
  { se, designDf, effectiveUnits, effectiveItems = effectiveUnits }: Spread,
  z: number,
): [number, number] {
  const observations = Math.max(1, (share * (1 - share)) / se ** 2)
  const [low, high] = exactInterval(share, observations, z)
  // In full from half of that variance on, so that no figure makes a step.
  const finer = Math.max(0, Math.min(1, 2 * (1 - effectiveUnits / observations)))
  const half = tAt(z, designDf) * se
  const [from, to] = hiding(share, effectiveItems, z)
  return [
    Math.min(from, low, low + finer * (Math.max(0, share - half) - low)),
    Math.max(to, high, high + finer * (Math.min(1, share + half) - high)),
  ]
}

/** Of units that agree, what none of them shows. */
function hiding(share: number, units: number, z: number): [number, number] {
  const hidden = exactInterval(0, units, z)[1]
  return [share * (1 - hidden), share + hidden * (1 - share)]
}

/**
 * Wilson's interval of a figure between two ends, with as many independent yes-or-no observations as would vary as much, lowered by the
 * ratio of the normal and Student's quantiles, squared, since that number is itself an estimate (Korn and Graubard, 1998).
 * @param df degrees of freedom, where others than the estimate's own count.
 */
export function scoreInterval(estimate: SpreadFigure, [low, high]: readonly [number, number], z: number, df?: number): [number, number] {
  const { value, se, effectiveUnits } = estimate
  const width = high - low
  const share = Math.min(1, Math.max(0, (value - low) / width))
  const [from, to] =
    se > 0 ? wilson(share, effectiveObservations(share, { ...estimate, se: se / width }, z, df), z) : unseen(share, 0, 1, effectiveUnits, z)
  return [low + width * from, low + width * to]
}

/** Those of the ends that a value lies within; open ones elsewhere, for then they are not the figure's. */
function endsAround(value: number, ends: Ends): readonly [number, number] {
  if (!ends || !(ends[0] <= value) || !(ends[0] < ends[1])) return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  if (value <= ends[1]) return [ends[0], ends[1]]
  return [ends[2] === 'open' ? ends[0] : Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
}

/** Independent yes-or-no observations (1 or more) of a share with this `spread` and `df`, lowered since their number is an estimate. */
export function effectiveObservations(share: number, spread: Spread, z: number, df?: number): number {
  const { se, designDf } = spread
  const effective = (share * (1 - share)) / se ** 2
  const lowered = effective * (z / tAt(z, df ?? spread.df)) ** 2
  // The share's own few degrees of freedom stand for few units that differ. That there are more units is known all the same.
  const least = df === undefined ? Math.min(effective, designDf) * (z / tAt(z, designDf)) ** 2 : 0
  return Math.max(1, lowered, least)
}

/** Interval of a figure of which all units agree: what so many units can hide (rule of three, by Wilson's none in n), at either end. */
export function unseen(value: number, low: number, high: number, units: number, z: number): [number, number] {
  const share = z ** 2 / (units + z ** 2)
  return [value - share * (value - low), value + share * (high - value)]
}
