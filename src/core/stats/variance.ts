import { groupBy, sum } from '../base/collections.ts'
import type { Stratum } from './clusters.ts'

/** What a figure owes to records that vary together. */
export interface Unit {
  /** How far the figure moves with them: its linearised influence. */
  readonly influence: number
  /** How many of the figure's items they are. */
  readonly size: number
  /** Weight of one of these items in the figure, up to a factor that all units share. */
  readonly weight: number
  /** Independent clusters that it is made of. Default 1. */
  readonly clusters?: number | undefined
  readonly stratum: Stratum
}

/** Variance of a figure by one kind of units. */
export interface Variance {
  readonly variance: number
  /** The same without what units that agree may hide. */
  readonly shown: number
  /** Degrees of freedom of that estimate, 1 or more: of the design, or fewer where few units make up most of it. */
  readonly df: number
  /** Those that the design alone gives. */
  readonly designDf: number
  /** Equal units that would weigh as the units do: all where they are equal, fewer where not (Kish, 1965). */
  readonly effectiveUnits: number
  /** The same of items. */
  readonly effectiveItems: number
  /** How many there are, whatever they weigh. */
  readonly units: number
}

/**
 * Stratified variance of a figure from the influences of its units: squared distances from the mean of the stratum, each over one less its
 * share of it (Bell and McCaffrey, 2002, estimator CR2), which makes n / (n - 1) of equal units. A stratum of one unit has no distances: it
 * is put together with others, never dropped (Wolter, 2007, section 2.5).
 *
 * Degrees of freedom are Bell and McCaffrey's, for independent items of equal variance: fewer than units less strata where units are
 * unequal. Where few units hold most of the variance, as with nearly perfect scores, the estimate is poorer than that: then they are
 * Satterthwaite's with the variance of the estimate as the units show it.
 * @returns undefined for fewer than two units.
 */
export function varianceOf(units: readonly Unit[]): Variance | undefined {
  if (units.length < 2) return undefined
  const { several, collapsed } = strataOf(units)
  const whole = several.map(partOf)
  const [variance, trace] = [sum(whole.map((part) => part.variance)), sum(whole.map((part) => part.trace))]
  const put = collapsed.map(partOf)
  // What single units differ by is a poor guess at what each could have been: it is at least what units of other strata show,
  // where those tell as much.
  const known = residualOf(whole) >= residualOf(put) && trace > 0 ? variance / trace : 0
  const parts = [...whole, ...put.map((part) => ({ ...part, variance: Math.max(part.variance, known * part.trace) }))]
  const shown = sum(parts.map((part) => part.variance))
  const designDf = Math.max(1, sum(parts.map((part) => part.trace)) ** 2 / sum(parts.map((part) => part.traceOfSquare)))
  const spread = sum(parts.map((part) => part.fourth)) - shown ** 2 / residualOf(parts)
  const shownDf = spread > 0 ? (2 * shown ** 2) / spread : designDf
  const weights = sum(units.map(({ size, weight }) => size * weight))
  return {
    variance: varianceOfStrata(parts.map((part) => ({ ...part, degrees: part.count - 1, shown: part.variance }))),
    shown,
    designDf,
    df: Math.max(1, Math.min(designDf, shownDf)),
    effectiveUnits: weights ** 2 / sum(units.map(({ size, weight, clusters = 1 }) => (size * weight) ** 2 / clusters)),
    effectiveItems: weights ** 2 / sum(units.map(({ size, weight }) => size * weight ** 2)),
    units: sum(units.map(({ clusters = 1 }) => clusters)),
  }
}

/** What a stratum adds to the variance of a figure, as its own units show it. */
export interface StratumVariance {
  /** Degrees of freedom of `shown`, 0 for none. */
  readonly degrees: number
  readonly shown: number
  /** What it would be if items varied by 1. */
  readonly trace: number
}

/** Degrees of freedom that the variance of all strata counts for beside that of one in which nothing varies: the fewest that simulations bear. */
const PRIOR = 2
/** Share of the variance of all strata that is rounding. */
const ROUNDING = 1e-12

/**
 * Variance of a figure by strata. One in which nothing varies has that of an item of any, as far as its few units can hide it: its own,
 * drawn towards that of all (Smyth, 2004). For where they agree by chance the figure is at an end of what it can be and its variance at
 * its least, and intervals of strata of unlike sizes would lie on that side of the truth too often. Of like ones the sum of all that are so
 * drawn is what they show, and no more is taken.
 */
