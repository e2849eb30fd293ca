import type { EarlyUnit } from './earlyUnit.ts'

/** Units that a stratum's own mean must outweigh: with few it is drawn towards that of all. */
const PRIOR = 3

/** Values that came, by stratum, and what they tell of the rest. */
export class SeenUnits {
  readonly #units: readonly EarlyUnit[]
  readonly #kinds: readonly string[]
  readonly #known: Float64Array
  readonly #middle: number
  readonly #stratum: Int32Array
  readonly #squaredWeights: Float64Array
  readonly #at: number[] = []
  readonly #values: number[] = []

  /** @param middle what is foreseen before the first value. */
  constructor(units: readonly EarlyUnit[], sign: 1 | -1, middle: number) {
    this.#units = units
    this.#kinds = [...new Set(units.flatMap(({ clusters }) => Object.keys(clusters ?? {})))]
    this.#known = Float64Array.from(units, ({ known = 0 }) => sign * known)
    this.#middle = middle
    const names = new Map<string, number>()
    this.#stratum = Int32Array.from(units, ({ stratum = '' }) => {
      const known = names.get(stratum) ?? names.size
      names.set(stratum, known)
      return known
    })
    this.#squaredWeights = new Float64Array(names.size)
    for (const [at, { weight }] of units.entries()) addTo(this.#squaredWeights, this.#stratum[at] as number, weight ** 2)
  }

  add(at: number, value: number): void {
    this.#at.push(at)
    this.#values.push(value)
  }

  /** Foresees the units from one on: by the slope on what is known of them, and the mean of their stratum, drawn towards that of all. */
  foresee(from: number, guesses: Float64Array): void {
    const n = this.#values.length
    if (n === 0) {
      guesses.fill(this.#middle, from)
      return
    }
    let [meanX, meanY] = [0, 0]
    for (let i = 0; i < n; i += 1) {
      meanX += (this.#known[this.#at[i] as number] as number) / n
      meanY += (this.#values[i] as number) / n
    }
    let [xx, xy] = [0, 0]
    for (let i = 0; i < n; i += 1) {
      const x = (this.#known[this.#at[i] as number] as number) - meanX
      xx += x * x
      xy += x * ((this.#values[i] as number) - meanY)
    }
    // Two units' worth of no slope: of few units it is not known.
    const slope = n < 4 || xx === 0 ? 0 : xy / (xx * (1 + 2 / n))
    const strata = this.#squaredWeights.length
    const [sums, counts] = [new Float64Array(strata), new Float64Array(strata)]
    const level = (n * meanY + this.#middle) / (n + 1)
    for (let i = 0; i < n; i += 1) {
      const s = this.#stratum[this.#at[i] as number] as number
      addTo(sums, s, (this.#values[i] as number) - level - slope * ((this.#known[this.#at[i] as number] as number) - meanX))
      addTo(counts, s, 1)
    }
    for (let s = 0; s < strata; s += 1) sums[s] = level + (sums[s] as number) / ((counts[s] as number) + PRIOR)
    for (let at = from; at < guesses.length; at += 1)
      guesses[at] = (sums[this.#stratum[at] as number] as number) + slope * ((this.#known[at] as number) - meanX)
  }

  /**
   * Standard error that the figure of the whole run will have over the units that might have been drawn: by stratum, from the squares
   * that came, for the squared weights of all. Strata with one value take the others' variance. What units of a cluster have in common
   * is added, from the pairs that came for all pairs. Undefined while no stratum has two values.
   */
  wholeError(): number | undefined {
    const strata = this.#squaredWeights.length
    const [counts, sums] = [new Float64Array(strata), new Float64Array(strata)]
    for (let i = 0; i < this.#values.length; i += 1) {
      const s = this.#stratum[this.#at[i] as number] as number
      addTo(counts, s, 1)
      addTo(sums, s, this.#values[i] as number)
    }
    const squares = new Float64Array(strata)
    for (let i = 0; i < this.#values.length; i += 1) {
      const s = this.#stratum[this.#at[i] as number] as number
      addTo(squares, s, ((this.#values[i] as number) - (sums[s] as number) / (counts[s] as number)) ** 2)
    }
    let [pooled, degrees] = [0, 0]
    for (let s = 0; s < strata; s += 1) {
      if ((counts[s] as number) < 2) continue
      pooled += squares[s] as number
      degrees += (counts[s] as number) - 1
    }
    if (degrees === 0) return undefined
    let variance = 0
    for (let s = 0; s < strata; s += 1) {
      const own = (counts[s] as number) < 2 ? pooled / degrees : (squares[s] as number) / ((counts[s] as number) - 1)
      variance += own * (this.#squaredWeights[s] as number)
    }
    const residuals = this.#values.map((value, i) => {
      const s = this.#stratum[this.#at[i] as number] as number
      return value - (sums[s] as number) / (counts[s] as number)
    })
    const shared = this.#kinds.reduce((sum, kind) => sum + this.#sharedVariance(kind, residuals), 0)
    // Of few pairs it may come out below 0 by chance.
    return Math.sqrt(Math.max(variance / 4, variance + shared))
  }

  /** The covariances of all pairs of units in one cluster of a kind, from those of which both came. */
  #sharedVariance(kind: string, residuals: readonly number[]): number {
    const all = this.#units.map(() => 1)
    const weights = this.#pairs(
      kind,
      this.#units.map((_unit, at) => at),
      all,
    )
    const seen = this.#pairs(kind, this.#at, all)
    return seen > 0 ? (this.#pairs(kind, this.#at, residuals) / seen) * weights : 0
  }

  /** Sum of the products of weighted values over all pairs of different units in one cluster, once for each that they share. */
  #pairs(kind: string, places: readonly number[], values: readonly number[]): number {
    const sums = new Map<string, number>()
    let squares = 0
    for (const [i, at] of places.entries()) {
      const { weight, clusters } = this.#units[at] as EarlyUnit
      const own = weight * (values[i] as number)
      for (const name of clusters?.[kind] ?? []) {
        sums.set(name, (sums.get(name) ?? 0) + own)
        squares += own ** 2
      }
    }
    return [...sums.values()].reduce((sum, own) => sum + own ** 2, 0) - squares
  }
}

function addTo(sums: Float64Array, at: number, more: number): void {
  sums[at] = (sums[at] as number) + more
}
