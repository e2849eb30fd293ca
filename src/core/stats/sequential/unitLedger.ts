import { groupBy, sum } from '../../base/collections.ts'
import { Z } from '../normal.ts'

/** What is known of a unit before it runs: items that must stay together, or one item. */
export interface EarlyUnit {
  /** Its items' weights in the figure, 0 or more. Over all units they add up to 1. */
  readonly weight: number
  /** Lowest and highest value of this unit, where they are closer than those of the rule: of a difference, the scale less the baseline. */
  readonly range?: readonly [number, number] | undefined
  /** What is known of it and goes with its value, for instance the baseline's value. It makes a decision quicker and never less sure. */
  readonly known?: number | undefined
  /** Task or cell: units of one vary about a mean of their own. */
  readonly stratum?: string | undefined
  /** Names by kind of what its items vary together with beyond the unit, each once: for the whole run's interval only. */
  readonly clusters?: Readonly<Record<string, readonly string[]>> | undefined
}

/** Units that a stratum's own mean must outweigh: with few it is drawn towards that of all. */
const PRIOR = 3

/** Values that came, by stratum, and what they tell of the rest. */
export class SeenUnits {
  readonly #units: readonly EarlyUnit[]
  readonly #kinds: readonly string[]
  readonly #sign: 1 | -1
  readonly #middle: number
  readonly #squaredWeights: ReadonlyMap<string, number>
  readonly #seen: { readonly unit: EarlyUnit; readonly known: number; readonly value: number }[] = []

  /** `sign` -1 turns round what is known of units, as their values are; `middle` is foreseen before the first value. */
  constructor(units: readonly EarlyUnit[], sign: 1 | -1, middle: number) {
    this.#units = units
    this.#kinds = [...new Set(units.flatMap(({ clusters }) => Object.keys(clusters ?? {})))]
    this.#sign = sign
    this.#middle = middle
    this.#squaredWeights = new Map([...groupBy(units, stratumOf)].map(([name, own]) => [name, sum(own.map(({ weight }) => weight ** 2))]))
  }

  add(unit: EarlyUnit, value: number): void {
    this.#seen.push({ unit, known: this.#sign * (unit.known ?? 0), value })
  }

