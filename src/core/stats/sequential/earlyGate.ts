import { type EarlyUnit, UnitLedger } from './unitLedger.ts'

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
  /** Chance, above 0 and below 1, of a decision that the whole run would not make: its part of the error that all rules share. */
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
  readonly units: number
  /** Chance of being wrong, by the evidence so far: anytime p-value of the side that leads, 0 to 1. */
  readonly risk: number
}

/**
 * Says while a run goes on what the whole run would say of a rule, and is wrong about that in at most `alpha` of runs, however
 * often one looks: a test by betting on a population drawn without replacement (Waudby-Smith and Ramdas, 2024, section 5). Nothing
 * is assumed of the values but their range. The order must be that of `earlyOrder`.
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

  constructor(options: EarlyGateOptions) {
    const { units, range, bound, keeps, decide, first = 0 } = options
    this.#options = options
    // Figures of which less is better are turned round: then the bound is always a least value.
    this.#sign = keeps === 'atLeast' ? 1 : -1
    this.#bound = this.#sign * bound
    this.#ledger = new UnitLedger(units, { range, sign: this.#sign, bound: this.#bound, first })
    this.#above = new Capital(this.#ledger, 1)
    this.#below = new Capital(this.#ledger, -1)
    this.#finer = new Capital(this.#ledger, decide === 'lenient' ? 1 : -1)
  }

  /** The next unit in order: mean of its items' values, undefined for none, and the `share` of its weight, 0 to 1, that has one. */
  observe(value: number | undefined, share = 1): EarlyStanding {
    this.#ledger.observe(value === undefined ? undefined : this.#sign * value, share)
    if (this.#options.decide === 'value') this.#decideValue()
    else this.#decideInterval()
    const risk = this.#isFiner ? this.#finer.risk : Math.min(1, this.#above.risk, this.#below.risk)
    return { verdict: this.#verdict, units: this.#ledger.seen, risk: this.#ledger.left === 0 ? 0 : risk }
  }

  #decideValue(): void {
    this.#above.test(this.#bound)
    this.#below.test(this.#bound)
    const { certain } = this.#ledger
    if (certain) this.#verdict = certain > 0 ? 'held' : 'broken'
    else if (this.#verdict === undefined && this.#above.risk <= this.#options.alpha) this.#verdict = 'held'
    else if (this.#verdict === undefined && this.#below.risk <= this.#options.alpha) this.#verdict = 'broken'
  }

  #decideInterval(): void {
    const { decide, alpha } = this.#options
    const { bounds, figure, left } = this.#ledger
    if (left === 0) {
      this.#verdict = 'undecided'
      if (bounds && figure !== undefined) {
        if (figure < bounds.lower[0]) this.#verdict = 'broken'
        else if (figure >= bounds.upper[0]) this.#verdict = 'held'
      }
      return
    }
    if (!bounds) return
    if (this.#verdict === undefined) {
      // Which of the two values the figure is told from: that below which the whole run breaks, or that above which it holds.
      const told = decide === 'lenient' ? bounds.lower : bounds.upper
      this.#below.test(told[0])
      this.#above.test(told[1])
      if (this.#below.risk <= alpha) this.#verdict = decide === 'lenient' ? 'broken' : 'undecided'
      else if (this.#above.risk <= alpha) this.#verdict = decide === 'lenient' ? 'undecided' : 'held'
    }
    if (this.#verdict !== 'undecided') return
    this.#finer.test(decide === 'lenient' ? bounds.upper[1] : bounds.lower[0])
    if (this.#finer.risk > alpha) return
    this.#verdict = decide === 'lenient' ? 'held' : 'broken'
    this.#isFiner = true
  }
}

/** How far the figure may lie from the tested value, in whole-run standard errors: each has its best bet, the capital is their mean. */
const GUESSES = [3, 6, 12, 24, 48]
/** Share of the largest bet that cannot lose all. */
const MOST = 0.9

/** Winnings, from 1, of bets that a figure is above (1) or below (-1) a value: if not, P(ever 1/alpha) is at most alpha (Ville, 1939). */
export class Capital {
  readonly #ledger: UnitLedger
  readonly #side: 1 | -1
  #wealth: readonly number[] = []
  #tested: number | undefined
  #at = 0
  #most = 1

  constructor(ledger: UnitLedger, side: 1 | -1) {
    this.#ledger = ledger
    this.#side = side
  }

  get wealth(): number {
    return this.#wealth.reduce((sum, one) => sum + one, 0) / GUESSES.length
  }

  /** Anytime p-value, 0 to 1. */
  get risk(): number {
    return Math.min(1, 1 / this.#most)
  }

  /** Goes on with the units that came; with all of them anew where another value is tested than before. */
  test(value: number): void {
    if (value !== this.#tested) {
      this.#tested = value
      this.#at = this.#ledger.first
      this.#most = 1
      this.#wealth = GUESSES.map(() => 1)
    }
    for (; this.#at < this.#ledger.seen; this.#at += 1) this.#bet(this.#at, value)
  }

  #bet(at: number, value: number): void {
    const { mean, outcome, low, high, spread } = this.#ledger.step(at, value)
    const [gain, room] = this.#side === 1 ? [outcome - mean, mean - low] : [mean - outcome, high - mean]
    const tiny = 1e-9 * (high - low)
    // Not even the worst values of all that was left would bring the figure to the tested value.
    if (room < -tiny) this.#most = Number.POSITIVE_INFINITY
    if (room <= tiny) return
    this.#wealth = this.#wealth.map(
      (own, guess) => own * Math.max(0, 1 + Math.min((GUESSES[guess] as number) * spread, MOST / room) * gain),
    )
    this.#most = Math.max(this.#most, this.wealth)
  }
}