export function varianceOfStrata(strata: readonly StratumVariance[]): number {
  const degrees = sum(strata.map((own) => own.degrees))
  const pooled = sum(strata.map((own) => (own.trace > 0 ? (own.degrees * own.shown) / own.trace : 0))) / Math.max(1, degrees)
  const rows = strata.map((own) => {
    const shown = own.degrees > 0 ? own.shown : own.trace * pooled
    const drawn = (own.degrees * shown + PRIOR * pooled * own.trace) / (own.degrees + PRIOR)
    return { shown, drawn, hidden: shown > ROUNDING * pooled * own.trace ? shown : drawn }
  })
  const total = (of: 'shown' | 'drawn' | 'hidden') => sum(rows.map((row) => row[of]))
  return Math.max(total('shown'), Math.min(total('hidden'), total('drawn')))
}

function residualOf(parts: readonly { readonly count: number }[]): number {
  return sum(parts.map(({ count }) => count - 1))
}

/** What one stratum adds. */
function partOf(units: readonly Unit[]) {
  const count = units.length
  const [size, influence] = [sum(units.map((unit) => unit.size)), sum(units.map((unit) => unit.influence))]
  let [variance, fourth] = [0, 0]
  // Of the quadratic form that the variance is: entries off the diagonal are a_i + a_j + s, with k_i what a unit varies by.
  let [s, k0, a1, a2] = [0, 0, 0, 0]
  for (const unit of units) {
    const share = unit.size / size
    const own = (unit.influence - influence * share) ** 2 / (1 - share)
    variance += own
    fourth += (count / (count - 1)) * own ** 2
    const k = unit.weight ** 2 * unit.size
    const a = -share / (1 - share)
    s += share ** 2 / (1 - share)
    k0 += k
    a1 += a * k
    a2 += a * a * k
  }
  let [trace, traceOfSquare] = [0, 2 * a2 * k0 + s * s * k0 ** 2 + 2 * a1 ** 2 + 4 * s * a1 * k0]
  for (const unit of units) {
    const share = unit.size / size
    const k = unit.weight ** 2 * unit.size
    const off = s - (2 * share) / (1 - share)
    const diagonal = off + 1 / (1 - share)
    trace += diagonal * k
    traceOfSquare += (diagonal ** 2 - off ** 2) * k ** 2
  }
  return { count, variance, fourth, trace, traceOfSquare }
}

/** What has a stratum. */
type Drawn = Pick<Unit, 'stratum'>

/** Units by stratum, each of two or more: as they were drawn, and as single ones are put together. */
export function strataOf<Of extends Drawn>(units: readonly Of[]): { several: Of[][]; collapsed: Of[][] } {
  const strata = [...groupBy(units, ({ stratum }) => stratum.name).values()]
  const several = strata.filter((own) => own.length > 1)
  const { whole, left } = collapse(strata.flatMap((own) => (own.length === 1 ? own : [])))
  if (left.length > 1) return { several, collapsed: [...whole, left] }
  const largest = [...several, ...whole].reduce<Of[]>((most, own) => (own.length > most.length ? own : most), [])
  largest.push(...left)
  return { several, collapsed: whole }
}

/** Single units put together: neighbours two by two where their strata have an order, else all within the same. */
function collapse<Of extends Drawn>(single: readonly Of[]): { whole: Of[][]; left: Of[] } {
  const whole: Of[][] = []
  const left: Of[] = []
  for (const units of groupBy(single, ({ stratum }) => stratum.within ?? '').values()) {
    if (units.length < 2) left.push(...units)
    else if (units.some(({ stratum }) => stratum.order === undefined)) whole.push(units)
    else whole.push(...pairs(units.sort((one, other) => (one.stratum.order as number) - (other.stratum.order as number))))
  }
  return { whole, left }
}

/** Two by two, the last three together where their number is odd. */
function pairs<Of>(units: readonly Of[]): Of[][] {
  const count = Math.floor(units.length / 2)
  return Array.from({ length: count }, (_, at) => units.slice(2 * at, at === count - 1 ? undefined : 2 * at + 2))
}
