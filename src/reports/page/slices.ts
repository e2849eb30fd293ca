import { groupBy, sum } from '../../core/base/collections.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { combineTrials, totalOf } from '../../core/stats/summary/combineTrials.ts'
import { wilson } from '../../core/stats/wilson.ts'

/** Items that a slice has at least to stand among the first: one item is no slice. */
const LEADING = 3
/** Slices shown: the rest is in the item list. */
const MOST = 40

/** Slices of scored items by task and tag, by what they add to the change from the baseline, else to the loss. Small ones come last. */
export function slicesOf(records: readonly ItemRecord[], base: readonly ItemRecord[] | undefined) {
  const items = combineTrials(records).filter(({ scored }) => scored)
  const before = new Map(combineTrials(base ?? []).flatMap((item) => (item.scored ? [[item.item, totalOf(item)] as const] : [])))
  const lossOf = (some: readonly ScoredItem[]) => sum(some.map((item) => Math.max(0, 1 - totalOf(item))))
  const all = lossOf(items)
  const paired = items.filter(({ item }) => before.has(item)).length
  const slices = bySlice(items).map(([name, own]) => {
    const passed = own.filter(({ status }) => status === 'passed').length / own.length
    const changes = own.map((item) => (before.has(item.item) ? totalOf(item) - (before.get(item.item) ?? 0) : 0))
    return {
      /** As `length=4k`; tasks as `task=OR`. */
      name,
      items: own.length,
      mean: sum(own.map(totalOf)) / own.length,
      /** Share of its items that passed, with Wilson's interval. */
      passRate: passed,
      passInterval: wilson(passed, own.length),
      /** Share of all that was lost, 0 to 1. */
      lossShare: all === 0 ? 0 : lossOf(own) / all,
      /** What the slice adds to the change of the mean total from the baseline; null without one. */
      change: paired === 0 ? null : sum(changes) / paired,
    }
  })
  type Slice = (typeof slices)[number]
  const weight = ({ change, lossShare }: Slice) => (change === null ? lossShare : Math.abs(change))
  const leads = ({ items: own }: Slice) => Number(own >= LEADING)
  return slices.sort((one, other) => leads(other) - leads(one) || weight(other) - weight(one)).slice(0, MOST)
}

type ScoredItem = ReturnType<typeof combineTrials>[number]

/** A slice of nearly every item says nothing, and of one that has as many values as items neither. */
function bySlice(items: readonly ScoredItem[]): [name: string, own: ScoredItem[]][] {
  const named = items.flatMap((item) => [...new Set(sliceNames(item))].map((name) => ({ name, item })))
  const slices = [...groupBy(named, ({ name }) => name)].filter(([, own]) => own.length < items.length)
  return slices.map(([name, own]) => [name, own.map(({ item }) => item)])
}

/** The slices an item is in. */
export function sliceNames({ task, tags }: Pick<ItemRecord, 'task' | 'tags'>): string[] {
  return [`task=${task}`, ...Object.entries(tags).flatMap(([name, value]) => [value].flat().map((entry) => `${name}=${entry}`))]
}
