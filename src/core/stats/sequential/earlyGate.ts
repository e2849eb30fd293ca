import type { Way } from '../../format/gates.ts'
import { type EarlyUnit, SeenUnits } from './seenUnits.ts'
import { NEXT, UnitLedger } from './unitLedger.ts'
import { WholeRun } from './wholeRun.ts'

/** One rule of a gate, told before the first call, whose outcome a run may know before its last item. */
export interface EarlyGateOptions {
  /** The units in the order in which they run. */
  readonly units: readonly EarlyUnit[]
  /** Lowest and highest value of an item: of the metric's scale, or of a difference of two such values for `maxDrop`. */
  readonly range: readonly [number, number]
  /** Whether values may lie above the range. Default false. */
  readonly open?: boolean | undefined
  /** Of `maxDrop`: lowest and highest value of the metric, whose change from what is known of the units is meant. */
  readonly changeOf?: readonly [number, number] | undefined
  readonly bound: number
  /** `atLeast`: figures of the bound and more keep the rule. `atMost`: figures of the bound and less do. */
  readonly keeps: 'atLeast' | 'atMost'
  readonly decide: Way
  /** Chance, above 0 and below 1, of a word that the whole run would not say: the rule's part of the error that all rules share. */
  readonly alpha: number
  /** Leading units on which nothing is bet, since they were not drawn at random: one of each cell. Default 0. */
  readonly first?: number | undefined
  /** Whether the figure is a mean over cells: those that lack values weigh on as before. Default false. */
  readonly overCells?: boolean | undefined
}

/** What is known of a rule after some units. */
export interface EarlyStanding {
  /** What the whole run would say; undefined while that is open, and while the second half of the units goes against it. */
  readonly verdict: 'held' | 'broken' | 'undecided' | undefined
  readonly units: number
  /** Chance of being wrong, by the evidence so far: anytime p-value of the word that leads, 0 to 1. */
  readonly risk: number
}

/** How the word that leads stands, for a forecast of when it is said. Distances are in errors of a whole draw. */
export interface EarlyOutlook {
  /** Of all that a whole run tells, what came and what will have come, 0 to 1. */
  readonly seen: number
  readonly share: number
  /** By what winnings must grow until the word is said: 1 where it only waits for the halves of the evidence to agree. */
  readonly needed: number
  /** How far the figure lies within the word, 0 or more. */
  readonly distance: number
  /** How far it does by what was known before, below 0 if outside, and how unsure that is. */
  readonly before?: { readonly distance: number; readonly spread: number }
}

/** Standard errors by which the second half may go against the verdict: of 10 runs in which nothing drifts one goes further. */
const MOST_DRIFT = 1.2815515655446004

/**
 * Says while a run goes on what the whole run would say of a rule, and is wrong about that in at most `alpha` of runs, however
 * often one looks: a test by betting on a population drawn without replacement (Waudby-Smith and Ramdas, 2024, section 5). It is tested
 * against the figures at which the run's own interval of all its units turns the verdict. Of the values their range is assumed, and that
 * they do not depend on when they are asked. The order must be that of `earlyOrder`.
 *
 * The figure is the weighted mean of the units with a value. This is the whole run's to the letter where all have one, or where those
 * without are left out of one mean. Over cells, units without a value count as the worst there is for one word and the best for the other.
 *
 * A word that is too good has half of `alpha`: `held` where the whole run says less, and `undecided` where it says `broken`.
 */
export class EarlyGate {
  readonly #options: EarlyGateOptions
  readonly #sign: 1 | -1
  readonly #bound: number
  readonly #seen: SeenUnits
  readonly #whole: WholeRun
  readonly #low: UnitLedger
  readonly #high: UnitLedger
  /** Evidence that the figure is high enough to hold, and not to break; and that it is low enough to break, and not to hold. */
  readonly #holds: Capital
  readonly #notBroken: Capital
  readonly #breaks: Capital
  readonly #notHeld: Capital
  #turns: Turns | undefined
  #nextTurns = 0
  readonly #sizes: number
  /** What values lay beyond their range, each as the whole figure would if all did so: their sum and the largest. */
  #beyond = { sum: 0, most: 0 }
  /** What the figure has by them. */
  #above = 0
  /** By place what the figure would have by the heaviest unit from there on, if that lay above the scale by all its length. */
  readonly #another: readonly number[]
  /**
   * How far the figure may well lie above that of the values within their range: as those beyond came, and twice the largest more. That none
   * came does not tell that none will: where some may, one unit is to come that does by all the scale's length.
   */
  #allowed = 0
  #verdict: EarlyStanding['verdict']
  #risk = 1

