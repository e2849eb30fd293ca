import { groupBy, sum } from '../../base/collections.ts'
import type { Stratum as DrawnFrom } from '../clusters.ts'
import { combine, type Spread } from '../jackknife.ts'
import { strataOf, type Unit, varianceOf, varianceOfStrata } from '../variance.ts'

/** What items vary together with, and what it was drawn from: as the whole run's interval has it. */
export interface EarlyCluster {
  readonly name: string
  readonly stratum: DrawnFrom
}

/** What is known of a unit before it runs: items that must stay together, or one item. */
export interface EarlyUnit {
  /** Its items' weights in the figure, 0 or more. Over all units they add up to 1. */
  readonly weight: number
  /** Chance to be drawn next, as a share of the sizes of all units left: over 0. Default 1. */
  readonly size?: number | undefined
  /** Lowest and highest value of this unit, where they are closer than those of the rule: of a difference, the scale less the baseline. */
  readonly range?: readonly [number, number] | undefined
  /** What is known of it and goes with its value, for instance the baseline's value. It makes a decision quicker and never less sure. */
  readonly known?: number | undefined
  /** What an earlier run tells of it, alike. */
  readonly foretold?: number | undefined
  /** Task or cell: units of one vary about a mean of their own. */
  readonly stratum?: string | undefined
  /** By kind what its items vary together with beyond the unit, each once: for the whole run's interval only. */
  readonly clusters?: Readonly<Record<string, readonly EarlyCluster[]>> | undefined
}

/** Units that a stratum's own mean must outweigh: with few it is drawn towards that of all. */
const PRIOR = 3

/** Units that what those of one cluster have in common must outweigh. */
const SHARED = 10

/** A unit that came. */
interface Seen {
  readonly unit: EarlyUnit
  readonly known: readonly [number, number]
  readonly value: number
}

/** The values of a stratum. */
interface Stratum {
  readonly mean: number
  readonly squares: number
  readonly degrees: number
}
type Strata = ReadonlyMap<string, Stratum>

/** Values that came, by stratum, and what they tell of the rest. */
export class SeenUnits {
  readonly #units: readonly EarlyUnit[]
  readonly #kinds: readonly Kind[]
  /** The clusters of a unit by kind, then by kind and stratum. */
  readonly #groups: readonly ((unit: EarlyUnit) => readonly string[])[]
  readonly #sign: 1 | -1
  readonly #middle: number
  readonly #weights: ReadonlyMap<string, number>
  readonly #squaredWeights: ReadonlyMap<string, number>
  /** What the whole run's interval has by its design alone. */
  readonly design: Pick<Spread, 'designDf' | 'effectiveUnits' | 'effectiveItems'>
  readonly #seen: Seen[] = []

  /** `sign` -1 turns round what is known of units, as their values are; `middle` is foreseen before the first value. */
  constructor(units: readonly EarlyUnit[], sign: 1 | -1, middle: number) {
    this.#units = units
    const kinds = [...new Set(units.flatMap(({ clusters }) => Object.keys(clusters ?? {})))]
    this.#kinds = kinds.map((kind) => ({ within: clustersOf(kind), between: strataBetween(units, kind) }))
    const names = kinds.map((kind) => (unit: EarlyUnit) => (unit.clusters?.[kind] ?? []).map(({ name }) => name))
    this.#groups = [...names, ...names.map((own) => (unit: EarlyUnit) => own(unit).map((name) => JSON.stringify([name, stratumOf(unit)])))]
    this.design = designOf(units, kinds)
    this.#sign = sign
    this.#middle = middle
    const strata = [...groupBy(units, stratumOf)]
    this.#weights = new Map(strata.map(([name, own]) => [name, sum(own.map(({ weight }) => weight))]))
    this.#squaredWeights = new Map(strata.map(([name, own]) => [name, sum(own.map(({ weight }) => weight ** 2))]))
  }

  add(unit: EarlyUnit, value: number): void {
    this.#seen.push({ unit, known: this.#knownOf(unit), value })
  }

  /** How many values came. */
  get count(): number {
    return this.#seen.length
  }

  #knownOf({ known = 0, foretold = 0 }: EarlyUnit): readonly [number, number] {
    return [this.#sign * known, this.#sign * foretold]
  }

