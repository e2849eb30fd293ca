import { groupBy, sum } from '../base/collections.ts'
import type { ItemRecord } from '../format/records.ts'
import type { Dimension, Group } from './clusters.ts'
import { type Unit, type Variance, varianceOf } from './variance.ts'

/** How far a figure varies from one sample of clusters to another. */
export interface Spread {
  /** Standard error; 0 where nothing varies. */
  readonly se: number
  /** Degrees of freedom of that error, 1 or more: few where few clusters tell it. */
  readonly df: number
  /** Those that the design alone gives. */
  readonly designDf: number
  /** Independent observations that there are, of equal weight. */
  readonly effectiveUnits: number
}

/** A figure by key as computed without some records: its value and the items behind it. */
export type Values = Readonly<Record<string, { readonly value: number; readonly n: number }>>

/** Computes the figures without some records. */
export type Without = (members: ReadonlySet<ItemRecord>) => Values

/** Standard errors up to this are what rounding makes of figures that do not vary. */
const ROUNDING = 1e-10

/**
 * Standard errors of figures from what they become without each cluster in turn. It needs no formula for a figure, only that it be computed
 * again. What a figure changes by without a cluster, times the share that the rest is of what the figure weighs it among, is the cluster's
 * linearised influence: exactly for means over all items and for means over tasks; the two are told apart by leaving out parts of two tasks
 * at once. Their variances are stratified.
 *
 * Of crossed clusters the variances are added, those of the intersections taken off, with Satterthwaite's degrees of freedom.
 * @returns spreads by key; none for a figure that fewer than two clusters touch.
 */
export function jackknife(dimensions: readonly Dimension[], whole: Values, without: Without): Map<string, Spread> {
  const parts = influences(dimensions, whole, without)
  return new Map(
    Object.keys(whole).flatMap((key) => {
      const known = parts.flatMap(({ sign, of }) => {
        const variance = varianceOf(of(key).map(({ unit }) => unit))
        return variance ? [{ sign, ...variance }] : []
      })
      const spread = combine(known)
      return spread ? [[key, spread] as const] : []
    }),
  )
}

/** A group that touches a figure, with what the figure owes to it. */
export interface TouchingGroup {
  readonly group: Group
  readonly unit: Unit
}

/** The groups of each kind that touch a figure: none for one that is not finite. */
export function influences(
  dimensions: readonly Dimension[],
  whole: Values,
  without: Without,
): { readonly sign: 1 | -1; of(key: string): TouchingGroup[] }[] {
  const keys = Object.entries(whole).flatMap(([key, { value }]) => (Number.isFinite(value) ? [key] : []))
  const overTasks = meansOverTasks(dimensions, whole, keys, without)
  return dimensions.map(({ sign, groups }) => {
    const moves = movesOf(groups, whole, keys, without)
    return { sign, of: (key) => unitsOf(moves.get(key) ?? [], overTasks.has(key), whole[key]?.n ?? 0) }
  })
}

/** What a figure changes by when a group is there, and how many of its items the group is. */
interface Move {
  readonly group: Group
  readonly change: number
  readonly size: number
}

/** The moves of the groups that touch a figure, by key. */
function movesOf(groups: readonly Group[], whole: Values, keys: readonly string[], without: Without): Map<string, Move[]> {
  const moves = new Map<string, Move[]>()
  for (const group of groups) {
    const figures = without(group.members)
    for (const key of keys) {
      const { value, n } = whole[key] as Values[string]
      const left = figures[key]
      // A figure that is gone without the group rests on it alone: it tells nothing about how it varies.
      if (!left || !Number.isFinite(left.value)) continue
      // Of a difference, a group can touch one side alone, and the items behind it stay as many as the other side has.
      if (left.n === n && left.value === value) continue
      const own = moves.get(key) ?? []
      own.push({ group, change: value - left.value, size: n > left.n ? n - left.n : group.members.size })
      moves.set(key, own)
    }
  }
  return moves
}