  constructor(options: EarlyGateOptions) {
    const { units, range, keeps, bound, first = 0, overCells = false, changeOf, open = false } = options
    this.#options = options
    // Figures of which less is better are turned round: then the bound is always a least value.
    const sign = keeps === 'atLeast' ? 1 : -1
    this.#sign = sign
    this.#sizes = units.reduce((sum, { size = 1 }) => sum + size, 0)
    this.#bound = sign * bound
    const ledger = { range, sign, bound: this.#bound, first } as const
    this.#low = new UnitLedger(units, { ...ledger, missing: overCells ? 'low' : undefined })
    this.#high = overCells ? new UnitLedger(units, { ...ledger, missing: 'high' }) : this.#low
    this.#seen = new SeenUnits(units, sign, this.#bound)
    const [one, other] = changeOf ?? range
    this.#another = open ? heaviestFrom(units).map((weight) => weight * (other - one)) : []
    const scale = [Math.min(sign * one, sign * other), Math.max(sign * one, sign * other)] as const
    this.#whole = new WholeRun(units, this.#seen, { scale, sign, isChange: changeOf !== undefined })
    this.#holds = new Capital(this.#low, 1)
    this.#notBroken = new Capital(this.#low, 1)
    this.#breaks = new Capital(this.#high, -1)
    this.#notHeld = new Capital(this.#high, -1)
  }

  /**
   * The next unit in order: mean of its items' values, undefined for none, and the `share` of its weight, 0 to 1, that has one.
   * @param beyond by how much the mean lies further on the better side: of values beyond the range, of which only the ends are passed.
   */
  observe(value: number | undefined, share = 1, beyond = 0): EarlyStanding {
    const at = this.#low.seen
    if (beyond > 0) {
      const { weight, size = 1 } = this.#options.units[at] as EarlyUnit
      const own = (share * beyond * weight * this.#sizes) / size
      this.#above += share * beyond * weight
      this.#beyond = { sum: this.#beyond.sum + own, most: Math.max(this.#beyond.most, own) }
    }
    const turned = value === undefined ? undefined : this.#sign * value
    for (const ledger of new Set([this.#low, this.#high])) ledger.observe(turned, share)
    if (turned !== undefined) this.#seen.add(this.#options.units[at] as EarlyUnit, turned)
    if (!this.#isCertain() && this.#verdict === undefined) this.#decide()
    return { verdict: this.#isSteady() ? this.#verdict : undefined, units: this.#low.seen, risk: this.#risk }
  }

  /**
   * How the word stands that leads, as where verdicts turn may well be foreseen after so many units: a forecast.
   * @param prior the figure by what was known before the run, and how unsure that is.
   */
  outlook(to: number, prior: { readonly figure: number; readonly spread: number } | undefined): EarlyOutlook {
    const { seen } = this.#low
    const { figure, error } = this.#low.outlook
    const bound = { held: this.#bound, broken: this.#bound }
    const { wide, narrow } = nearing(this.#turns ?? { wide: bound, narrow: bound }, this.#unsureAfter(to) / this.#unsureAfter(seen))
    const isOne = narrow.broken === narrow.held
    const words = [
      { within: (value: number) => value - wide.held, won: this.#holds.wealth },
      { within: (value: number) => wide.broken - value, won: this.#breaks.wealth * (isOne ? 2 : 1) },
      {
        within: (value: number) => (isOne ? Number.NEGATIVE_INFINITY : Math.min(value - narrow.broken, narrow.held - value)),
        won: Math.min(this.#notBroken.wealth, 2 * this.#notHeld.wealth),
      },
    ]
    const { within, won } = words.reduce((one, other) => (other.within(figure) > one.within(figure) ? other : one))
    return {
      seen: this.#low.toldBy(seen),
      share: this.#low.toldBy(to),
      needed: this.#verdict === undefined ? 2 / this.#options.alpha / Math.max(won, Number.MIN_VALUE) : 1,
      distance: Math.max(0, within(figure)) / error,
      ...(prior && { before: { distance: within(this.#sign * prior.figure) / error, spread: prior.spread / error } }),
    }
  }

  /** How unsure it is where verdicts turn, in proportion. */
  #unsureAfter(units: number): number {
    return Math.sqrt(Math.max(1e-12, 1 - units / this.#options.units.length) / Math.max(1, units))
  }

  #decide(): void {
    const { alpha } = this.#options
    this.#turn()
    if (!this.#turns) return
    const { wide, narrow } = this.#turns
    const isOne = narrow.broken === narrow.held
    const undecided = () => Math.max(2 * this.#notBroken.test(narrow.broken), this.#notHeld.test(narrow.held - this.#allowed))
    // A figure that leaves the rule undecided can be taken for either, so that both errors share.
    const words = [
      ['held', this.#holds.test(wide.held), alpha / 2],
      ['broken', this.#breaks.test(wide.broken - this.#allowed), isOne ? alpha : alpha / 2],
      ['undecided', isOne ? 1 : undecided(), alpha],
    ] as const
    this.#risk = Math.min(...words.map(([, risk]) => risk))
    const found = words.find(([, risk, most]) => risk <= most)
    if (found) [this.#verdict, this.#risk] = found
  }

  /** By what no other value can turn round any more. */
  #isCertain(): boolean {
    if (this.#options.decide !== 'value') return false
    const certain =
      this.#low.certain > 0
        ? 'held'
        : this.#high.certain < 0 && this.#beyond.sum === 0 && this.#another[this.#low.seen] === undefined
          ? 'broken'
          : undefined
    if (certain) [this.#verdict, this.#risk] = [certain, 0]
    return certain !== undefined
  }

  /** Foresees anew where the verdict turns, now and then, and once more must be allowed. */
  #turn(): void {
    const { seen } = this.#low
    const foreseen = (this.#beyond.sum + 2 * this.#beyond.most) / (seen + 1)
    const allowed = Math.max(foreseen, this.#above + (this.#another[seen] ?? 0))
    if (seen < this.#nextTurns && allowed <= this.#allowed) return
    this.#nextTurns = Math.max(seen + 1, Math.ceil(seen * NEXT))
    this.#allowed = allowed
    const { decide } = this.#options
    const intervalOf = decide === 'value' ? () => null : this.#whole.foresee()
    const rule = { decide, bound: this.#bound, ends: this.#whole.ends }
    const turns = (side: 1 | -1) => turningFigures(rule, (figure) => intervalOf?.(figure, side) ?? null)
    this.#turns = intervalOf && { wide: turns(1), narrow: turns(-1) }
  }

  #isSteady(): boolean {
    if (this.#verdict === undefined || this.#risk === 0) return true
    const drift = this.#seen.drift()
    return { held: -drift, broken: drift, undecided: Math.abs(drift) }[this.#verdict] <= MOST_DRIFT
  }
}

/** Of the gap between where a verdict may well turn at most and at least, how much of what it will lose lies at either end: most at the narrow one. */
const LOSES = { wide: 0.3, narrow: 0.5 }

/** Where verdicts may well turn, once their gap is this share of what it is. */
function nearing({ wide, narrow }: Turns, share: number): Turns {
  const near = (one: number, other: number) => {
    const gap = Number.isFinite(one) && Number.isFinite(other) ? (other - one) * (1 - share) : 0
    return [one + LOSES.wide * gap, other - LOSES.narrow * gap] as const
  }
  const [wideHeld, narrowHeld] = near(wide.held, narrow.held)
  const [wideBroken, narrowBroken] = near(wide.broken, narrow.broken)
  return { wide: { held: wideHeld, broken: wideBroken }, narrow: { held: narrowHeld, broken: narrowBroken } }
}

/** By place the weight of the heaviest unit from there on. */
function heaviestFrom(units: readonly EarlyUnit[]): number[] {
  let most = 0
  return units
    .toReversed()
    .map(({ weight }) => {
      most = Math.max(most, weight)
      return most
    })
    .reverse()
}

/**
 * How far the figure may lie from the tested value, in standard deviations of a unit: each has its best bet, the capital is their mean.
 * Any choice keeps the error. These cost least on recorded runs of two suites (bench/stats/README.md, "Gates that end a run").
 */
const GUESSES = [1 / 16, 1 / 8, 1 / 4, 1 / 2]
/** Share of the largest bet that cannot lose all. */
const MOST = 0.9

/** Winnings, from 1, of bets that a figure is above (1) or below (-1) a value: if not, P(ever 1/alpha) is at most alpha (Ville, 1939). */
export class Capital {
  readonly #ledger: UnitLedger
  readonly #side: 1 | -1
  /** In standard errors of a whole draw: nearer than one, nothing tells before the last unit. */
  readonly #guesses: readonly number[]
  #wealth: readonly number[]
  #tested: number | undefined
  #at = 0
  #most = 1

  constructor(ledger: UnitLedger, side: 1 | -1) {
    this.#ledger = ledger
    this.#side = side
    const guesses = GUESSES.map((guess) => guess * Math.sqrt(ledger.units))
    this.#guesses = guesses.filter((guess, at) => guess >= 1 || at === GUESSES.length - 1)
    this.#wealth = this.#guesses.map(() => 1)
  }

  get wealth(): number {
    return this.#wealth.reduce((sum, one) => sum + one, 0) / this.#guesses.length
  }

  /** Anytime p-value, 0 to 1. */
  get risk(): number {
    return Math.min(1, 1 / this.#most)
  }

  /** Goes on with the units that came; with all of them anew where another value is tested than before. Gives the risk. */
  test(value: number): number {
    // No figure is above infinity, and every one is below.
    if (!Number.isFinite(value)) return Math.sign(value) === this.#side ? 1 : 0
    if (value !== this.#tested)
      [this.#tested, this.#at, this.#most, this.#wealth] = [value, this.#ledger.first, 1, this.#guesses.map(() => 1)]
    for (; this.#at < this.#ledger.seen; this.#at += 1) this.#bet(this.#at, value)
    return this.risk
  }

  #bet(at: number, value: number): void {
    const { mean, outcome, low, high, spread } = this.#ledger.step(at, value)
    const [gain, room] = this.#side === 1 ? [outcome - mean, mean - low] : [mean - outcome, high - mean]
    const tiny = 1e-9 * (high - low)
    // Not even the worst values of all that was left would bring the figure to the tested value.
    if (room < -tiny) this.#most = Number.POSITIVE_INFINITY
    if (room <= tiny) return
    this.#wealth = this.#wealth.map(
      (own, guess) => own * Math.max(0, 1 + Math.min((this.#guesses[guess] as number) * spread, MOST / room) * gain),
    )
    this.#most = Math.max(this.#most, this.wealth)
  }
}

/** Figures, of which more is better, at which a verdict turns: `broken` below the one, `held` from the other on, and between `undecided`. */
interface TurningFigures {
  /** Minus infinity where no figure breaks the rule. */
  readonly broken: number
  /** Infinity where no figure keeps it. */
  readonly held: number
}

/** By an interval of the whole run as wide as may well be, and as narrow. */
interface Turns {
  readonly wide: TurningFigures
  readonly narrow: TurningFigures
}

/** What a rule asks of a figure. */
interface TurningRule {
  readonly decide: Way
  /** The least figure that keeps the rule. Of `worse`: of a change, 0 or less. */
  readonly bound: number
  /** Lowest and highest figure that there can be. */
  readonly ends: readonly [low: number, high: number]
}

/**
 * The figures at which the verdict of a run turns. @param intervalAt the run's own interval, if its figure were this one: its ends rise
 * with the figure. Null for none: then nothing turns but what the number decides.
 */
export function turningFigures(
  { decide, bound, ends }: TurningRule,
  intervalAt: (figure: number) => readonly [low: number, high: number] | null,
): TurningFigures {
  if (decide === 'value') return { broken: bound, held: bound }
  const upperReaches = (least: number, most = ends[1]) =>
    firstWhere([ends[0], most], (figure) => (intervalAt(figure)?.[1] ?? Number.POSITIVE_INFINITY) - least)
  // Further than allowed, and the interval of the change does not hold zero. That is looked for among what is not allowed alone: an interval
  // that is narrower the further a change lies from what came leaves zero out once more just below it.
  if (decide === 'worse') return { broken: Math.min(bound, upperReaches(0, bound)), held: bound }
  const lowerReaches = firstWhere(ends, (figure) => (intervalAt(figure)?.[0] ?? Number.NEGATIVE_INFINITY) - bound)
  return { broken: upperReaches(bound), held: lowerReaches }
}

/** How near the search comes, as a share of the scale. */
const NEAR = 1e-6

/**
 * The first figure at which what rises with it is 0 or more: minus infinity where it is of all, infinity where of none. By false position,
 * where an end that stays twice counts half (Dowell and Jarratt, 1971): each step costs an interval, and bisection would take three times as many.
 */
function firstWhere([low, high]: readonly [number, number], excessAt: (figure: number) => number): number {
  // At an end of the scale nothing varies, which is for the interval of runs that do not vary alone.
  const inside = (high - low) * 1e-9
  let [below, from, stayed] = [low + inside, high - inside, 0]
  let [under, over] = [excessAt(below), excessAt(from)]
  if (under >= 0) return Number.NEGATIVE_INFINITY
  if (!(over >= 0)) return Number.POSITIVE_INFINITY
  const near = (high - low) * NEAR
  while (from - below > near) {
    // So far within that the end that is near is passed, and the bracket closes.
    const at = Math.min(from - near / 2, Math.max(below + near / 2, from - (over * (from - below)) / (over - under)))
    const excess = excessAt(at)
    const side = excess >= 0 ? 1 : -1
    const kept = side === stayed ? 0.5 : 1
    if (side === 1) [from, over, under] = [at, excess, kept * under]
    else [below, under, over] = [at, excess, kept * over]
    stayed = side
  }
  return from
}
