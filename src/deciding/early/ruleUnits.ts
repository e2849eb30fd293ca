import type { ItemRecord } from '../../core/format/records.ts'
import type { EarlyUnit } from '../../core/stats/sequential/earlyUnit.ts'
import type { PlacedItem } from '../../core/stats/sequential/itemMean.ts'
import { unitWeights } from '../../core/stats/sequential/unitWeights.ts'
import type { EarlyRule } from './earlyRules.ts'

/** An item of the order that was fixed before the first call. */
export interface OrderedItem extends PlacedItem, Pick<ItemRecord, 'clusters'> {
  /** Place of its unit in the order, from 0. */
  readonly unit: number
}

/** A unit of the order that a rule's metric is over. */
export interface RuleUnit extends EarlyUnit {
  /** Its place in the order. */
  readonly unit: number
}

/**
 * The units that a rule is decided by, with what is known of each before the first call.
 *
 * @param byUnit the items of each place in the order.
 */
export function ruleUnits(
  rule: EarlyRule,
  items: readonly OrderedItem[],
  byUnit: readonly (readonly OrderedItem[])[],
): { readonly weights: ReadonlyMap<string, number>; readonly units: readonly RuleUnit[] } {
  const all = unitWeights(items, rule.mean)
  const weights = new Map(items.map(({ item }, at) => [item, all[at] ?? 0]))
  const units = byUnit.flatMap((own, unit) => {
    const counted = own.filter(({ item }) => (weights.get(item) ?? 0) > 0)
    if (counted.length === 0) return []
    const weight = counted.reduce((sum, { item }) => sum + (weights.get(item) ?? 0), 0)
    const stratum = [...new Set(counted.map(({ task }) => task))].sort().join(' ')
    return [{ unit, weight, stratum, ...clustersOf(counted), ...knownOf(rule, counted, weights) }]
  })
  return { weights, units }
}

/** The clusters that the items of a unit are in, by kind. */
function clustersOf(items: readonly OrderedItem[]): Pick<EarlyUnit, 'clusters'> {
  const names = new Map<string, Set<string>>()
  for (const { clusters = {} } of items) {
    for (const [kind, name] of Object.entries(clusters)) names.set(kind, (names.get(kind) ?? new Set()).add(name))
  }
  return names.size === 0 ? {} : { clusters: Object.fromEntries([...names].map(([kind, own]) => [kind, [...own]])) }
}

/** What the baseline tells of a unit: its figure there, and how far a change from that can go, whichever of its items have a value. */
function knownOf(
  { before, scale: [low, high] }: EarlyRule,
  items: readonly OrderedItem[],
  weights: ReadonlyMap<string, number>,
): { readonly known?: number; readonly range?: readonly [number, number] } {
  if (!before) return {}
  const values = items.map(({ item }) => ({ value: before.get(item) ?? 0, weight: weights.get(item) ?? 0 }))
  const weight = values.reduce((sum, own) => sum + own.weight, 0)
  const [least, most] = [Math.min(...values.map(({ value }) => value)), Math.max(...values.map(({ value }) => value))]
  return { known: values.reduce((sum, own) => sum + own.weight * own.value, 0) / weight, range: [low - most, high - least] }
}
