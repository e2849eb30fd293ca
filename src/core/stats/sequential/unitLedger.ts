import { sum } from '../../base/collections.ts'
import { type EarlyUnit, SeenUnits } from './seenUnits.ts'

/** One draw, as it looked before it was made, and what came. All of one unit's part in the figure less what was foreseen of it, for its size. */
interface Step {
  /** Its mean over the draws that there may be, if the tested value were the figure. */
  readonly mean: number
  readonly outcome: number
  /** Lowest and highest outcome of the units left. */
  readonly low: number
  readonly high: number
  /**
   * 1 / (standard deviation x root of the number of units), by the units before, times all units over those left: the bet for a guess of one
   * standard error, of which each unit tells the more the fewer are left.
   */
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
  /** Of all units the mean is 1. */
  readonly size: number
  readonly low: number
  readonly high: number
  readonly sizeLeft: number
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

/** How many units are waited for before something is foreseen anew: a fifth more than the last time. */
export const NEXT = 1.2
/** What counts of the squares of before, where units are foreseen anew: they were foreseen worse. */
const STILL = 0.85

/** What a ledger is kept of. */
export interface LedgerOptions {
  readonly range: readonly [number, number]
  /** -1 where values come turned round. */
  readonly sign: 1 | -1
  /** The bound, turned round as values are. */
  readonly bound: number
  readonly first: number
  /** What units without a value count as: the least or the most that they can be. By default they are left out. */
  readonly missing?: 'low' | 'high' | undefined
}

/** Units of a run in order, and what earlier ones let foresee of those left: a mean by stratum and a slope. Bad guesses only cost units. */
export class UnitLedger {
  readonly first: number
  readonly #bound: number
  readonly #missing: LedgerOptions['missing']
  readonly #rows: readonly Row[]
  readonly #draws: Draw[] = []
  readonly #past: SeenUnits
  #squares: number
  #squared = 1
  #values = 0
  #weights = 0
  #nextGuess = 0
  /** By place what the units before it tell. */
  readonly #clock: number[] = [0]

  constructor(units: readonly EarlyUnit[], { range, sign, bound, first, missing }: LedgerOptions) {
    this.first = Math.min(first, units.length)
    this.#bound = bound
    this.#missing = missing
    const turned = ([one, other]: readonly [number, number]) =>
      [Math.min(sign * one, sign * other), Math.max(sign * one, sign * other)] as const
    const rows: Row[] = []
    let [sizeLeft, weightLeft, floorLeft, ceilingLeft, typical] = [0, 0, 0, 0, 0]
    const sizes = sum(units.map(({ size = 1 }) => size)) / units.length
    for (const unit of units.toReversed()) {
      const { weight } = unit
      const [low, high] = turned(unit.range ?? range)
      const size = (unit.size ?? 1) / sizes
      sizeLeft += size
      weightLeft += weight
      floorLeft += weight * Math.min(0, low - bound)
      ceilingLeft += weight * Math.max(0, high - bound)
      typical += (weight * (high - low)) / units.length
      rows.push({ unit, size, low, high, sizeLeft, weightLeft, floorLeft, ceilingLeft, guess: 0, foreseenLeft: 0, lowest: 0, highest: 0 })
    }
    this.#rows = rows.reverse()
    for (const { sizeLeft: left } of this.#rows) this.#clock.push((this.#clock.at(-1) as number) + units.length / left ** 2)
    this.#squares = (typical / 4) ** 2
    const [low, high] = turned(range)
    this.#past = new SeenUnits(units, sign, Math.min(Math.max(bound, low), high))
  }

  get units(): number {
    return this.#rows.length
  }

  get seen(): number {
    return this.#draws.length
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

  /** The figure of the whole run, by what came and what is foreseen of the rest; and how far a draw of all would be off that. */
  get outlook(): { readonly figure: number; readonly error: number } {
    const { weightLeft = 0, foreseenLeft = 0 } = this.#rows[this.seen] ?? {}
    const error = Math.sqrt((this.#squares / this.#squared) * this.#rows.length)
    return { figure: (this.#values + foreseenLeft) / (this.#weights + weightLeft), error }
  }

  /** The next unit: its value, undefined for none, and the share of its weight that has one. */
  observe(value: number | undefined, share: number): void {
    if (this.seen >= this.#nextGuess) this.#foresee(this.seen)
    const row = this.#rows[this.seen] as Row
    const { unit, size, guess, weightLeft, foreseenLeft, lowest, highest } = row
    const filled = this.#missing === undefined ? undefined : row[this.#missing]
    const scored = value === undefined ? 0 : share
    const part = filled === undefined ? scored : 1
    const mean = part === 0 ? 0 : (scored * (value ?? 0) + (part - scored) * (filled ?? 0)) / part
    const own = part * unit.weight * mean
    const outcome = (own - unit.weight * guess) / size
    this.#draws.push({
      sum: -this.#values - foreseenLeft,
      sumPer: this.#weights + weightLeft,
      outcome,
      outcomePer: (unit.weight * (1 - part)) / size,
      low: lowest,
      high: highest,
      spread: Math.sqrt(this.#rows.length / (this.#squares / this.#squared)) / row.sizeLeft,
    })
    this.#values += own
    this.#weights += part * unit.weight
    if (part === 0) return
    this.#squares += outcome ** 2
    this.#squared += 1
    this.#past.add(unit, mean)
  }

  step(at: number, tested: number): Step {
    const { sum, sumPer, outcome, outcomePer, low, high, spread } = this.#draws[at] as Draw
    const { sizeLeft } = this.#rows[at] as Row
    return { mean: (sum + tested * sumPer) / sizeLeft, outcome: outcome + tested * outcomePer, low, high, spread }
  }

  /** What the units before a place tell, as a share of all that the whole run does, 0 to 1: less than they are, where the large ones come first. */
  toldBy(place: number): number {
    if (place >= this.#rows.length) return 1
    const told = (this.#clock[Math.max(place, this.first)] as number) - (this.#clock[this.first] as number)
    return told / (1 + told)
  }

  #foresee(from: number): void {
    this.#squares *= STILL
    this.#squared *= STILL
    const foresight = this.#past.foresight()
    let [lowest, highest, foreseenLeft] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    for (const row of this.#rows.slice(from).reverse()) {
      const { unit, size, low, high } = row
      const guess = Math.min(high, Math.max(low, foresight(unit)))
      foreseenLeft += unit.weight * guess
      lowest = Math.min(lowest, (unit.weight * (low - guess)) / size)
      highest = Math.max(highest, (unit.weight * (high - guess)) / size)
      Object.assign(row, { guess, foreseenLeft, lowest, highest })
    }
    this.#nextGuess = Math.max(from + 1, Math.ceil(from * NEXT))
  }
}
