import { type Ends, effectiveObservations, type SpreadFigure, scoreInterval, unseen } from './metricInterval.ts'
import { normalCdf, Z } from './normal.ts'
import { tAt, tCdf } from './studentT.ts'

/** The figure of two runs on the same items, and the difference, each with how far it varies. */
export interface Paired {
  readonly a: SpreadFigure
  readonly b: SpreadFigure
  /** b - a: varies by less than the two together where items are as hard for both. */
  readonly change: SpreadFigure
  /** Items behind the figure: no more independent observations can there be. */
  readonly n: number
}

/**
 * Interval of a paired difference. Of a figure between two ends it is put together from the intervals of the two figures and their
 * correlation (Zou and Donner, 2008; after Newcombe, 1998, method 10, without its correction of the correlation), so that it never leaves
 * the scale and is longer towards the side that has more room, with the degrees of freedom of the difference. Without ends it is Student's,
 * the paired t test's.
 * @param ends lowest and highest value of the figure.
 * @param z normal quantile of the level, by default that of 95 %.
 * @returns null where nothing varies and there is an open end.
 */
export function differenceInterval(paired: Paired, ends: Ends, z: number = Z): [number, number] | null {
  const { a, b, change } = paired
  if (!isBounded(a, b, ends)) return change.se > 0 ? student(change, z) : null
  const width = ends[1] - ends[0]
  const shown = observationsShown(paired, ends, z)
  if (!(change.se > 0)) return unseen(change.value, -width, width, Math.max(change.effectiveUnits, shown), z)
  const correlation = a.se > 0 && b.se > 0 ? (a.se ** 2 + b.se ** 2 - change.se ** 2) / (2 * a.se * b.se) : 0
  const r = Math.min(1, Math.max(-1, correlation))
  const [ofA, ofB] = [a, b].map((figure) =>
    distances({ ...figure, effectiveUnits: Math.max(figure.effectiveUnits, shown) }, { df: change.df, ends, z, r }),
  ) as [Distances, Distances]
  const together = (one: number, other: number) => Math.sqrt(Math.max(0, one ** 2 + other ** 2 - 2 * r * one * other))
  return [Math.max(-width, change.value - together(ofB.below, ofA.above)), Math.min(width, change.value + together(ofB.above, ofA.below))]
}

/** How far the ends of an interval lie from its value. */
interface Distances {
  readonly below: number
  readonly above: number
}

/**
 * Those of a figure. As far as two go together, an interval held by the scale's ends is stretched to Student's: distances all but cancel.
 */
function distances(figure: SpreadFigure, { df, ends, z, r }: { df: number; ends: NonNullable<Ends>; z: number; r: number }): Distances {
  const [low, high] = scoreInterval(figure, [ends[0], ends[1]], z, df)
  const half = (high - low) / 2
  const held = figure.se > 0 ? Math.max(1, (tAt(z, df) * figure.se) / half) : 1
  const stretch = 1 + Math.max(0, r) * (held - 1)
  return { below: stretch * (figure.value - low), above: stretch * (high - figure.value) }
}

/** Independent observations that the runs show by how they vary, the smaller number of those that do; 0 where neither varies. */
function observationsShown({ a, b, change, n }: Paired, [low, high]: NonNullable<Ends>, z: number): number {
  const width = high - low
  const df = change.se > 0 ? change.df : undefined
  const shown = [a, b].flatMap((figure) =>
    figure.se > 0 ? [effectiveObservations((figure.value - low) / width, { ...figure, se: figure.se / width }, z, df)] : [],
  )
  return shown.length > 0 ? Math.min(n, ...shown) : 0
}

function isBounded(a: SpreadFigure, b: SpreadFigure, ends: Ends): ends is NonNullable<Ends> {
  if (!ends || !Number.isFinite(ends[0]) || !Number.isFinite(ends[1])) return false
  return [a, b].every(({ value }) => ends[0] <= value && value <= ends[1])
}

function student({ value, se, designDf }: SpreadFigure, z: number): [number, number] {
  const half = tAt(z, designDf) * se
  return [value - half, value + half]
}

/** Changes up to this are what rounding makes of none. */
const ROUNDING = 1e-10
/** Normal quantile beyond which no p is told from 0. */
const FARTHEST = 8
/** How near a quantile is found. */
const PRECISE = 1e-12

/** Probability of such a change by chance: 1 less the level at which {@link differenceInterval} reaches 0; 1 without an interval. */
export function changeP(paired: Paired, ends: Ends): number {
  const { value, se, designDf } = paired.change
  if (Math.abs(value) <= ROUNDING || differenceInterval(paired, ends) === null) return 1
  if (!isBounded(paired.a, paired.b, ends)) return 2 * (1 - tCdf(Math.abs(value) / se, designDf))
  // How far 0 lies outside the interval of a level, below 0 where it lies within.
  const outside = (z: number) => {
    const [low, high] = differenceInterval(paired, ends, z) as [number, number]
    return value > 0 ? low : -high
  }
  if (outside(FARTHEST) > 0) return 2 * (1 - normalCdf(FARTHEST))
  // Sought on the side of 95 % where it must lie, so that it agrees with the interval that is shown.
  let [near, far] = outside(Z) > 0 ? [Z, FARTHEST] : [0, Z]
  while (far - near > PRECISE) {
    const middle = (near + far) / 2
    if (outside(middle) > 0) near = middle
    else far = middle
  }
  return Math.min(1, 2 * (1 - normalCdf((near + far) / 2)))
}