  /**
   * Their mean: by stratum that of its values, by weight for their size since those that were likelier to come count the less, for the weights
   * of all its units. A stratum without one counts as the mean. NaN without one.
   */
  get figure(): number {
    const meanOf = (own: readonly Seen[]) =>
      sum(own.map(({ unit, value }) => partOf(unit) * value)) / sum(own.map(({ unit }) => partOf(unit)))
    const strata = [...groupBy(this.#seen, ({ unit }) => stratumOf(unit))]
    const weights = strata.map(([name]) => this.#weights.get(name) as number)
    return sum(strata.map(([, own], at) => (weights[at] as number) * meanOf(own))) / sum(weights)
  }

  /** Mean of a function of the values. */
  meanOf(of: (value: number) => number): number {
    return sum(this.#seen.map(({ value }) => of(value))) / this.#seen.length
  }

  /**
   * By how many standard errors the second half of the values lies above the first, less what is foreseen of them: as good as a standard
   * normal variable while answers do not depend on when they are asked. 0 where nothing varies.
   */
  drift(): number {
    const foreseen = this.foresight()
    const rest = this.#seen.map(({ unit, value }) => partOf(unit) * (value - foreseen(unit)))
    const mean = sum(rest) / rest.length
    const halves = sum(rest.map((one, at) => (at < Math.floor(rest.length / 2) ? mean - one : one - mean)))
    const squares = sum(rest.map((one) => (one - mean) ** 2))
    return squares > 1e-24 ? halves / Math.sqrt(squares) : 0
  }

  /**
   * Foresees a unit that is to come: by the slopes on what is known of it, the mean of its stratum, drawn towards that of all, and what units of
   * its clusters have beyond that, drawn towards nothing.
   */
  foresight(): (unit: EarlyUnit) => number {
    const n = this.#seen.length
    if (n === 0) return () => this.#middle
    const meanY = sum(this.#seen.map(({ value }) => value)) / n
    const means = [0, 1].map((at) => sum(this.#seen.map(({ known }) => known[at] as number)) / n) as [number, number]
    const from = ([one, other]: readonly [number, number]) => [one - means[0], other - means[1]] as const
    let [xx, xz, zz, xy, zy] = [0, 0, 0, 0, 0]
    for (const { known, value } of this.#seen) {
      const [x, z] = from(known)
      xx += x * x
      xz += x * z
      zz += z * z
      xy += x * (value - meanY)
      zy += z * (value - meanY)
    }
    // Two units' worth of no slope: of few units it is not known.
    const [slopeX, slopeZ] = n < 4 ? [0, 0] : slopes([xx * (1 + 2 / n), xz, zz * (1 + 2 / n)], [xy, zy])
    const byKnown = (known: readonly [number, number]) => {
      const [x, z] = from(known)
      return slopeX * x + slopeZ * z
    }
    const level = (n * meanY + this.#middle) / (n + 1)
    const levels = new Map(
      [...groupBy(this.#seen, ({ unit }) => stratumOf(unit))].map(([name, own]) => {
        const above = sum(own.map(({ known, value }) => value - level - byKnown(known)))
        return [name, level + above / (own.length + PRIOR)]
      }),
    )
    const plain = (unit: EarlyUnit) => (levels.get(stratumOf(unit)) ?? level) + byKnown(this.#knownOf(unit))
    let left = this.#seen.map(({ unit, value }) => ({ unit, value: value - plain(unit) }))
    const shared = this.#groups.map((namesOf) => {
      const byName = groupBy(
        left.flatMap(({ unit, value }) => namesOf(unit).map((name) => ({ name, value }))),
        ({ name }) => name,
      )
      const means = new Map([...byName].map(([name, own]) => [name, sum(own.map(({ value }) => value)) / (own.length + SHARED)]))
      const meanOf = (unit: EarlyUnit) => {
        const names = namesOf(unit)
        return names.length === 0 ? 0 : sum(names.map((name) => means.get(name) ?? 0)) / names.length
      }
      left = left.map(({ unit, value }) => ({ unit, value: value - meanOf(unit) }))
      return meanOf
    })
    return (unit) => plain(unit) + sum(shared.map((meanOf) => meanOf(unit)))
  }

  /** The mean square by which values differ from the mean of their stratum; 0 where no stratum has two. */
  residualSquare(): number {
    const strata = [...this.#strata().values()]
    return sum(strata.map(({ squares }) => squares)) / Math.max(1, sum(strata.map(({ degrees }) => degrees)))
  }

  #strata(): Strata {
    return new Map(
      [...groupBy(this.#seen, ({ unit }) => stratumOf(unit))].map(([name, own]) => {
        const mean = sum(own.map(({ value }) => value)) / own.length
        return [name, { mean, squares: sum(own.map(({ value }) => (value - mean) ** 2)), degrees: own.length - 1 }]
      }),
    )
  }

  /**
   * Standard error of the whole run's figure: by stratum from the squares that came, for the squared weights of all, plus what units of a
   * cluster share. Undefined while no stratum has two values. @param isWide as large as what units share may well be.
   */
  wholeError(isWide = false): number | undefined {
    const strata = this.#strata()
    if ([...strata.values()].every(({ degrees }) => degrees === 0)) return undefined
    const variance = varianceOfStrata(
      [...this.#squaredWeights].map(([name, trace]) => {
        const { squares = 0, degrees = 0 } = strata.get(name) ?? {}
        return { degrees, shown: degrees > 0 ? (trace * squares) / degrees : 0, trace }
      }),
    )
    const shared = this.#kinds.map((kind) => this.#sharedVariance(kind, strata, isWide))
    // No kind takes off what another adds, as in the whole run's interval. Of few pairs one may come out below 0 by chance.
    return Math.sqrt(Math.max(variance / 4, variance + Math.max(sum(shared), ...shared)))
  }

  /**
   * Degrees of freedom that the whole run's error will have, 1 or more: if the units to come differ as those that came do, or if of them but
   * one differs, by `further`.
   */
  wholeDf(further?: number): number {
    const { figure } = this
    const own = this.#seen.map(({ unit, value }) => ({ ...asUnit(unit), influence: unit.weight * (value - figure) }))
    const [first] = own
    if (first && further !== undefined) own.push({ ...first, influence: first.weight * further })
    const more = further === undefined ? this.#units.length / own.length : 1
    return Math.max(1, Math.min(this.design.designDf, (varianceOf(own)?.df ?? 1) * more))
  }

  /**
   * The covariances of all pairs of units in one cluster of a kind, less what its strata differ by: the covariances of pairs from different
   * clusters of one stratum. Both from the pairs of which both came. @param isWide with one standard error more, by what pairs differ in
   * that share nothing and what values of a cluster differ in beside what they share.
   */
  #sharedVariance({ within, between }: Kind, strata: Strata, isWide: boolean): number {
    const own = (unit: EarlyUnit) => strata.get(stratumOf(unit)) as Stratum
    const square = this.residualSquare()
    const covariances = (placesOf: PlacesOf) => {
      const pairs = (partIn: (unit: EarlyUnit, value: number) => number, places = placesOf) =>
        pairsOf(
          places,
          this.#seen.map(({ unit, value }) => ({ unit, value: partIn(unit, value) })),
        )
      const seen = pairs(() => 1)
      if (!(seen > 0)) return { sum: 0, noise: 0, factor: 0 }
      // Distances from a mean of few have a covariance below 0 by that alone.
      const hidden = pairs(
        (unit) => Math.sqrt(own(unit).squares / Math.max(1, own(unit).degrees) / (own(unit).degrees + 1)),
        (unit) => placesOf(unit).map((place) => ({ ...place, name: JSON.stringify([place.name, unit.stratum]) })),
      )
      const all = this.#units.map((unit) => ({ unit, value: 1 }))
      const factor = pairsOf(placesOf, all) / seen
      const noise = pairs(
        ({ weight }) => weight,
        (unit) => placesOf(unit).map(({ name, share }) => ({ name, share: share * Math.abs(share) })),
      )
      return {
        sum: factor * (pairs((unit, value) => value - own(unit).mean) + hidden),
        noise: 2 * square ** 2 * factor ** 2 * noise,
        factor,
      }
    }
    const [together, apart] = [covariances(within), covariances(between)]
    const shared = together.sum - apart.sum
    if (!isWide) return shared
    const clusters = new Set(this.#seen.flatMap(({ unit }) => within(unit).map(({ name }) => name))).size
    const weights = sum(this.#seen.map(({ unit }) => unit.weight ** 2))
    const beside = (4 * square * Math.max(0, shared) * together.factor * weights) / Math.max(1, clusters)
    return shared + Math.sqrt((1 - this.#seen.length / this.#units.length) * (together.noise + apart.noise + beside))
  }
}

/** What a unit makes pairs in with the others there, and what each such pair counts. */
type PlacesOf = (unit: EarlyUnit) => readonly { readonly name: string; readonly share: number }[]

/** A kind of clusters: pairs within one, and pairs of one stratum. */
interface Kind {
  readonly within: PlacesOf
  readonly between: PlacesOf
}

function clustersOf(kind: string): PlacesOf {
  return ({ clusters }) => (clusters?.[kind] ?? []).map(({ name }) => ({ name, share: 1 }))
}

/**
 * The pairs from different clusters of one stratum, of which the sum of n squares about their mean, times n / (n - 1), takes 1 / (n - 1) off.
 * Strata of one cluster are put together as the whole run's interval puts them.
 */
function strataBetween(units: readonly EarlyUnit[], kind: string): PlacesOf {
  const clusters = new Map(units.flatMap(({ clusters }) => (clusters?.[kind] ?? []).map((own) => [own.name, own] as const)))
  const { several, collapsed } = strataOf([...clusters.values()])
  const strata = [...several, ...collapsed].flatMap((own, at) =>
    own.map(({ name }) => [name, { name: `stratum ${at}`, share: 1 / Math.max(1, own.length - 1) }] as const),
  )
  const byCluster = new Map(strata)
  return ({ clusters }) => {
    const places = (clusters?.[kind] ?? []).flatMap(({ name }) => {
      const stratum = byCluster.get(name)
      return stratum ? [{ cluster: `cluster ${name}`, ...stratum }] : []
    })
    const once = new Map(places.map(({ name, share }) => [name, { name, share }]))
    return [...once.values(), ...places.map(({ cluster, share }) => ({ name: cluster, share: -share }))]
  }
}

/** Weight for size: of what is drawn by size each counts so much. */
function partOf({ weight, size = 1 }: EarlyUnit): number {
  return weight / size
}

/** Slopes on two values by their sums of squares and products; what does not vary has none. */
function slopes([xx, xz, zz]: readonly [number, number, number], [xy, zy]: readonly [number, number]): readonly [number, number] {
  const determinant = xx * zz - xz * xz
  if (determinant <= 1e-12 * xx * zz) return xx > 0 ? [xy / xx, 0] : [0, zz > 0 ? zy / zz : 0]
  return [(xy * zz - zy * xz) / determinant, (zy * xx - xy * xz) / determinant]
}

function stratumOf({ stratum = '' }: EarlyUnit): string {
  return stratum
}

/** Sum of the products of weighted values over all pairs of different units in one place, once for each that they share. */
function pairsOf(placesOf: PlacesOf, entries: readonly { readonly unit: EarlyUnit; readonly value: number }[]): number {
  const sums = new Map<string, number>()
  const shares = new Map<string, number>()
  let squares = 0
  for (const { unit, value } of entries) {
    const own = unit.weight * value
    for (const { name, share } of placesOf(unit)) {
      sums.set(name, (sums.get(name) ?? 0) + own)
      shares.set(name, share)
      squares += share * own ** 2
    }
  }
  return sum([...sums].map(([name, own]) => (shares.get(name) as number) * own ** 2)) - squares
}

/** Degrees of freedom and equal units by kind of cluster, of the kind with the fewest, as the run's own interval counts them. */
function designOf(units: readonly EarlyUnit[], kinds: readonly string[]): Pick<Spread, 'designDf' | 'effectiveUnits' | 'effectiveItems'> {
  const groupsOf = (kind: string) =>
    groupBy(
      units.flatMap((unit) => {
        const own = asUnit(unit)
        const clusters: readonly { readonly name: unknown; readonly stratum: DrawnFrom }[] = unit.clusters?.[kind] ?? [
          { name: unit, stratum: own.stratum },
        ]
        return clusters.map(({ name, stratum }) => ({ name, unit: { ...own, stratum } }))
      }),
      ({ name }) => name,
    )
  const grouped = (own: readonly { readonly unit: Unit }[]): Unit => {
    const [first] = own as [{ readonly unit: Unit }]
    return { ...first.unit, size: own.length, weight: sum(own.map(({ unit }) => unit.weight)) / own.length }
  }
  const byKind = kinds.map((kind) => [...groupsOf(kind).values()].map(grouped))
  const parts = (kinds.length === 0 ? [units.map(asUnit)] : byKind).flatMap((own) => varianceOf(own) ?? [])
  const { designDf = 1, effectiveUnits = 1, effectiveItems } = combine(parts.map((part) => ({ ...part, sign: 1 }))) ?? {}
  return { designDf, effectiveUnits, effectiveItems }
}

function asUnit(unit: EarlyUnit): Unit {
  return { influence: 0, size: 1, weight: unit.weight, stratum: { name: stratumOf(unit) } }
}
