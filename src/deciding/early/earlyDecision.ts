import { groupBy, sum } from '../../core/base/collections.ts'
import type { Gates } from '../../core/format/gates.ts'
import { type ItemRecord, stoppedByBudget, stoppedWithRun, wasNotNeeded } from '../../core/format/records.ts'
import { EarlyGate, type EarlyStanding } from '../../core/stats/sequential/earlyGate.ts'
import type { EarlyUnit } from '../../core/stats/sequential/seenUnits.ts'
import { combineTrials } from '../../core/stats/summary/combineTrials.ts'
import type { SuiteRules } from '../suiteRules.ts'
import { alphaOf, EARLY_RISK, type EarlyRule, earlyRules, type OrderedItem, ruleUnits } from './earlyRules.ts'
import { chanceOpen } from './waves.ts'

/** How a rule stands: its risk as far as the evidence went, and units of the order up to the one that decided it. */
export interface RuleStanding extends Pick<EarlyRule, 'key' | 'kind'>, EarlyStanding {
  readonly items: number
}

/** What the gates of a suite say of the items up to a unit, as they would be printed: by the code that decides every run. */
export type PrintedVerdicts = (
  records: readonly ItemRecord[],
  units: number,
) => (rule: Pick<EarlyRule, 'key' | 'kind'>) => EarlyStanding['verdict'] | 'pending'

/** What {@link EarlyDecision} is made from. */
export interface EarlyDecisionInput {
  readonly rules: readonly EarlyRule[]
  /** All items of the run that are not known to be skipped, those of all parts. */
  readonly items: readonly OrderedItem[]
  readonly trials: number
  /** Chance of a wrong decision that each rule may have. */
  readonly alpha: number
  readonly printed: PrintedVerdicts
  /** Whether it goes on until every rule is decided, also where one is broken. */
  readonly everyGate?: boolean | undefined
}

/** Units to wait for where the printed verdicts are not yet the decided ones, for each look costs all intervals: a tenth more. */
const NEXT_PRINT = 1.1

/** A rule with its test. */
interface Follow {
  readonly rule: EarlyRule
  readonly gate: EarlyGate
  /** Weight of each item in the whole run's figure. */
  readonly weights: ReadonlyMap<string, number>
  /** By place in the order how many units before it the metric is over. */
  readonly places: readonly number[]
  /** Its figure by what was known before, and how unsure that is. */
  readonly before: { readonly figure: number; readonly spread: number } | undefined
  standing: RuleStanding
  /** A value lay beyond its range, on which the test relies: only the whole run tells then. */
  isVoid: boolean
  /** The one word that may still be said, since values beyond their range can only help it. */
  only?: RuleStanding['verdict']
  /** Whether it is decided for the word that may not be said: it stays open to the last item, as far as one can tell. */
  isBarred: boolean
}

/** Follows a suite's rules while items end in any order, by the complete units from the order's beginning: fast answers decide nothing. */
export class EarlyDecision {
  readonly #by: EarlyDecisionInput
  readonly #byUnit: readonly (readonly OrderedItem[])[]
  readonly #records = new Map<string, ItemRecord[]>()
  readonly #left: number[]
  readonly #follows: Follow[]
  readonly #unitOf: ReadonlyMap<string, number>
  #units = 0
  #items = 0
  #nextPrint = 0
  #isDecided = false

  constructor(by: EarlyDecisionInput) {
    this.#by = by
    const { rules, items, trials, alpha } = by
    const byUnit = groupBy(items, ({ unit }) => unit)
    const count = items.reduce((most, { unit }) => Math.max(most, unit + 1), 0)
    this.#byUnit = Array.from({ length: count }, (_, unit) => byUnit.get(unit) ?? [])
    this.#unitOf = new Map(items.map(({ item, unit }) => [item, unit]))
    this.#left = this.#byUnit.map((own) => own.length * trials)
    const leading = leadingUnits(this.#byUnit)
    this.#follows = rules.map((rule) => {
      const { weights, units } = ruleUnits(rule, items, this.#byUnit)
      const { key, kind, bound, keeps, decide, mean, scale } = rule
      const changeOf = kind === 'maxDrop' ? scale : undefined
      const overCells = mean.weigh !== 'items'
      const first = units.filter(({ unit }) => unit < leading).length
      return {
        rule,
        gate: new EarlyGate({ units, range: mean.range, open: mean.open, changeOf, bound, keeps, decide, alpha, first, overCells }),
        weights,
        places: placesOf(units, count),
        before: figureBefore(rule, units),
        standing: { key, kind, verdict: undefined, units: 0, items: 0, risk: 1 },
        // Without an item there is nothing to follow, and the run will say that there is no such metric.
        isVoid: units.length === 0,
        isBarred: false,
      }
    })
    this.#advance()
  }

