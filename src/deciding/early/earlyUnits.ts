import { fromAny, groupBy, sum } from '../../core/base/collections.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { earlyOrder } from '../../core/stats/sequential/earlyOrder.ts'
import { itemValues } from '../../core/stats/summary/itemValues.ts'
import type { PlacedItem } from '../../core/stats/summary/metric.ts'
import { type EarlyRule, nameOf, type OrderedItem, unitWeights } from './earlyRules.ts'

/** An item that is to run. */
export type DueItem = PlacedItem & Pick<ItemRecord, 'clusters'>

/** What an order is drawn by, all of it known before the first call. */
export interface OrderBy {
  readonly rules: readonly EarlyRule[]
  readonly seed: number
  /** Records of earlier runs that were made alike. What they foretell wrongly costs items and no error. */
  readonly earlier?: readonly (readonly ItemRecord[])[] | undefined
}

/** Puts items in the order in which gates look at them: drawn by their weight in the rules, each a unit of its own, since items alike tell less (bench/decide). */
export function earlyUnits<Entry extends DueItem>(
  items: readonly Entry[],
  { rules, seed, earlier = [] }: OrderBy,
): (Entry & OrderedItem)[][] {
  const told = rules.map((rule) => [nameOf(rule), meanValues(earlier.map((records) => itemValues(rule.mean, records)))] as const)
  const sizes = sizesOf(items, rules)
  const entries = items.map((entry, at) => {
    const foretold = fromAny(told.map(([name, values]) => [name, values.get(entry.item)]))
    return { ...entry, size: sizes[at] as number, ...(foretold && { foretold }) }
  })
  const named = entries.map((entry) => ({ name: entry.item, cells: [entry.task], size: entry.size, entry }))
  return earlyOrder(named, seed).order.map(({ entry }, unit) => [{ ...entry, unit }])
}

/** The mean of each item over the runs that have it. */
function meanValues(runs: readonly ReadonlyMap<string, number>[]): ReadonlyMap<string, number> {
  const byItem = groupBy(
    runs.flatMap((run) => [...run]),
    ([item]) => item,
  )
  return new Map([...byItem].map(([item, values]) => [item, sum(values.map(([, value]) => value)) / values.length]))
}

/**
 * The mean weight of each item in the rules. All are alike where that would differ within a cell of a rule's mean: the mean of the items so
 * far would not be that of the cell then.
 */
function sizesOf(items: readonly PlacedItem[], rules: readonly EarlyRule[]): number[] {
  const weights = rules.map(({ mean }) => unitWeights(items, mean))
  const sizes = items.map((_, at) => sum(weights.map((own) => own[at] as number)) / rules.length)
  const isEven =
    rules.length > 0 &&
    rules.every(({ mean }) => {
      const counted = items.flatMap((item, at) => {
        const cell = mean.cellOf(item)
        return cell === undefined ? [] : [{ cell: mean.weigh === 'items' ? '' : cell, size: sizes[at] as number }]
      })
      return [...groupBy(counted, ({ cell }) => cell).values()].every((own) =>
        own.every(({ size }) => Math.abs(size - (own[0]?.size ?? 0)) <= 1e-9 * size),
      )
    })
  return isEven ? sizes : items.map(() => 1 / items.length)
}
