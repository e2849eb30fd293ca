import { existsSync } from 'node:fs'
import type { GateRule, Gates } from '../../core/format/gates.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { ItemMean, PlacedItem } from '../../core/stats/sequential/itemMean.ts'
import { combineTrials } from '../../core/stats/summary/combineTrials.ts'
import { isLower, itemMeanOf } from '../../core/stats/summary/metric.ts'
import { baselineFiles, readItemRecords } from '../baseline/baseline.ts'
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
  readonly decide: NonNullable<GateRule['decide']>
  /** Of the metric, or of its change for `maxDrop`: then of items that the baseline scored. */
  readonly mean: ItemMean
  /** Lowest and highest value of the metric itself. */
  readonly scale: readonly [number, number]
  /** Of `maxDrop`: the baseline's value of each item. */
  readonly before?: ReadonlyMap<string, number> | undefined
}

/** The rules of a suite, by whether they may be decided early. */
export interface EarlyRules {
  readonly rules: readonly EarlyRule[]
  /** Rules that wait for the last item, and why. */
  readonly waiting: readonly { readonly rule: string; readonly why: string }[]
}

/** How many rules about metrics there are, over all suites: they share {@link EARLY_RISK}. */
export function countRules(gates: Gates | undefined): number {
  return Object.values(gates ?? {}).reduce<number>((sum, rules) => {
    if (typeof rules !== 'object') return sum
    return sum + Object.values(rules).reduce((own, rule) => own + boundsOf(rule).length, 0)
  }, 0)
}

/**
 * The rules that gates have for a suite, as far as a run may know their outcome before its last item.
 *
 * @param items of the run: what is known of its metrics before any of them ran.
 * @param root folder with `reports/baselines`.
 * @throws HoldfastError for a baseline that cannot be read.
 */
export function earlyRules(
  suite: Pick<SuiteRules, 'name' | 'planned'>,
  items: readonly PlacedItem[],
  gates: Gates | undefined,
  root: string,
): EarlyRules {
  const own = gates?.[suite.name]
  const rules: EarlyRule[] = []
  const waiting: { rule: string; why: string }[] = []
  const planned = lazily(() => suite.planned(items))
  const baseline = lazily(() => baseItems(suite.name, gates?.baseline, root))
  for (const [key, rule] of Object.entries(typeof own === 'object' ? own : {})) {
    for (const { kind, bound } of boundsOf(rule)) {
      const wait = (why: string) => waiting.push({ rule: `${key} ${kind} ${bound}`, why })
      const figure = planned()[key]
      const mean = itemMeanOf(figure)
      const decide = rule.decide ?? 'value'
      if (!figure) wait('is over no item of this run')
      else if (!mean) wait('is no mean of items')
      else if (kind !== 'maxDrop')
        rules.push({ key, kind, bound, keeps: kind === 'min' ? 'atLeast' : 'atMost', decide, mean, scale: mean.range })
      else {
        const base = baseline()
        if (!base) wait(`has no baseline ${gates?.baseline} of the suite to be held against`)
        else {
          const side = isLower(figure) ? ({ bound, keeps: 'atMost' } as const) : ({ bound: -bound, keeps: 'atLeast' } as const)
          const before = valuesBefore(mean, base)
          rules.push({ key, kind, ...side, decide, mean: changeOf(mean, before), scale: mean.range, before })
        }
      }
    }
  }
  return { rules, waiting }
}

function boundsOf(rule: GateRule): { kind: EarlyRule['kind']; bound: number }[] {
  return (['min', 'max', 'maxDrop'] as const).flatMap((kind) => {
    const bound = rule[kind]
    return bound === undefined ? [] : [{ kind, bound }]
  })
}

/** Records of the baseline by item; undefined where it has none of the suite. */
function baseItems(suite: string, name: string | undefined, root: string): ReadonlyMap<string, readonly ItemRecord[]> | undefined {
  if (name === undefined) return undefined
  const { items } = baselineFiles(root, name)
  if (!existsSync(items)) return undefined
  const byItem = new Map<string, ItemRecord[]>()
  for (const record of readItemRecords(items)) {
    if (record.suite !== suite) continue
    const known = byItem.get(record.item)
    if (known) known.push(record)
    else byItem.set(record.item, [record])
  }
  return byItem.size === 0 ? undefined : byItem
}

/** The baseline's value of each item that has one. */
function valuesBefore(mean: ItemMean, base: ReadonlyMap<string, readonly ItemRecord[]>): ReadonlyMap<string, number> {
  return new Map(
    [...base].flatMap(([id, trials]) => {
      const [item] = combineTrials(trials)
      const value = item?.scored ? mean.valueOf(item, trials) : undefined
      return value === undefined ? [] : [[id, value] as const]
    }),
  )
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
  }
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