  /** Units that were looked at: those complete from the beginning on, up to the decision. */
  get units(): number {
    return this.#units
  }

  get ofUnits(): number {
    return this.#byUnit.length
  }

  /** How each rule stands, in the order of the rules. */
  get standings(): readonly RuleStanding[] {
    return this.#follows.map(({ standing }) => standing)
  }

  /** Whether a rule is broken or all are decided, and the figures of the units up to here say the same; never without rules. */
  get isDecided(): boolean {
    return this.#isDecided
  }

  /** Takes in an item of one trial that has ended. What a stop from outside or a spent budget ended is yet to come. */
  add(record: ItemRecord): void {
    const unit = this.#unitOf.get(record.item)
    if (unit === undefined || stoppedWithRun(record) || stoppedByBudget(record)) return
    const own = this.#records.get(record.item) ?? []
    if (own.some(({ trial }) => trial === record.trial) || own.length >= this.#by.trials) return
    this.#records.set(record.item, [...own, record])
    this.#left[unit] = (this.#left[unit] as number) - 1
    this.#advance()
  }

  /** Chance that a rule is open after so many units, given how they stand: a forecast. */
  openAfter(units: number): number {
    return Math.max(
      0,
      ...this.#follows.map(({ standing, gate, before, places, isVoid, isBarred }) => {
        if (isVoid || isBarred) return 1
        // All are decided, and the figures so far do not say so: their interval is too wide, and narrows as the root of what came.
        if (standing.verdict !== undefined) return this.#nextPrint > this.#units ? (this.#units / units) ** 2 : 0
        return chanceOpen({ before: UNKNOWN, ...gate.outlook(places[units] ?? 0, before) })
      }),
    )
  }

  #advance(): void {
    // What ends after the decision has no part in it.
    while (!this.#isDecided && this.#left[this.#units] === 0) {
      const unit = this.#byUnit[this.#units] as readonly OrderedItem[]
      this.#items += unit.length
      for (const follow of this.#follows) this.#observe(follow, unit)
      this.#units += 1
      this.#isDecided = this.#mayEnd()
    }
  }

  #mayEnd(): boolean {
    if (this.#follows.length === 0 || this.#units < this.#nextPrint) return false
    const ends = (some: readonly RuleStanding[]) => {
      // The run is red by it, whatever the others come to.
      if (!this.#by.everyGate && some.some(({ verdict }) => verdict === 'broken')) return true
      return some.length === this.#follows.length && some.every(({ verdict }) => verdict !== undefined)
    }
    if (!ends(this.standings)) return false
    const records = this.#byUnit.slice(0, this.#units).flatMap((unit) => unit.flatMap(({ item }) => this.#records.get(item) ?? []))
    const verdictOf = this.#by.printed(records, this.#units)
    this.#nextPrint = Math.ceil(this.#units * NEXT_PRINT)
    return ends(this.standings.filter((standing) => verdictOf(standing) === standing.verdict))
  }

  #observe(follow: Follow, unit: readonly OrderedItem[]): void {
    const { rule, gate, weights, places } = follow
    const { verdict: before } = follow.standing
    if (follow.isVoid || places[this.#units] === places[this.#units + 1]) return
    let [total, weight, all, further] = [0, 0, 0, 0]
    for (const { item } of unit) {
      const own = weights.get(item) ?? 0
      if (own === 0) continue
      all += own
      // In one order, whichever came first: the same sum to the last digit.
      const trials = (this.#records.get(item) ?? []).toSorted((one, other) => one.trial - other.trial)
      const [combined] = combineTrials(trials)
      const value = combined && rule.mean.valueOf(combined, trials)
      if (value === undefined || !Number.isFinite(value)) continue
      const beyond = beyondScale(rule, item, value)
      if (beyond > 0 && (rule.decide === 'value' || rule.decide === 'worse')) {
        // How far others will lie beyond is foreseen for the worse word alone: it must not be what makes a run green.
        if (rule.keeps === 'atMost') follow.only = 'broken'
        else further += own * beyond
      } else if (beyond !== 0) {
        follow.isVoid = true
        follow.standing = { ...follow.standing, verdict: undefined, risk: 1 }
        return
      }
      // As if it were at its end: for that word too little.
      total += own * (value - beyond)
      weight += own
    }
    const { verdict: found, risk } = gate.observe(
      weight === 0 ? undefined : total / weight,
      weight / all,
      weight === 0 ? 0 : further / weight,
    )
    const verdict = follow.only === undefined || found === follow.only ? found : undefined
    follow.isBarred = found !== verdict
    // A decision has the place at which it fell.
    if (before !== undefined && verdict === before) return
    // What no other item can turn round any more is certain, however little evidence there is beside.
    const isCertain = verdict !== undefined && risk > this.#by.alpha
    follow.standing = { ...follow.standing, verdict, risk: isCertain ? 0 : risk, units: this.#units + 1, items: this.#items }
  }
}

/** A value may lie beyond the end of its scale by the rounding of sums. */
const ROUNDING = 1e-9

/** How far the metric itself lies beyond its scale, below 0 under it: of a drop the value that changed, since a unit's range is told by that. */
function beyondScale({ scale: [low, high], before }: EarlyRule, item: string, value: number): number {
  const own = value + (before?.get(item) ?? 0)
  if (own >= low - ROUNDING && own <= high + ROUNDING) return 0
  return own > high ? own - high : own - low
}

/** By place in the order how many units a metric is over before it. */
function placesOf(units: readonly { readonly unit: number }[], count: number): number[] {
  const own = new Set(units.map(({ unit }) => unit))
  const places = [0]
  for (let at = 0; at < count; at += 1) places.push((places.at(-1) as number) + Number(own.has(at)))
  return places
}

/** How far models lie from what earlier runs foretell, as a share of the scale. */
const APART = 0.15
/** Where nothing is foretold: at the bound, in errors of a whole draw. */
const UNKNOWN = { distance: 0, spread: 18 }

/** The figure by what earlier runs foretell; undefined where they do not. */
function figureBefore({ scale: [low, high] }: EarlyRule, units: readonly EarlyUnit[]): Follow['before'] {
  if (units.some(({ foretold }) => foretold === undefined)) return undefined
  return { figure: sum(units.map(({ weight, foretold = 0 }) => weight * foretold)), spread: APART * (high - low) }
}

/** Units that stand in front so that no task is without one: nothing is bet on what was not drawn. */
function leadingUnits(byUnit: readonly (readonly OrderedItem[])[]): number {
  const seen = new Set<string>()
  const at = byUnit.findIndex((own) => {
    const isNew = own.some(({ task }) => !seen.has(task))
    for (const { task } of own) seen.add(task)
    return !isNew
  })
  return at < 0 ? byUnit.length : at
}

/** How a suite ended before its last item: plain data, so that it may cross processes. */
export interface EarlyStop {
  /** Whether its rules are decided, or one is broken. Its figures are then of the units up to there. */
  readonly isDecided: boolean
  /** Units of the order that were complete when its rules were decided, and all there are. */
  readonly units: number
  readonly ofUnits: number
  /** Items that ran, those under way at the decision among them, and all that were planned. */
  readonly items: number
  readonly ofItems: number
  /** Chance that any decision of the run is not the whole run's. */
  readonly risk: number
  readonly rules: readonly RuleStanding[]
}

/** What gates say, for a suite. */
export interface EarlyStopBy {
  readonly gates: Gates | undefined
  /** Folder with `reports/baselines`. */
  readonly root: string
  /** Rules about metrics of the whole run, where the gates are those of one suite alone. */
  readonly ruleCount?: number | undefined
}

/** How rules of a suite that ended early were decided, by its records; undefined without. Throws HoldfastError for a bad baseline. */
export function earlyStopOf(
  suite: Pick<SuiteRules, 'name' | 'planned' | 'stratumOf'>,
  records: readonly ItemRecord[],
  { gates, root, ruleCount }: EarlyStopBy,
  printed: PrintedVerdicts,
): EarlyStop | undefined {
  if (!records.some(wasNotNeeded)) return undefined
  const ordered = records.flatMap((record) => (record.unit === undefined ? [] : [{ ...record, unit: record.unit }]))
  const items = [...groupBy(ordered, ({ item }) => item).values()].flatMap(([first]) => first ?? [])
  const trials = ordered.reduce((most, { trial }) => Math.max(most, trial + 1), 1)
  const { rules } = earlyRules(suite, items, gates, root)
  const decision = new EarlyDecision({ rules, items, trials, alpha: alphaOf(gates, ruleCount), printed, everyGate: gates?.everyGate })
  const ran = records.filter((record) => !wasNotNeeded(record))
  for (const record of ran) decision.add(record)
  return {
    isDecided: decision.isDecided,
    units: decision.units,
    ofUnits: decision.ofUnits,
    items: new Set(ran.flatMap(({ item, unit }) => (unit === undefined ? [] : [item]))).size,
    ofItems: items.length,
    risk: EARLY_RISK,
    rules: decision.standings,
  }
}

/** The records that the figures of a suite are of: those up to the decision of one that ended early, else all. */
export function countedRecords(
  records: readonly ItemRecord[],
  early: Pick<EarlyStop, 'isDecided' | 'units'> | undefined,
): readonly ItemRecord[] {
  return early?.isDecided ? records.filter(({ unit }) => unit !== undefined && unit < early.units) : records
}
