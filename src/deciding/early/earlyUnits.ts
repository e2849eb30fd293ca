import { groupBy, sum } from '../../core/base/collections.ts'
import { random } from '../../core/base/random.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { earlyOrder } from '../../core/stats/sequential/earlyOrder.ts'
import type { PlacedItem } from '../../core/stats/summary/metric.ts'
import { type EarlyRule, itemValues, nameOf, type OrderedItem, unitWeights } from './earlyRules.ts'

/** An item that is to run, with the prompt that it shares with others; empty for none. */
export interface DueItem extends PlacedItem, Pick<ItemRecord, 'clusters'> {
  readonly prefix: string
}

/** What an order is drawn by, all of it known before the first call. */
export interface OrderBy {
  readonly rules: readonly EarlyRule[]
  readonly seed: number
  /** Records of earlier runs that were made alike. What they foretell wrongly costs items and no error. */
  readonly earlier?: readonly (readonly ItemRecord[])[] | undefined
}

/** Items of one prefix that stay together: in a wave other units read it too, and alike items tell less (bench/decide). */
const TOGETHER = 2

/** Puts items in the order in which gates look at them: drawn by their weight in the rules, up to {@link TOGETHER} of one task and prefix together. */
export function earlyUnits<Entry extends DueItem>(
  items: readonly Entry[],
  { rules, seed, earlier = [] }: OrderBy,
): (Entry & OrderedItem)[][] {
  const told = rules.map((rule) => [nameOf(rule), meanValues(earlier.map((records) => itemValues(rule.mean, records)))] as const)
  const sizes = sizesOf(items, rules)
  const entries = items.map((entry, at) => {
    const foretold = told.flatMap(([name, values]) => {
      const value = values.get(entry.item)
      return value === undefined ? [] : [[name, value] as const]
    })
    return { ...entry, size: sizes[at] as number, ...(foretold.length > 0 && { foretold: Object.fromEntries(foretold) }) }
  })
  return earlyOrder(unitsOf(entries, seed), seed).order.map((own, unit) => own.items.map((entry) => ({ ...entry, unit })))
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

/**
 * The units to order: one item of each task alone, since it begins the order and nothing is bet on it; and of the rest up to {@link TOGETHER}
 * of one prefix and task, drawn by the seed, so that it is read once for them.
 */
function unitsOf<Entry extends DueItem & { readonly size: number }>(
  items: readonly Entry[],
  seed: number,
): { readonly name: string; readonly cells: readonly string[]; readonly size: number; readonly items: readonly Entry[] }[] {
  const drawn = (own: readonly Entry[], key: string) =>
    random('early units', seed, key).shuffle(own.toSorted((one, other) => (one.item < other.item ? -1 : 1)))
  const byTask = groupBy(items, ({ task }) => task)
  const first = new Set([...byTask].flatMap(([task, own]) => drawn(own, `first ${task}`)[0] ?? []))
  const rest = items.filter((entry) => !first.has(entry))
  const byPrefix = groupBy(rest, ({ item, task, prefix }) => (prefix === '' ? `item ${item}` : `prefix ${prefix} ${task}`))
  const groups = [...byPrefix].flatMap(([key, group]) => {
    const count = Math.ceil(group.length / TOGETHER)
    const own = drawn(group, key)
    const part = (at: number) => own.slice(Math.round((at * group.length) / count), Math.round(((at + 1) * group.length) / count))
    return Array.from({ length: count }, (_, at) => ({ name: `${key} ${at}`, cells: [], items: part(at) }))
  })
  const units = [...[...first].map((own) => ({ name: `first ${own.task}`, cells: [own.task], items: [own] })), ...groups]
  return units.map((unit) => ({ ...unit, size: sum(unit.items.map(({ size }) => size)) }))
}
