import { Z } from '../normal.ts'
import type { EarlyUnit } from './earlyUnit.ts'
import { SeenUnits } from './seenUnits.ts'

/** One draw, as it looked before it was made, and what came. All of one unit's part in the figure less what was foreseen of it. */
export interface Step {
  /** Its mean over the units left, if the tested value were the figure. */
  readonly mean: number
  readonly outcome: number
  /** Lowest and highest outcome of the units left. */
  readonly low: number
  readonly high: number
  /** 1 / (standard deviation x root of the number of units), by the units before: the bet for a guess of one standard error. */
  readonly spread: number
}

/** Units to foresee by before the next time: a fifth more than the last time. */
const NEXT = 1.2

/**
 * The units of a run in order, what is known of those left, and what is foreseen of them: a mean by stratum, and a slope on what is
 * known. Foreseen from earlier units only. A bad guess costs units, and never makes a decision less sure.
 */
export class UnitLedger {
  readonly first: number
  readonly #units: readonly EarlyUnit[]
  readonly #weight: Float64Array
  readonly #size: Float64Array
  readonly #lows: Float64Array
  readonly #highs: Float64Array
  readonly #guess: Float64Array
  /** By unit: sums over it and those after it. */
  readonly #sizeLeft: Float64Array
  readonly #weightLeft: Float64Array
  readonly #foreseenLeft: Float64Array
  readonly #lowest: Float64Array
  readonly #highest: Float64Array
  readonly #floorLeft: Float64Array
  readonly #ceilingLeft: Float64Array
  /** By draw: outcome, its part that depends on the tested value, and the same of the sum that the mean is of. */
  readonly #outcome: Float64Array
  readonly #outcomePer: Float64Array
  readonly #sum: Float64Array
  readonly #sumPer: Float64Array
  readonly #low: Float64Array
  readonly #high: Float64Array
  readonly #spread: Float64Array
  readonly #past: SeenUnits
  #squares: number
  #draws = 1
  #values = 0
  #weights = 0
  #nextGuess = 0
  #bounds: { readonly lower: readonly [number, number]; readonly upper: readonly [number, number] } | undefined
  #boundsAt = -1
  seen = 0