  /** Foresees a unit that is to come: by the slope on what is known of it, and the mean of its stratum, drawn towards that of all. */
  foresight(): (unit: EarlyUnit) => number {
    const n = this.#seen.length
    if (n === 0) return () => this.#middle
    let [meanX, meanY] = [0, 0]
    for (const { known, value } of this.#seen) {
      meanX += known / n
      meanY += value / n
    }
    const xx = sum(this.#seen.map(({ known }) => (known - meanX) * (known - meanX)))
    const xy = sum(this.#seen.map(({ known, value }) => (known - meanX) * (value - meanY)))
    // Two units' worth of no slope: of few units it is not known.
    const slope = n < 4 || xx === 0 ? 0 : xy / (xx * (1 + 2 / n))
    const level = (n * meanY + this.#middle) / (n + 1)
    const levels = new Map(
      [...groupBy(this.#seen, ({ unit }) => stratumOf(unit))].map(([name, own]) => {
        const above = sum(own.map(({ known, value }) => value - level - slope * (known - meanX)))
        return [name, level + above / (own.length + PRIOR)]
      }),
    )
    return (unit) => (levels.get(stratumOf(unit)) ?? level) + slope * (this.#sign * (unit.known ?? 0) - meanX)
  }

  /**
   * Standard error of the whole run's figure: by stratum from the squares that came, for the squared weights of all, plus what units of a
   * cluster share. Strata with one value take the others' variance. Undefined while none has two.
   */
  wholeError(): number | undefined {
    const strata = groupBy(this.#seen, ({ unit }) => stratumOf(unit))
    const means = new Map([...strata].map(([name, own]) => [name, sum(own.map(({ value }) => value)) / own.length]))
    const residuals = this.#seen.map(({ unit, value }) => ({ unit, value: value - (means.get(stratumOf(unit)) as number) }))
    const squares = new Map(
      [...groupBy(residuals, ({ unit }) => stratumOf(unit))].map(([name, own]) => [name, sum(own.map(({ value }) => value ** 2))]),
    )
    const countOf = (name: string) => strata.get(name)?.length ?? 0
    const several = [...this.#squaredWeights.keys()].filter((name) => countOf(name) > 1)
    const degrees = sum(several.map((name) => countOf(name) - 1))
    if (degrees === 0) return undefined
    const pooled = sum(several.map((name) => squares.get(name) as number)) / degrees
    const variance = sum(
      [...this.#squaredWeights].map(([name, weight]) => {
        const count = countOf(name)
        return (count < 2 ? pooled : (squares.get(name) as number) / (count - 1)) * weight
      }),
    )
    const shared = sum(this.#kinds.map((kind) => this.#sharedVariance(kind, residuals)))
    // Of few pairs it may come out below 0 by chance.
    return Math.sqrt(Math.max(variance / 4, variance + shared))
  }

  /** The covariances of all pairs of units in one cluster of a kind, from those of which both came. */
  #sharedVariance(kind: string, residuals: readonly { readonly unit: EarlyUnit; readonly value: number }[]): number {
    const one = ({ unit }: { readonly unit: EarlyUnit }) => ({ unit, value: 1 })
    const seen = pairsOf(kind, residuals.map(one))
    if (!(seen > 0)) return 0
    const all = this.#units.map((unit) => one({ unit }))
    return (pairsOf(kind, residuals) / seen) * pairsOf(kind, all)
  }
}

function stratumOf({ stratum = '' }: EarlyUnit): string {
  return stratum
}

/** Sum of the products of weighted values over all pairs of different units in one cluster, once for each that they share. */
function pairsOf(kind: string, entries: readonly { readonly unit: EarlyUnit; readonly value: number }[]): number {
  const sums = new Map<string, number>()
  let squares = 0
  for (const { unit, value } of entries) {
    const own = unit.weight * value
    for (const name of unit.clusters?.[kind] ?? []) {
      sums.set(name, (sums.get(name) ?? 0) + own)
      squares += own ** 2
    }
  }
  return sum([...sums.values()].map((own) => own ** 2)) - squares
}

/** One draw, as it looked before it was made, and what came. All of one unit's part in the figure less what was foreseen of it. */
interface Step {
  /** Its mean over the units left, if the tested value were the figure. */
  readonly mean: number
  readonly outcome: number
  /** Lowest and highest outcome of the units left. */
  readonly low: number
  readonly high: number
  /** 1 / (standard deviation x root of the number of units), by the units before: the bet for a guess of one standard error. */
  readonly spread: number
}

/** A draw with its parts that depend on the tested value: of the outcome, and of the sum that the mean is of. */
interface Draw extends Omit<Step, 'mean'> {
  readonly outcomePer: number
  readonly sum: number
  readonly sumPer: number
}

/** What is foreseen of a unit, and, as `…Left`, sums over it and those after it. */
interface Row {
  readonly unit: EarlyUnit
  readonly low: number
  readonly high: number
  readonly weightLeft: number
  /** The least and the most that can come beyond the bound: a unit may end without a value, and then adds what the bound would. */
  readonly floorLeft: number
  readonly ceilingLeft: number
  guess: number
  foreseenLeft: number
  /** Of the outcomes of this unit and those after it. */
  lowest: number
  highest: number
}

/** Units to foresee by before the next time: a fifth more than the last time. */
const NEXT = 1.2

/** What a ledger is kept of. */
export interface LedgerOptions {
  readonly range: readonly [number, number]
  /** -1 where values come turned round. */
  readonly sign: 1 | -1
  /** The bound, turned round as values are. */
  readonly bound: number
  readonly first: number
}

/** Units of a run in order, and what earlier ones let foresee of those left: a mean by stratum and a slope. Bad guesses only cost units. */
export class UnitLedger {
  readonly first: number
  readonly #bound: number
  readonly #rows: readonly Row[]
  readonly #draws: Draw[] = []
  readonly #past: SeenUnits
  #squares: number
  #squared = 1
  #values = 0
  #weights = 0
  #nextGuess = 0
  #bounds: { readonly lower: readonly [number, number]; readonly upper: readonly [number, number] } | undefined
  #boundsAt = -1

  constructor(units: readonly EarlyUnit[], { range, sign, bound, first }: LedgerOptions) {
    this.first = Math.min(first, units.length)
    this.#bound = bound
    const turned = ([one, other]: readonly [number, number]) =>
      [Math.min(sign * one, sign * other), Math.max(sign * one, sign * other)] as const
    const rows: Row[] = []
    let [weightLeft, floorLeft, ceilingLeft, typical] = [0, 0, 0, 0]
    for (const unit of units.toReversed()) {
      const { weight } = unit
      const [low, high] = turned(unit.range ?? range)
      weightLeft += weight
      floorLeft += weight * Math.min(0, low - bound)
      ceilingLeft += weight * Math.max(0, high - bound)
      typical += (weight * (high - low)) / units.length
      rows.push({ unit, low, high, weightLeft, floorLeft, ceilingLeft, guess: 0, foreseenLeft: 0, lowest: 0, highest: 0 })
    }
    this.#rows = rows.reverse()
    this.#squares = (typical / 4) ** 2
    const [low, high] = turned(range)
    this.#past = new SeenUnits(units, sign, Math.min(Math.max(bound, low), high))
  }

  get seen(): number {
    return this.#draws.length
  }

  get left(): number {
    return this.#rows.length - this.seen
  }

  /** Weighted mean of the values so far. */
  get figure(): number | undefined {
    return this.#weights > 0 ? this.#values / this.#weights : undefined
  }

  /** 1 where the figure reaches the bound whatever comes, -1 where it cannot, 0 while that is open. */
  get certain(): 1 | 0 | -1 {
    if (this.#weights === 0) return 0
    const { floorLeft = 0, ceilingLeft = 0 } = this.#rows[this.seen] ?? {}
    const sum = this.#values - this.#bound * this.#weights
    const tiny = 1e-12 * (1 + Math.abs(this.#bound))
    if (sum + floorLeft >= -tiny) return 1
    return sum + ceilingLeft < -tiny ? -1 : 0
  }

  /** The next unit: its value, undefined for none, and the share of its weight that has one. */
  observe(value: number | undefined, share: number): void {
    if (this.seen >= this.#nextGuess) this.#foresee(this.seen)
    const { unit, guess, weightLeft, foreseenLeft, lowest, highest } = this.#rows[this.seen] as Row
    const part = value === undefined ? 0 : share
    const own = part === 0 ? 0 : part * unit.weight * (value as number)
    const outcome = own - unit.weight * guess
    this.#draws.push({
      sum: -this.#values - foreseenLeft,
      sumPer: this.#weights + weightLeft,
      outcome,
      outcomePer: unit.weight * (1 - part),
      low: lowest,
      high: highest,
      spread: 1 / Math.sqrt((this.#squares / this.#squared) * this.#rows.length),
    })
    this.#values += own
    this.#weights += part * unit.weight
    if (part === 0) return
    this.#squares += outcome ** 2
    this.#squared += 1
    this.#past.add(unit, value as number)
  }

  step(at: number, tested: number): Step {
    const { sum, sumPer, outcome, outcomePer, low, high, spread } = this.#draws[at] as Draw
    return { mean: (sum + tested * sumPer) / (this.#rows.length - at), outcome: outcome + tested * outcomePer, low, high, spread }
  }

  /** Below `lower` the run breaks a rule, from `upper` on it holds, each for a greater and a smaller error. Undefined before two units. */
  get bounds(): { readonly lower: readonly [number, number]; readonly upper: readonly [number, number] } | undefined {
    if (this.left > 0 && this.seen < this.#boundsAt) return this.#bounds
    const se = this.#past.wholeError()
    this.#boundsAt = Math.max(this.seen + 1, Math.ceil(this.seen * NEXT))
    const unsure = this.left === 0 ? 0 : Math.sqrt(this.left / this.#rows.length / Math.max(1, this.seen))
    const [more, less] = [Z * (se ?? 0) * (1 + unsure), Z * (se ?? 0) * Math.max(0, 1 - unsure)]
    const bound = this.#bound
    this.#bounds = se === undefined ? undefined : { lower: [bound - more, bound - less], upper: [bound + less, bound + more] }
    return this.#bounds
  }

  #foresee(from: number): void {
    const foresight = this.#past.foresight()
    let [lowest, highest, foreseenLeft] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    for (const row of this.#rows.slice(from).reverse()) {
      const { unit, low, high } = row
      const guess = Math.min(high, Math.max(low, foresight(unit)))
      foreseenLeft += unit.weight * guess
      lowest = Math.min(lowest, unit.weight * (low - guess))
      highest = Math.max(highest, unit.weight * (high - guess))
      Object.assign(row, { guess, foreseenLeft, lowest, highest })
    }
    this.#nextGuess = Math.max(from + 1, Math.ceil(from * NEXT))
  }
}
