import { groupBy, sum } from '../../core/base/collections.ts'
import { allBounds, boundsOf, type Gates, type Way } from '../../core/format/gates.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { readItemRecords } from '../../core/format/runFolder.ts'
import { clusterDimensions, type StratumOf } from '../../core/stats/clusters.ts'
import type { EarlyUnit } from '../../core/stats/sequential/seenUnits.ts'
import { itemValues } from '../../core/stats/summary/itemValues.ts'
import { type Figures, type ItemMean, isLower, itemMeanOf, type PlacedItem } from '../../core/stats/summary/metric.ts'
import { baselineFiles } from '../baseline/baseline.ts'
import type { SuiteRules } from '../suiteRules.ts'

/** Chance, over all rules of a run together, that an early decision is not the whole run's. */
export const EARLY_RISK = 0.05

/** A rule of a gate whose outcome may be known before the last item. */
export interface EarlyRule {
  readonly key: string
  readonly kind: 'min' | 'max' | 'maxDrop'
  /** Of the metric, or of its change for `maxDrop`. */
  readonly bound: number
  readonly keeps: 'atLeast' | 'atMost'
  readonly decide: Way
  /** Of the metric, or of its change for `maxDrop`: then of items that the baseline scored. */
  readonly mean: ItemMean
  /** Lowest and highest value of the metric itself. */
  readonly scale: readonly [number, number]
  /** Of `maxDrop`: the baseline's value of each item. */
  readonly before?: ReadonlyMap<string, number> | undefined
  /** What the whole run's interval takes clusters to be drawn from. */
  readonly stratumOf?: StratumOf | undefined
}

/** The rules of a suite, by whether they may be decided early. */
export interface EarlyRules {
  readonly rules: readonly EarlyRule[]
  /** Rules that wait for the last item, and why. */
  readonly waiting: readonly { readonly rule: string; readonly why: string }[]
}

/** How many rules about metrics there are, over all suites: they share {@link EARLY_RISK}. */
export function countRules(gates: Gates | undefined): number {
  return allBounds(gates).length
}

/** Chance of a wrong decision that each rule may have, so that all together have {@link EARLY_RISK} (Bonferroni). */
export function alphaOf(gates: Gates | undefined, ruleCount: number = countRules(gates)): number {
  return EARLY_RISK / Math.max(1, ruleCount)
}

/**
 * The rules that gates have for a suite, with those whose outcome is known early, over the run's items. Throws HoldfastError for a baseline
 * under `root` that cannot be read.
 */
export function earlyRules(
  suite: Pick<SuiteRules, 'name' | 'planned' | 'stratumOf'>,
  items: readonly PlacedItem[],
  gates: Gates | undefined,
  root: string,
): EarlyRules {
  const own = gates?.[suite.name]
  const rules: EarlyRule[] = []
  const waiting: { rule: string; why: string }[] = []
  if (typeof own !== 'object') return { rules, waiting }
  const planned = suite.planned(items)
  const { stratumOf } = suite
  for (const [key, rule] of Object.entries(own)) {
    for (const { kind, bound, way: decide } of boundsOf(rule)) {
      const wait = (why: string) => waiting.push({ rule: `${key} ${kind} ${bound}`, why })
      const figure = planned[key]
      const mean = itemMeanOf(figure)
      if (!figure) wait('is over no item of this run')
      else if (!mean) wait(`is no mean of items${exampleOf(planned)}`)
      else if (decide === 'worse' && gates?.holm) wait('is decided together with the other gates, by all items')
      else if (kind !== 'maxDrop')
        rules.push({ key, kind, bound, keeps: kind === 'min' ? 'atLeast' : 'atMost', decide, mean, scale: mean.range, stratumOf })
      else {
        const before = valuesBefore(mean, suite.name, gates?.baseline, root)
        const side = isLower(figure) ? ({ bound, keeps: 'atMost' } as const) : ({ bound: -bound, keeps: 'atLeast' } as const)
        if (!before) wait(`has no baseline ${gates?.baseline} of the suite to be held against`)
        else rules.push({ key, kind, ...side, decide, mean: changeOf(mean, before), scale: mean.range, before, stratumOf })
      }
    }
  }
  return { rules, waiting }
}

/** A figure of the suite that may be decided early, in words. */
function exampleOf(planned: Figures): string {
  const [key] = Object.entries(planned).find(([, figure]) => !figure.common && itemMeanOf(figure)) ?? []
  return key === undefined ? '' : `, as ${key} is`
}

/** The baseline's value of each item that has one; undefined where there is nothing of the suite in it. */
function valuesBefore(mean: ItemMean, suite: string, baseline: string | undefined, root: string): Map<string, number> | undefined {
  const file = baseline === undefined ? undefined : baselineFiles(root, baseline).items
  const records = file === undefined ? [] : readItemRecords(file).filter((record) => record.suite === suite)
  return records.length === 0 ? undefined : itemValues(mean, records)
}

