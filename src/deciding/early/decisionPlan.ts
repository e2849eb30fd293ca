import type { DecisionPlan } from '../../core/format/planSummary.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { type CostUnit, decisionCost } from '../../core/stats/sequential/decisionCost.ts'
import { combineTrials } from '../../core/stats/summary/combineTrials.ts'
import type { EarlyRule, EarlyRules } from './earlyRules.ts'
import { type OrderedItem, ruleUnits } from './ruleUnits.ts'

/** What the costs of decisions are foreseen from. */
export interface DecisionPlanInput extends EarlyRules {
  readonly items: readonly OrderedItem[]
  /** Records of a run like the one that is planned, and what to call it; undefined where there is none. */
  readonly earlier: { readonly name: string; readonly records: readonly ItemRecord[] } | undefined
  /** Chance of a wrong decision that each rule may have. */
  readonly alpha: number
}

/** Simulated runs for each figure: enough for a plan, which must not take long. */
const RUNS = 40

/**
 * How many items each rule needs to be decided early: where the run comes out as the earlier one did, where its figure is the bound
 * itself, and where it is twice as far off. By simulated runs on the values that the items had.
 */
export function decisionPlan({ rules, waiting, items, earlier, alpha }: DecisionPlanInput): DecisionPlan[] {
  const byItem = new Map<string, ItemRecord[]>()
  for (const record of earlier?.records ?? []) byItem.set(record.item, [...(byItem.get(record.item) ?? []), record])
  return [
    ...rules.map((rule): DecisionPlan => {
      const name = `${rule.key} ${rule.kind} ${Math.abs(rule.bound)}`
      if (!earlier) return { rule: name, why: 'no finished run of this suite on these items, and no baseline, says how they vary' }
      const units = costUnits(rule, items, byItem)
      if (units.length < 2) return { rule: name, why: `${earlier.name} has no values of its items` }
      return { rule: name, from: earlier.name, items: items.length, ...costsOf(rule, units, alpha) }
    }),
    ...waiting.map(({ rule, why }) => ({ rule, why: `${why}, so it waits for the last item` })),
  ]
}

function costsOf(rule: EarlyRule, units: readonly CostUnit[], alpha: number): Pick<DecisionPlan, 'figure' | 'costs'> {
  const { keeps, decide, mean, kind, bound } = rule
  const figure = units.reduce((sum, { weight, value }) => sum + weight * value, 0)
  // No change of a drop is a drop of 0; of a bound it is the figure that there was.
  const start = kind === 'maxDrop' ? 0 : figure
  const to = { none: start, bound, twice: start + 2 * (bound - start) }
  const cost = (target: number) =>
    decisionCost({ units, range: mean.range, bound, keeps, decide, alpha, change: target - figure, runs: RUNS })
  return {
    figure,
    costs: (['none', 'bound', 'twice'] as const).map((change) => {
      const { mean: expected, most, undecided } = cost(to[change])
      return { change, figure: to[change], items: expected, most, undecided }
    }),
  }
}

/** Units with the values that their items had; items without one are left out, and the others stand for them. */
function costUnits(rule: EarlyRule, items: readonly OrderedItem[], byItem: ReadonlyMap<string, readonly ItemRecord[]>): CostUnit[] {
  const values = new Map(
    items.flatMap(({ item }) => {
      const trials = byItem.get(item) ?? []
      const [combined] = combineTrials(trials)
      const value = combined && rule.mean.valueOf(combined, trials)
      return value === undefined || !Number.isFinite(value)
        ? []
        : [[item, Math.min(rule.mean.range[1], Math.max(rule.mean.range[0], value))] as const]
    }),
  )
  const known = items.filter(({ item }) => values.has(item))
  const byUnit = new Map<number, OrderedItem[]>()
  for (const item of known) byUnit.set(item.unit, [...(byUnit.get(item.unit) ?? []), item])
  const all = new Map<number, number>()
  for (const { unit } of items) all.set(unit, (all.get(unit) ?? 0) + 1)
  const places = [...byUnit.keys()].sort((one, other) => one - other)
  const { weights, units } = ruleUnits(
    rule,
    known,
    places.map((place) => byUnit.get(place) ?? []),
  )
  return units.map(({ unit, ...own }) => {
    const counted = (byUnit.get(places[unit] as number) ?? []).filter(({ item }) => (weights.get(item) ?? 0) > 0)
    const value = counted.reduce((sum, { item }) => sum + (weights.get(item) as number) * (values.get(item) as number), 0) / own.weight
    return { ...own, items: all.get(places[unit] as number) ?? counted.length, value }
  })
}
