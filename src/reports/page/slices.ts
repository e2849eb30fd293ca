import { groupBy } from '../../core/base/collections.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { combineTrials } from '../../core/stats/summary/combineTrials.ts'
import { wilson } from '../../core/stats/wilson.ts'

/** The items that share a tag. */
export interface Slice {
  /** As `length=4k`; tasks as `task=OR`. */
  readonly name: string
  readonly items: number
  readonly mean: number
  /** Share of its items that passed, with Wilson's interval. */
  readonly passRate: number
  readonly passInterval: readonly [number, number]
  /** Share of all that was lost, 0 to 1. */
  readonly lossShare: number
  /** What the slice adds to the change of the mean total from the baseline; null without one. */
  readonly change: number | null
}

/** Items that a slice has at least to stand among the first: one item is no slice. */
const LEADING = 3
/** Slices shown: the rest is in the item list. */
const MOST = 40

/** Slices of scored items by task and tag, by what they add to the change from the baseline, else to the loss. Small ones come last. */
export function slicesOf(records: readonly ItemRecord[], base: readonly ItemRecord[] | undefined): Slice[] {
  const items = combineTrials(records).filter(({ scored }) => scored)
  const before = new Map(combineTrials(base ?? []).flatMap((item) => (item.scored ? [[item.item, totalOf(item)] as const] : [])))
  const lossOf = (some: readonly ScoredItem[]) => some.reduce((sum, item) => sum + Math.max(0, 1 - totalOf(item)), 0)
  const all = lossOf(items)
  const paired = items.filter(({ item }) => before.has(item)).length
  const slices = bySlice(items).map(([name, own]): Slice => {
    const passed = own.filter(({ status }) => status === 'passed').length / own.length
    const changes = own.map((item) => (before.has(item.item) ? totalOf(item) - (before.get(item.item) ?? 0) : 0))
    return {
      name,
      items: own.length,
      mean: own.reduce((sum, item) => sum + totalOf(item), 0) / own.length,
      passRate: passed,
      passInterval: wilson(passed, own.length),
      lossShare: all === 0 ? 0 : lossOf(own) / all,
      change: paired === 0 ? null : changes.reduce((sum, change) => sum + change, 0) / paired,
    }
  })
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

/** An item's total; that of one without is whether it passed. */
function totalOf({ scores, status }: Pick<ItemRecord, 'scores' | 'status'>): number {
  return scores.total ?? (status === 'passed' ? 1 : 0)
}