/** The change of a mean from the baseline, over the items that the baseline has a value of. */
function changeOf(mean: ItemMean, before: ReadonlyMap<string, number>): ItemMean {
  const [low, high] = mean.range
  return {
    cellOf: (item) => (before.has(item.item) ? mean.cellOf(item) : undefined),
    weigh: mean.weigh,
    valueOf: (item, trials) => {
      const now = item.scored ? mean.valueOf(item, trials) : undefined
      const then = before.get(item.item)
      return now === undefined || then === undefined ? undefined : now - then
    },
    range: [low - high, high - low],
    open: mean.open,
  }
}

/** An item of the order that was fixed before the first call. */
export interface OrderedItem extends PlacedItem, Pick<ItemRecord, 'clusters' | 'size' | 'foretold'> {
  /** Place of its unit in the order, from 0. */
  readonly unit: number
}

/** Weight of each item in a metric, in the items' order; they add up to 1. 0 for those left out, for all where all are. */
export function unitWeights(items: readonly PlacedItem[], { cellOf, weigh }: Pick<ItemMean, 'cellOf' | 'weigh'>): number[] {
  const cells = items.map(cellOf)
  const sizes = new Map([...groupBy(cells, (cell) => cell)].flatMap(([cell, own]) => (cell === undefined ? [] : [[cell, own.length]])))
  const weightOf = (cell: string) => (weigh === 'items' ? (sizes.get(cell) as number) : weigh === 'cells' ? 1 : weigh(cell))
  const total = sum([...sizes.keys()].map(weightOf))
  return cells.map((cell) => (cell === undefined || !(total > 0) ? 0 : weightOf(cell) / (sizes.get(cell) as number) / total))
}

/** The units a rule is decided by, what is known of each before the first call, its place in the order, and each item's weight. */
export function ruleUnits(
  rule: EarlyRule,
  items: readonly OrderedItem[],
  byUnit: readonly (readonly OrderedItem[])[],
): { readonly weights: ReadonlyMap<string, number>; readonly units: readonly (EarlyUnit & { readonly unit: number })[] } {
  const all = unitWeights(items, rule.mean)
  const weights = new Map(items.map(({ item }, at) => [item, all[at] ?? 0]))
  const clustersOf = clustersBy(
    rule,
    items.filter(({ item }) => (weights.get(item) ?? 0) > 0),
  )
  const units = byUnit.flatMap((own, unit) => {
    const counted = own.filter(({ item }) => (weights.get(item) ?? 0) > 0)
    if (counted.length === 0) return []
    const weight = sum(counted.map(({ item }) => weights.get(item) ?? 0))
    const size = sum(own.map(({ size = 1 / own.length }) => size))
    const stratum = [...new Set(counted.map(({ task }) => task))].sort().join(' ')
    const clusters = clustersOf(counted)
    return [{ unit, weight, size, stratum, clusters, ...knownOf(rule, counted, weights), foretold: foretoldOf(rule, counted) }]
  })
  const told = units.flatMap(({ foretold }) => foretold ?? [])
  if (told.length === 0) return { weights, units }
  const typical = sum(told) / told.length
  return { weights, units: units.map((unit) => ({ ...unit, foretold: unit.foretold ?? typical })) }
}

/** What a rule is called where values are kept for it. */
export function nameOf({ key, kind }: Pick<EarlyRule, 'key' | 'kind'>): string {
  return `${key} ${kind}`
}

/** The mean of what earlier runs tell of a unit's items; undefined where they tell nothing. */
function foretoldOf(rule: EarlyRule, items: readonly OrderedItem[]): number | undefined {
  const told = items.flatMap(({ foretold }) => foretold?.[nameOf(rule)] ?? [])
  return told.length === 0 ? undefined : sum(told) / told.length
}

/** The clusters that the items of a unit are in, by kind, with what they were drawn from as the whole run's interval has it. */
function clustersBy(
  { stratumOf }: EarlyRule,
  items: readonly OrderedItem[],
): (own: readonly OrderedItem[]) => NonNullable<EarlyUnit['clusters']> {
  const records = items.map((item): ItemRecord => ({ suite: '', ...item, trial: 0, status: 'skipped', scores: {} }))
  const kinds = clusterDimensions(records, stratumOf).map(
    ({ name, groups }) => [name, new Map(groups.map(({ name = '', stratum }) => [name, { name, stratum }]))] as const,
  )
  return (own) => {
    const entries = kinds.map(([kind, groups]) => {
      const names = new Set(own.flatMap(({ clusters }) => clusters?.[kind] ?? []))
      return [kind, [...names].flatMap((name) => groups.get(name) ?? [])] as const
    })
    return Object.fromEntries(entries.filter(([, clusters]) => clusters.length > 0))
  }
}

/** What the baseline tells of a unit: its figure there, and how far a change from that can go, whichever of its items have a value. */
function knownOf(
  { before, scale: [low, high] }: EarlyRule,
  items: readonly OrderedItem[],
  weights: ReadonlyMap<string, number>,
): Pick<EarlyUnit, 'known' | 'range'> {
  if (!before) return {}
  const values = items.map(({ item }) => ({ value: before.get(item) ?? 0, weight: weights.get(item) ?? 0 }))
  const known = sum(values.map((own) => own.weight * own.value)) / sum(values.map((own) => own.weight))
  return { known, range: [low - Math.max(...values.map(({ value }) => value)), high - Math.min(...values.map(({ value }) => value))] }
}
