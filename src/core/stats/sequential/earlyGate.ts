import { Capital } from './capital.ts'
import type { EarlyUnit } from './earlyUnit.ts'
import { UnitLedger } from './unitLedger.ts'

/** One rule of a gate, told before the first call, whose outcome a run may know before its last item. */
export interface EarlyGateOptions {
  /** The units in the order in which they run. */
  readonly units: readonly EarlyUnit[]
  /** Lowest and highest value of an item: of the metric's scale, or of a difference of two such values for `maxDrop`. */
  readonly range: readonly [number, number]
  readonly bound: number
  /** `atLeast`: figures of the bound and more keep the rule. `atMost`: figures of the bound and less do. */
  readonly keeps: 'atLeast' | 'atMost'
  readonly decide: 'value' | 'lenient' | 'strict'
  /** Chance, 0 to 1, of a decision that the whole run would not make: its part of the error that all rules share. */
  readonly alpha: number
  /** Leading units on which nothing is bet, since they were not drawn at random: one of each cell. Default 0. */
  readonly first?: number | undefined
}

/** What is known of a rule after some units. */
export interface EarlyStanding {
  /**
   * What the whole run would say; undefined while that is open. `undecided` of `lenient`: not broken, and whether held is open.
   * `undecided` of `strict`: not held, and whether broken is open. After the last unit: its interval holds the bound.
   */
  readonly verdict: 'held' | 'broken' | 'undecided' | undefined
  /** Units looked at. */
  readonly units: number
  /** Chance of being wrong, by the evidence so far: anytime p-value of the side that leads, 0 to 1. */
  readonly risk: number
}

/**
 * Says while a run goes on what the whole run would say of a rule, and is wrong about that in at most `alpha` of runs, however
 * often one looks: a test by betting on a population drawn without replacement (Waudby-Smith and Ramdas, 2024, section 5; with
 * sizes as Shekhar et al., 2023). Nothing is assumed of the values but their range. The order must be that of {@link earlyOrder}.
 *
 * The figure is the weighted mean of the units with a value. This is the whole run's to the letter where all have one, or where
 * those without are left out of one mean; of a mean over cells it is nearly so, unless cells lack values to different shares.
 *
 * With `value` only one of the two errors is possible, and each has `alpha`. With `lenient` the promise is about broken or not,
 * with `strict` about held or not, as far as the standard error that the whole run will have is foreseen. The finer word (`held` of
 * `lenient`, `broken` of `strict`) has an `alpha` of its own.
 */
export class EarlyGate {
  readonly #ledger: UnitLedger
  readonly #options: EarlyGateOptions
  readonly #sign: 1 | -1
  readonly #bound: number
  /** Evidence that the figure is above a value, or below it. */
  readonly #above: Capital
  readonly #below: Capital
  /** For the finer word of `lenient` and `strict`. */
  readonly #finer: Capital
  #verdict: EarlyStanding['verdict']
  /** Whether the verdict is the finer word. */
  #isFiner = false

  /** @throws Error where alpha is not between 0 and 1, or a weight is negative or not finite. */
  constructor(options: EarlyGateOptions) {
    if (!(options.alpha > 0 && options.alpha < 1))
      throw new Error(`Failed to decide early: alpha is ${options.alpha}. Give a number between 0 and 1.`)
    this.#options = options
    // Figures of which less is better are turned round: then the bound is always a least value.
    this.#sign = options.keeps === 'atLeast' ? 1 : -1
    this.#bound = this.#sign * options.bound
    this.#ledger = new UnitLedger(options.units, { range: options.range, sign: this.#sign, bound: this.#bound, first: options.first ?? 0 })
    this.#above = new Capital(this.#ledger, 1)
    this.#below = new Capital(this.#ledger, -1)
    this.#finer = new Capital(this.#ledger, options.decide === 'lenient' ? 1 : -1)
  }

  /**
   * The next unit in order.
   *
   * @param value mean of its items' values, by their weights; undefined where none has one.
   * @param share of its weight that has a value, 0 to 1.
   * @throws Error after the last unit.
   */
  observe(value: number | undefined, share = 1): EarlyStanding {
    this.#ledger.observe(value === undefined ? undefined : this.#sign * value, share)
    this.#update()
    return this.standing
  }

  /** What is known now. */
  get standing(): EarlyStanding {
    const units = this.#ledger.seen
    if (this.#ledger.left === 0) return { verdict: this.#verdict, units, risk: 0 }
    const risk = this.#isFiner ? this.#finer.risk : Math.min(1, this.#above.risk, this.#below.risk)
    return { verdict: this.#verdict, units, risk }
  }

  #update(): void {
    const { decide, alpha } = this.#options
    const ledger = this.#ledger
    if (decide === 'value') {
      this.#above.test(this.#bound)
      this.#below.test(this.#bound)
      const certain = ledger.certain(this.#bound)
      if (certain) this.#verdict = certain > 0 ? 'held' : 'broken'
      else if (this.#verdict === undefined && this.#above.risk <= alpha) this.#verdict = 'held'
      else if (this.#verdict === undefined && this.#below.risk <= alpha) this.#verdict = 'broken'
      return
    }
    const ends = ledger.bounds(this.#bound)
    if (ledger.left === 0) {
      const figure = ledger.figure
      this.#verdict =
        !ends || figure === undefined ? 'undecided' : figure < ends.lower[0] ? 'broken' : figure >= ends.upper[0] ? 'held' : 'undecided'
      return
    }
    if (!ends || this.#verdict !== undefined) {
      this.#finerWord(ends, alpha)
      return
    }
    // Which of the two values the figure is told from: that below which the whole run breaks, or that above which it holds.
    const told = decide === 'lenient' ? ends.lower : ends.upper
    this.#below.test(told[0])
    this.#above.test(told[1])
    if (this.#below.risk <= alpha) this.#verdict = decide === 'lenient' ? 'broken' : 'undecided'
    else if (this.#above.risk <= alpha) this.#verdict = decide === 'lenient' ? 'undecided' : 'held'
    this.#finerWord(ends, alpha)
  }

  #finerWord(ends: ReturnType<UnitLedger['bounds']>, alpha: number): void {
    if (this.#verdict !== 'undecided' || !ends) return
    const lenient = this.#options.decide === 'lenient'
    this.#finer.test(lenient ? ends.upper[1] : ends.lower[0])
    if (this.#finer.risk > alpha) return
    this.#verdict = lenient ? 'held' : 'broken'
    this.#isFiner = true
  }
}
