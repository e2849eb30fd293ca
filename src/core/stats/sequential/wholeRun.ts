import { differenceInterval } from '../difference.ts'
import { metricInterval, type SpreadFigure } from '../metricInterval.ts'
import { type EarlyUnit, SeenUnits } from './seenUnits.ts'

/** What a whole run is foreseen by. Everything is turned so that more is better. */
export interface WholeRunOptions {
  /** Lowest and highest value of the metric. */
  readonly scale: readonly [low: number, high: number]
  /** -1 where what is known of units is to be turned round. */
  readonly sign: 1 | -1
  /** Whether values are changes from what is known of the units. */
  readonly isChange: boolean
}

/** The run's own interval of all units, if their figure were this: as wide as may well be (1), or as narrow (-1). */
export type IntervalOfAll = (figure: number, side: 1 | -1) => readonly [low: number, high: number] | null

/** Values from which on it is foreseen how the whole run varies. */
const LEAST = 10

/** Foresees the interval that the run's own code will give all units, by those that came. */
export class WholeRun {
  readonly #scale: readonly [number, number]
  readonly #units: number
  readonly #seen: SeenUnits
  /** What is known of all units, where values are changes from that. */
  readonly #before: SeenUnits | undefined
  /** Lowest and highest figure of the rule. */
  readonly ends: readonly [number, number]

  /** @param seen values of the rule, which the caller adds. */
  constructor(units: readonly EarlyUnit[], seen: SeenUnits, { scale, sign, isChange }: WholeRunOptions) {
    this.#scale = scale
    this.#units = units.length
    this.#seen = seen
    if (isChange) this.#before = new SeenUnits(units, sign, scale[0])
    for (const unit of units) this.#before?.add(unit, sign * (unit.known ?? 0))
    const from = this.#before?.figure ?? 0
    this.ends = [scale[0] - from, scale[1] - from]
  }

  /** Undefined while too few values tell how they vary. */
  foresee(): IntervalOfAll | undefined {
    if (this.#seen.count < LEAST || this.#seen.wholeError() === undefined) return undefined
    const [scale, before] = [this.#scale, this.#before]
    const metric = this.#metric(before ?? this.#seen)
    if (!before) return (figure, side) => metricInterval(metric(figure, 1 + side * this.#unsure), scale)
    // Sums of perfect values may end beyond the scale by their rounding.
    const within = (figure: number) => metric(Math.min(scale[1], Math.max(scale[0], figure)), 1)
    const [a, change] = [within(before.figure), this.#change()]
    return (figure, side) => differenceInterval({ a, b: within(a.value + figure), change: change(figure, side), n: this.#units }, scale)
  }

  /**
   * The metric, if it were this: it varies as a share does, times how what came varied in proportion to that. To what came one failure in
   * full is added, for where none was seen nothing tells that none will come.
   */
  #metric(came: SeenUnits): (value: number, factor: number) => SpreadFigure {
    const [low, high] = this.#scale
    const { count, design, figure } = came
    const asShare = (value: number) => Math.max(0, ((value - low) * (high - value)) / (high - low) ** 2)
    const ratio = (count * this.#perUnit(came) + 1) / (count * asShare(figure) + 1)
    const df = came.wholeDf()
    return (value, factor) => {
      const se = (high - low) * Math.sqrt((ratio * asShare(value)) / design.effectiveUnits) * factor
      return { value, se, df, ...design }
    }
  }

  /**
   * The change, if it were this: as what came varied. Where it is another one, other pairs differ. As wide as may well be, one more pair
   * differs in full, since nothing tells that none will, and the error grows as the squares of units do: each is one of many in a cluster.
   */
  #change(): (value: number, side: 1 | -1) => SpreadFigure {
    const width = this.#scale[1] - this.#scale[0]
    const { count, design, figure } = this.#seen
    const sumOf = (of: (value: number) => number) => count * this.#seen.meanOf((value) => of(value / width))
    const size = (sumOf((value) => value ** 2) + 1) / (sumOf(Math.abs) + 1)
    const square = this.#seen.residualSquare() / width ** 2
    // How much of a difference of one unit is left in the figure's error. What the clusters themselves were drawn from, which may take much
    // of what they share off it, is not known here: as narrow as may well be, a cluster differs as a unit does.
    const wide = square > 1e-12 ? ((this.#seen.wholeError(true) ?? 0) / width) ** 2 / square : 1 / design.effectiveUnits
    const narrow = this.#perUnit(this.#seen)
    const df = this.#seen.wholeDf(width)
    return (value, side) => {
      const [other, spread] = [(size * Math.abs(value - figure)) / width, (1 + side * this.#unsure) ** 2]
      const varies =
        side === 1 ? (((count * square + 1) / (count + 1)) * spread + other) * wide : (narrow * spread - other) / design.effectiveUnits
      return { value, se: width * Math.sqrt(Math.max(0, varies)), ...design, df: side === 1 ? df : design.designDf }
    }
  }

  /** Variance of one unit, of a scale from 0 to 1. */
  #perUnit(came: SeenUnits): number {
    return came.design.effectiveUnits * ((came.wholeError() ?? 0) / (this.#scale[1] - this.#scale[0])) ** 2
  }

  /** Relative standard error of what is foreseen. */
  get #unsure(): number {
    const { count } = this.#seen
    return Math.sqrt(Math.max(0, 1 - count / this.#units) / Math.max(1, count))
  }
}