  constructor(
    units: readonly EarlyUnit[],
    { range, sign, bound, first }: { range: readonly [number, number]; sign: 1 | -1; bound: number; first: number },
  ) {
    const n = units.length
    const wrong = units.findIndex(({ weight, size = 1 }) => !(weight >= 0 && Number.isFinite(weight) && size > 0 && Number.isFinite(size)))
    if (wrong >= 0)
      throw new Error(
        `Failed to decide early: the weight or size of unit ${wrong} is not usable. Give finite weights of 0 or more and sizes above 0.`,
      )
    this.#units = units
    this.first = Math.min(first, n)
    const array = (extra = 0) => new Float64Array(n + extra)
    this.#weight = Float64Array.from(units, ({ weight }) => weight)
    this.#size = Float64Array.from(units, ({ size = 1 }) => size)
    this.#lows = array()
    this.#highs = array()
    this.#guess = array()
    ;[this.#sizeLeft, this.#weightLeft, this.#foreseenLeft, this.#floorLeft, this.#ceilingLeft] = [
      array(1),
      array(1),
      array(1),
      array(1),
      array(1),
    ]
    ;[this.#lowest, this.#highest] = [array(), array()]
    ;[this.#outcome, this.#outcomePer, this.#sum, this.#sumPer] = [array(), array(), array(), array()]
    ;[this.#low, this.#high, this.#spread] = [array(), array(), array()]
    let typical = 0
    for (let at = n - 1; at >= 0; at -= 1) {
      const { weight, size = 1, range: own = range } = units[at] as EarlyUnit
      const ends = [sign * own[0], sign * own[1]] as const
      const [low, high] = [Math.min(...ends), Math.max(...ends)]
      this.#lows[at] = low
      this.#highs[at] = high
      this.#sizeLeft[at] = (this.#sizeLeft[at + 1] as number) + size
      this.#weightLeft[at] = (this.#weightLeft[at + 1] as number) + weight
      // A unit may end without a value, and then adds what the bound would.
      this.#floorLeft[at] = (this.#floorLeft[at + 1] as number) + weight * Math.min(0, low - bound)
      this.#ceilingLeft[at] = (this.#ceilingLeft[at + 1] as number) + weight * Math.max(0, high - bound)
      typical += ((weight / size) * (high - low)) / n
    }
    this.#squares = (typical / 4) ** 2
    const middle = Math.min(Math.max(bound, Math.min(...range.map((end) => sign * end))), Math.max(...range.map((end) => sign * end)))
    this.#past = new SeenUnits(units, sign, middle)
  }

  get left(): number {
    return this.#units.length - this.seen
  }

  /** Weighted mean of the values so far. */
  get figure(): number | undefined {
    return this.#weights > 0 ? this.#values / this.#weights : undefined
  }

  /** 1 where the figure reaches the bound whatever comes, -1 where it cannot, 0 while that is open. */
  certain(bound: number): 1 | 0 | -1 {
    if (this.#weights === 0) return 0
    const sum = this.#values - bound * this.#weights
    const tiny = 1e-12 * (1 + Math.abs(bound))
    if (sum + (this.#floorLeft[this.seen] as number) >= -tiny) return 1
    return sum + (this.#ceilingLeft[this.seen] as number) < -tiny ? -1 : 0
  }

  observe(value: number | undefined, share: number): void {
    const at = this.seen
    if (this.left === 0) throw new Error(`Failed to decide early: all ${at} units were looked at already. Ask no more of this rule.`)
    if (at >= this.#nextGuess) this.#foresee(at)
    const [weight, size] = [this.#weight[at] as number, this.#size[at] as number]
    const part = value === undefined ? 0 : share
    const own = part === 0 ? 0 : part * weight * (value as number)
    this.#sum[at] = -this.#values - (this.#foreseenLeft[at] as number)
    this.#sumPer[at] = this.#weights + (this.#weightLeft[at] as number)
    this.#outcome[at] = (own - weight * (this.#guess[at] as number)) / size
    this.#outcomePer[at] = (weight * (1 - part)) / size
    this.#low[at] = this.#lowest[at] as number
    this.#high[at] = this.#highest[at] as number
    this.#spread[at] = 1 / Math.sqrt((this.#squares / this.#draws) * this.#units.length)
    this.#values += own
    this.#weights += part * weight
    if (part > 0) {
      this.#squares += (this.#outcome[at] as number) ** 2
      this.#draws += 1
      this.#past.add(at, value as number)
    }
    this.seen += 1
  }

  /** A draw that was made. */
  step(at: number, value: number): Step {
    return {
      mean: ((this.#sum[at] as number) + value * (this.#sumPer[at] as number)) / (this.#sizeLeft[at] as number),
      outcome: (this.#outcome[at] as number) + value * (this.#outcomePer[at] as number),
      low: this.#low[at] as number,
      high: this.#high[at] as number,
      spread: this.#spread[at] as number,
    }
  }

  /**
   * Below `lower` the whole run breaks an interval's rule, from `upper` on it holds; each with the value for a greater and that for
   * a smaller standard error than the one foreseen. Undefined before two units of a stratum came.
   */
  bounds(bound: number): { readonly lower: readonly [number, number]; readonly upper: readonly [number, number] } | undefined {
    if (this.left > 0 && this.seen < this.#boundsAt) return this.#bounds
    const se = this.#past.wholeError()
    this.#boundsAt = Math.max(this.seen + 1, Math.ceil(this.seen * NEXT))
    if (se === undefined) this.#bounds = undefined
    else {
      const unsure = this.left === 0 ? 0 : Math.sqrt(this.left / this.#units.length / Math.max(1, this.seen))
      const [more, less] = [Z * se * (1 + unsure), Z * se * Math.max(0, 1 - unsure)]
      this.#bounds = { lower: [bound - more, bound - less], upper: [bound + less, bound + more] }
    }
    return this.#bounds
  }

  #foresee(from: number): void {
    this.#past.foresee(from, this.#guess)
    let [low, high, foreseen] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    for (let at = this.#units.length - 1; at >= from; at -= 1) {
      const [weight, lowest, highest] = [this.#weight[at] as number, this.#lows[at] as number, this.#highs[at] as number]
      const ratio = weight / (this.#size[at] as number)
      const guess = Math.min(highest, Math.max(lowest, this.#guess[at] as number))
      foreseen += weight * guess
      low = Math.min(low, ratio * (lowest - guess))
      high = Math.max(high, ratio * (highest - guess))
      this.#guess[at] = guess
      this.#foreseenLeft[at] = foreseen
      this.#lowest[at] = low
      this.#highest[at] = high
    }
    this.#nextGuess = Math.max(from + 1, Math.ceil(from * NEXT))
  }
}
