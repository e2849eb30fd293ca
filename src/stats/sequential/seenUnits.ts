import type { EarlyUnit } from './earlyUnit.ts'

/** Units that a stratum's own mean must outweigh: with few it is drawn towards that of all. */
const PRIOR = 3

/** Values that came, by stratum, and what they tell of the rest. */
export class SeenUnits {
  readonly #units: readonly EarlyUnit[]
  readonly #sign: 1 | -1
  readonly #middle: number
  readonly #stratum: Int32Array
  readonly #squaredWeights: Float64Array
  readonly #at: number[] = []
  readonly #values: number[] = []

  /** @param middle what is foreseen before the first value. */
  constructor(units: readonly EarlyUnit[], sign: 1 | -1, middle: number) {
    this.#units = units
    this.#sign = sign
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

  #known(at: number): number {
    return this.#sign * ((this.#units[at] as EarlyUnit).known ?? 0)
  }

  /** What is foreseen of a unit: the slope on what is known of it, and the mean of its stratum, drawn towards that of all. */
  foresight(): (at: number) => number {
    const n = this.#values.length
    if (n === 0) return () => this.#middle
    let [meanX, meanY] = [0, 0]
    for (let i = 0; i < n; i += 1) {
      meanX += this.#known(this.#at[i] as number) / n
      meanY += (this.#values[i] as number) / n
    }
    let [xx, xy] = [0, 0]
    for (let i = 0; i < n; i += 1) {
      const x = this.#known(this.#at[i] as number) - meanX
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
      addTo(sums, s, (this.#values[i] as number) - level - slope * (this.#known(this.#at[i] as number) - meanX))
      addTo(counts, s, 1)
    }
    return (at) => {
      const s = this.#stratum[at] as number
      return level + slope * (this.#known(at) - meanX) + (sums[s] as number) / ((counts[s] as number) + PRIOR)
    }
  }

  /**
   * Standard error that the figure of the whole run will have over the units that might have been drawn: by stratum, from the squares
   * that came, for the squared weights of all. Strata with one value take the others' variance. Undefined while none has two.
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
    return Math.sqrt(variance)
  }
}

function addTo(sums: Float64Array, at: number, more: number): void {
  sums[at] = (sums[at] as number) + more
}
