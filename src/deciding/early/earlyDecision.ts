import { type ItemRecord, stoppedByBudget, stoppedWithRun } from '../../core/format/records.ts'
import { EarlyGate } from '../../core/stats/sequential/earlyGate.ts'
import { combineTrials } from '../../core/stats/summary/combineTrials.ts'
import type { EarlyRule } from './earlyRules.ts'
import { type OrderedItem, ruleUnits } from './ruleUnits.ts'

/** How a rule stands. */
export interface RuleStanding extends Pick<EarlyRule, 'key' | 'kind'> {
  /** What the whole run would say; undefined while that is open. */
  readonly verdict: 'held' | 'broken' | 'undecided' | undefined
  /** Units of the order that were looked at, up to the one that decided it. */
  readonly units: number
  /** Items of these units. */
  readonly items: number
  /** Chance that the decision is not the whole run's, as far as the evidence went, 0 to 1. */
  readonly risk: number
}

/** What {@link EarlyDecision} is made from. */
export interface EarlyDecisionInput {
  readonly rules: readonly EarlyRule[]
  /** All items of the run that are not known to be skipped, those of all parts. */
  readonly items: readonly OrderedItem[]
  readonly trials: number
  /** Chance of a wrong decision that each rule may have. */
  readonly alpha: number
}

/** A rule with its test. */
interface Follow {
  readonly rule: EarlyRule
  readonly gate: EarlyGate
  /** Weight of each item in the whole run's figure. */
  readonly weights: ReadonlyMap<string, number>
  /** Units of the order that the metric is over. */
  readonly units: ReadonlySet<number>
  standing: RuleStanding
  /** A value lay beyond its range, on which the test relies: only the whole run tells then. */
  isVoid: boolean
}

/**
 * Follows the rules of a suite while its items end, in whatever order they do. Only the longest run of complete units from the
 * beginning of the order is looked at: which answers come fast decides nothing.
 */
export class EarlyDecision {
  readonly #trials: number
  readonly #byUnit: readonly (readonly OrderedItem[])[]
  readonly #records = new Map<string, ItemRecord[]>()
  readonly #left: number[]
  readonly #follows: Follow[]
  readonly #unitOf: ReadonlyMap<string, number>
  readonly #alpha: number
  #units = 0
  #items = 0

  constructor({ rules, items, trials, alpha }: EarlyDecisionInput) {
    this.#trials = trials
    this.#alpha = alpha
    const byUnit: OrderedItem[][] = []
    for (const item of items) {
      const own = byUnit[item.unit] ?? []
      own.push(item)
      byUnit[item.unit] = own
    }
    this.#byUnit = Array.from(byUnit, (own) => own ?? [])
    this.#unitOf = new Map(items.map(({ item, unit }) => [item, unit]))
    this.#left = this.#byUnit.map((own) => own.length * trials)
    const first = leadingUnits(this.#byUnit)
    this.#follows = rules.map((rule) => followed(rule, items, this.#byUnit, { alpha, first }))
    this.#advance()
  }

  /** Units that were looked at: those complete from the beginning on, up to the decision. */
  get units(): number {
    return this.#units
  }

  /** Units of the whole order. */
  get ofUnits(): number {
    return this.#byUnit.length
  }

  /** How each rule stands, in the order of the rules. */
  get standings(): readonly RuleStanding[] {
    return this.#follows.map(({ standing }) => standing)
  }

  /** Whether every rule is decided; never without rules. */
  get isDecided(): boolean {
    return this.#follows.length > 0 && this.#follows.every(({ standing }) => standing.verdict !== undefined)
  }

  /** Takes in an item of one trial that has ended. What a stop from outside or a spent budget ended is yet to come. */
  add(record: ItemRecord): void {
    const unit = this.#unitOf.get(record.item)
    if (unit === undefined || stoppedWithRun(record) || stoppedByBudget(record)) return
    const own = this.#records.get(record.item) ?? []
    if (own.some(({ trial }) => trial === record.trial) || own.length >= this.#trials) return
    own.push(record)
    this.#records.set(record.item, own)
    this.#left[unit] = (this.#left[unit] as number) - 1
    this.#advance()
  }

  #advance(): void {
    // What ends after the decision has no part in it.
    while (!this.isDecided && this.#units < this.#byUnit.length && this.#left[this.#units] === 0) {
      const unit = this.#byUnit[this.#units] as readonly OrderedItem[]
      this.#items += unit.length
      for (const follow of this.#follows) this.#observe(follow, unit)
      this.#units += 1
    }
  }

  #observe(follow: Follow, unit: readonly OrderedItem[]): void {
    const { rule, gate, weights, units } = follow
    const { verdict: before } = follow.standing
    // While other rules keep the run going, one that may end undecided may come to its finer word.
    if (follow.isVoid || before === 'held' || before === 'broken' || !units.has(this.#units)) return
    let [sum, weight, all] = [0, 0, 0]
    for (const { item } of unit) {
      const own = weights.get(item) ?? 0
      if (own === 0) continue
      all += own
      // In one order, whichever came first: the same sum to the last digit.
      const trials = (this.#records.get(item) ?? []).toSorted((one, other) => one.trial - other.trial)
      const [combined] = combineTrials(trials)
      const value = combined && rule.mean.valueOf(combined, trials)
      if (value === undefined || !Number.isFinite(value)) continue
      if (!isOnScale(rule, item, value)) {
        follow.isVoid = true
        follow.standing = { ...follow.standing, risk: 1 }
        return
      }
      sum += own * value
      weight += own
    }
    const { verdict, risk } = gate.observe(weight === 0 ? undefined : sum / weight, weight / all)
    // A decision has the place at which it fell.
    if (before !== undefined && verdict === before) return
    // What no other item can turn round any more is certain, however little evidence there is beside.
    const isCertain = verdict !== undefined && risk > this.#alpha
    follow.standing = { ...follow.standing, verdict, risk: isCertain ? 0 : risk, units: this.#units + 1, items: this.#items }
  }
}

/** A value may lie beyond the end of its scale by the rounding of sums. */
const ROUNDING = 1e-9

/** Whether the metric itself is on its scale: of a drop the value that the change is from, since a unit's range is told by that. */
function isOnScale({ scale: [low, high], before }: EarlyRule, item: string, value: number): boolean {
  const own = value + (before?.get(item) ?? 0)
  return own >= low - ROUNDING && own <= high + ROUNDING
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

function followed(
  rule: EarlyRule,
  items: readonly OrderedItem[],
  byUnit: readonly (readonly OrderedItem[])[],
  { alpha, first }: { readonly alpha: number; readonly first: number },
): Follow {
  const { weights, units } = ruleUnits(rule, items, byUnit)
  const { key, kind, bound, keeps, decide, mean } = rule
  const gate = new EarlyGate({
    units,
    range: mean.range,
    bound,
    keeps,
    decide,
    alpha,
    first: units.filter(({ unit }) => unit < first).length,
  })
  return {
    rule,
    gate,
    weights,
    units: new Set(units.map(({ unit }) => unit)),
    standing: { key, kind, verdict: undefined, units: 0, items: 0, risk: 1 },
    // Without an item there is nothing to follow, and the run will say that there is no such metric.
    isVoid: units.length === 0,
  }
}
