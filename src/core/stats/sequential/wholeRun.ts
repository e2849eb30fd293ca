import { differenceInterval } from '../difference.ts'
import { type Estimate, metricInterval } from '../metricInterval.ts'
import { type EarlyUnit, SeenUnits } from './seenUnits.ts'

/** What a whole run is foreseen of. Everything is turned so that more is better. */
export interface WholeRunOptions {
  /** Lowest and highest value of the metric. */
  readonly scale: readonly [low: number, high: number]
  /** -1 where what is known of units is to be turned round. */
  readonly sign: 1 | -1
  /** Whether values are changes from what is known of the units. */
  readonly isChange: boolean
}

/** The run's own interval of all units, if their figure were this. `side`: as wide as may well be (1), as narrow (-1), as is likely (0). */
export type IntervalOfAll = (figure: number, side: 1 | 0 | -1) => readonly [low: number, high: number] | null

/** Foresees the interval that the run's own code will give all units, by those that came. */
export class WholeRun {
  readonly #units: readonly EarlyUnit[]
  readonly #options: WholeRunOptions
  /** Values of the rule, and of the metric itself. */
  readonly #seen: SeenUnits
  readonly #now: SeenUnits
  readonly #before: Estimate | undefined

  /** @param seen values of the rule, which the caller adds. */
  constructor(units: readonly EarlyUnit[], seen: SeenUnits, options: WholeRunOptions) {
    const { sign, scale, isChange } = options
    this.#units = units
    this.#options = options
    this.#seen = seen
    const all = () => new SeenUnits(units, sign, scale[0])
    this.#now = isChange ? all() : seen
    if (!isChange) return
    const before = all()
    for (const unit of units) before.add(unit, this.#known(unit))
    // Sums of perfect values may end beyond the scale by their rounding.
    this.#before = { value: this.#within(before.figure), se: before.wholeError() ?? 0, df: before.wholeDf(), ...before.design }
  }

  /** Takes in what the caller adds to the values of the rule. */
  add(unit: EarlyUnit, value: number): void {
    if (this.#before) this.#now.add(unit, value + this.#known(unit))
  }

  /** Lowest and highest figure of the rule. */
  get ends(): readonly [number, number] {
    const { scale } = this.#options
    const from = this.#before?.value ?? 0
    return [scale[0] - from, scale[1] - from]
  }

  /** Undefined while no stratum has two values: nothing tells then how they vary. */
  foresee(): IntervalOfAll | undefined {
    if (this.#seen.wholeError() === undefined) return undefined
    const { scale } = this.#options
    const a = this.#before
    const now = this.#metric()
    if (!a) return (figure, side) => metricInterval(now(figure, side), scale)
    const change = this.#change()
    return (figure, side) =>
      differenceInterval({ a, b: now(this.#within(a.value + figure), side), change: change(figure, side), n: this.#units.length }, scale)
  }

  /**
   * The metric, if it were this: it varies as a share does, times how what came varied in proportion to that. To what came one failure in
   * full is added, for where none was seen nothing tells that none will come.
   */
  #metric(): (value: number, side: number) => Estimate {
    const [low, high] = this.#options.scale
    const width = high - low
    const { count, design, figure } = this.#now
    const asShare = (value: number) => Math.max(0, ((value - low) / width) * ((high - value) / width))
    const perUnit = design.effectiveUnits * ((this.#now.wholeError() ?? 0) / width) ** 2
    const ratio = (count * perUnit + 1) / (count * asShare(figure) + 1)
    const [unsure, df] = [this.#unsure, this.#now.wholeDf()]
    return (value, side) => {
      const se = width * Math.sqrt((ratio * asShare(value)) / design.effectiveUnits) * (1 + side * unsure)
      return { value, se, df, ...design }
    }
  }

  /**
   * The change, if it were this: as what came varied. Where it is another one, other pairs differ. As wide as may well be, one more pair
   * differs in full: nothing tells that none will.
   */
  #change(): (value: number, side: 1 | 0 | -1) => Estimate {
    const [low, high] = this.#options.scale
    const width = high - low
    const { count, design, figure } = this.#seen
    const perUnit = design.effectiveUnits * ((this.#seen.wholeError() ?? 0) / width) ** 2
    const mean = (of: (value: number) => number) => count * this.#seen.meanOf((value) => of(value / width))
    const size = (mean((value) => value ** 2) + 1) / (mean(Math.abs) + 1)
    const by = {
      '1': { variance: ((count * perUnit + 1) / (count + 1)) * (1 + this.#unsure) ** 2, df: this.#seen.wholeDf(width) },
      '0': { variance: perUnit, df: this.#seen.wholeDf() },
      '-1': { variance: perUnit * (1 - this.#unsure) ** 2, df: design.designDf },
    }
    return (value, side) => {
      const { variance, df } = by[side]
      const varies = Math.max(0, variance + (side * size * Math.abs(value - figure)) / width)
      return { value, se: width * Math.sqrt(varies / design.effectiveUnits), ...design, df }
    }
  }

  /** Relative standard error of what is foreseen. */
  get #unsure(): number {
    const { count } = this.#seen
    return Math.sqrt(Math.max(0, 1 - count / this.#units.length) / Math.max(1, count))
  }

  #within(figure: number): number {
    const { scale } = this.#options
    return Math.min(scale[1], Math.max(scale[0], figure))
  }

  #known(unit: EarlyUnit): number {
    return this.#options.sign * (unit.known ?? 0)
  }
}