function unitsOf(moves: readonly Move[], overTasks: boolean, n: number): TouchingGroup[] {
  const ofTask = new Map<string, number>()
  for (const { group, size } of moves) if (group.task !== undefined) ofTask.set(group.task, (ofTask.get(group.task) ?? 0) + size)
  const tasks = new Set(moves.map(({ group }) => group.task)).size
  // Of a difference n is that of the run with fewer items, and groups may touch the other.
  const items = Math.max(n, sum(moves.map(({ size }) => size)))
  return moves.map(({ group, change, size }) => {
    const task = group.task === undefined ? undefined : (ofTask.get(group.task) as number)
    // Without its only group a task is gone, and the figure is a mean over the others.
    const shareOfTask = task === undefined ? group.shareOfTasks : task > size ? size / task : 1 / tasks
    const share = overTasks ? shareOfTask : size / items
    const weight = overTasks && task !== undefined ? 1 / task : 1
    return { group, unit: { influence: change * (1 - share), size, weight, stratum: group.stratum } }
  })
}

/** Tasks by which figures are told apart: one pair tells nearly all, and each costs summaries. */
const TOLD_BY = 24

/**
 * Keys of means over tasks: without parts of two tasks each changes by the sum of its changes without either; a mean over items does so
 * once each change is weighted by the items left.
 */
function meansOverTasks(dimensions: readonly Dimension[], whole: Values, keys: readonly string[], without: Without): Set<string> {
  const left = partsOfTasks(dimensions).flatMap((parts) => {
    const alone = parts.map(without)
    return parts.slice(1).map((part, at) => [alone[at], alone[at + 1], without(new Set([...(parts[at] ?? []), ...part]))] as const)
  })
  return new Set(
    keys.filter((key) => {
      const { value, n } = whole[key] as Values[string]
      let [overTasks, overItems] = [0, 0]
      for (const figures of left) {
        const [one, other, gone] = figures.map((some) => some?.[key])
        if (!one || !other || !gone || ![one, other, gone].every((some) => Number.isFinite(some.value) && some.n < n)) continue
        overTasks += n * Math.abs(gone.value - one.value - other.value + value)
        overItems += Math.abs((value - gone.value) * gone.n - (value - one.value) * one.n - (value - other.value) * other.n)
      }
      return overTasks < overItems
    }),
  )
}

/** Of each of the largest tasks every second item, and its first: parts like their task tell nothing. Nothing where there is one task. */
function partsOfTasks(dimensions: readonly Dimension[]): Set<ItemRecord>[][] {
  const tasks = groupBy(dimensions[0]?.groups.flatMap(({ members }) => [...members]) ?? [], ({ task }) => task)
  if (tasks.size < 2) return []
  const largest = [...tasks.values()].sort((one, other) => other.length - one.length).slice(0, TOLD_BY)
  const several = largest
    .map((records) => ({ records, items: [...new Set(records.map(({ item }) => item))].sort() }))
    .filter(({ items }) => items.length > 1)
  return [1, 0].map((odd) =>
    several.map(({ records, items }) => {
      const part = new Set(items.filter((_, at) => (odd === 1 ? at % 2 === 1 : at === 0)))
      return new Set(records.filter(({ item }) => part.has(item)))
    }),
  )
}

/** The spread by all kinds of units together. */
export function combine(parts: readonly (Variance & { readonly sign: 1 | -1 })[]): Spread | undefined {
  const positive = parts.filter(({ sign }) => sign === 1)
  if (positive.length === 0) return undefined
  const widest = positive.reduce((most, part) => (part.variance > most.variance ? part : most))
  const total = sum(parts.map(({ sign, variance: own }) => sign * own))
  const effectiveUnits = Math.min(...positive.map((part) => part.effectiveUnits))
  // Taking off the intersections can go too far where clusters are few: never below the widest single kind.
  const [variance, of] = total > widest.variance ? [total, parts] : [widest.variance, [widest]]
  const se = Math.sqrt(variance)
  if (!(se > ROUNDING)) {
    const designDf = Math.min(...positive.map((part) => part.designDf))
    return { se: 0, df: designDf, designDf, effectiveUnits }
  }
  const satterthwaite = (dfOf: (part: Variance) => number) =>
    Math.max(1, variance ** 2 / sum(of.map((part) => part.variance ** 2 / dfOf(part))))
  return { se, df: satterthwaite(({ df }) => df), designDf: satterthwaite(({ designDf }) => designDf), effectiveUnits }
}
