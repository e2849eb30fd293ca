import { groupBy, sum } from '../base/collections.ts'
import type { ItemRecord } from '../format/records.ts'
import { type Dimension, type Group, MOST_GROUPS, pooled } from './clusters.ts'
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
  /** Items of equal weight that there are, where they are others than the observations. */
  readonly effectiveItems?: number | undefined
  /** Clusters that there are, whatever they weigh. */
  readonly units?: number | undefined
}

/** A figure by key as computed without some records: its value and the items behind it. */
export type Values = Readonly<Record<string, { readonly value: number; readonly n: number }>>

/** Computes the figures without some records. */
export type Without = (members: ReadonlySet<ItemRecord>) => Values

/** How figures are found without records. */
export interface WithoutOptions {
  /** Those of the figures that take next to no time, for instance by sums: of these each cluster is left out, however many there are. */
  readonly known?: Without | undefined
  /** The same for records that say the same: where clusters are many, those that are alike are left out once. */
  readonly contentOf?: ((record: ItemRecord) => unknown) | undefined
}

/** Standard errors up to this are what rounding makes of figures that do not vary. */
const ROUNDING = 1e-10

/**
 * Standard errors of figures from what they become without each cluster in turn. It needs no formula for a figure, only that it be computed
 * again. What a figure changes by without a cluster, times the share that the rest is of what the figure weighs it among, is the cluster's
 * linearised influence: exactly for means over all items and for means over tasks; the two are told apart by leaving out parts of two tasks
 * at once. Their variances are stratified.
 *
 * Of crossed clusters the variances are added, those of the intersections taken off, with Satterthwaite's degrees of freedom.
 * Of figures that cost a summary at most {@link MOST_GROUPS} are computed: clusters that say the same are left out once, else they are pooled.
 *
 * @returns spreads by key; none for a figure that fewer than two clusters touch, or that is gone without one of them: it rests on that one.
 */
export function jackknife(
  dimensions: readonly Dimension[],
  whole: Values,
  without: Without,
  options?: WithoutOptions,
): Map<string, Spread> {
  const parts = influences(dimensions, whole, without, options)
  return new Map(
    Object.keys(whole).flatMap((key) => {
      if (parts.some(({ restsOnOne }) => restsOnOne(key))) return []
      const known = parts.flatMap(({ sign, of, lackedBy }) => {
        const units = of(key).map(({ unit }) => unit)
        const variance = varianceOf(units)
        return variance ? [{ sign, ...variance, ...(sign === 1 && withLacking(variance, units, lackedBy(key))) }] : []
      })
      const spread = combine(known)
      return spread ? [[key, spread] as const] : []
    }),
  )
}

/**
 * How many items of a stratum have a score is up to chance too. Where strata are unlike, a figure over items varies by that as well: those
 * that lack a score are there without influence (Cochran, 1977, section 5A.14). They tell no more than before, and it only widens.
 */
function withLacking(alone: Variance, units: readonly Unit[], lacking: readonly Group[]): Pick<Variance, 'variance' | 'shown'> {
  const byStratum = groupBy(units, ({ stratum }) => stratum.name)
  const empty = lacking.flatMap(({ stratum }): Unit[] => {
    const own = byStratum.get(stratum.name)
    return own ? [{ influence: 0, size: sum(own.map(({ size }) => size)) / own.length, weight: own[0]?.weight ?? 1, stratum }] : []
  })
  const all = empty.length > 0 ? varianceOf([...units, ...empty]) : undefined
  return all && all.variance > alone.variance ? { variance: all.variance, shown: Math.max(alone.shown, all.shown) } : alone
}

/** A group that touches a figure, with what the figure owes to it. */
export interface TouchingGroup {
  readonly group: Group
  readonly unit: Unit
}

/** The groups of each kind that touch a figure: none for one that is not finite. */
export function influences(
  dimensions: readonly Dimension[],
  all: Values,
  without: Without,
  { known = () => ({}), contentOf = saidBy }: WithoutOptions = {},
): {
  readonly sign: 1 | -1
  of(key: string): TouchingGroup[]
  /** Groups without a score that do not touch it; none where groups are pooled. */
  lackedBy(key: string): Group[]
  restsOnOne(key: string): boolean
}[] {
  // Computed in another order, the whole differs in its last digits: what leaves it as it is must leave it so exactly.
  const quick = known(new Set())
  const whole = { ...all, ...quick }
  const keys = Object.entries(whole).flatMap(([key, { value }]) => (Number.isFinite(value) ? [key] : []))
  const slow = keys.filter((key) => quick[key] === undefined)
  const overTasks = meansOverTasks(dimensions, whole, keys, (some) => ({ ...(slow.length > 0 && without(some)), ...known(some) }))
  return dimensions.map((dimension) => {
    const each = dimension.groups.map((group) => [group])
    const isQuick = (key: string) => quick[key] !== undefined
    const ofQuick = movesOf(each, whole, keys.filter(isQuick), known)
    const ofSlow = movesOf(slow.length > 0 ? slowGroups(dimension, slow, without, contentOf) : [], whole, slow, without)
    const of = (key: string) => (isQuick(key) ? ofQuick : ofSlow)
    const movesAt = (key: string) => of(key).moves.get(key) ?? []
    const unscored = dimension.groups.filter(({ members }) => [...members].every(({ status }) => status === 'unscored'))
    return {
      sign: dimension.sign,
      of: (key) => unitsOf(movesAt(key), overTasks.has(key), whole[key]?.n ?? 0),
      lackedBy: (key) => {
        const touching = new Set(unscored.length > 0 ? movesAt(key).map(({ group }) => group) : [])
        return [...touching].every(({ clusters = 1 }) => clusters === 1) ? unscored.filter((group) => !touching.has(group)) : []
      },
      restsOnOne: (key) => movesAt(key).length > 0 && of(key).gone.has(key),
    }
  })
}

/** What a figure changes by when a group is there, and how many of its items the group is. */
interface Move {
  readonly group: Group
  readonly change: number
  readonly size: number
}

/** The moves of the groups that touch a figure, by key, and the keys of figures that are gone without one. */
interface Moves {
  readonly moves: ReadonlyMap<string, readonly Move[]>
  readonly gone: ReadonlySet<string>
}

/** What a record says, by all that a summary has of it but its id. */
export function saidBy({ task, tags, status, scores, cut, trial }: ItemRecord): unknown {
  return [task, tags, status, scores, cut, trial]
}

/** Most parts of groups that say the same by which it is looked whether a figure takes all of them alike. */
const PARTS = 16

/** The groups to leave out of figures that cost a summary each time, those that are alike together. */
function slowGroups(
  dimension: Dimension,
  keys: readonly string[],
  without: Without,
  contentOf: NonNullable<WithoutOptions['contentOf']>,
): (readonly Group[])[] {
  const { groups } = dimension
  if (groups.length > MOST_GROUPS) {
    const alike = [...groupBy(groups, ({ members }) => JSON.stringify([...members].map(contentOf))).values()]
    // A summary may look at more than what records say, for instance at their ids: then parts of as many of them are unlike.
    const isSame = (some: readonly Group[]) => {
      const parts = Math.min(some.length, Math.max(3, Math.min(PARTS, Math.floor(MOST_GROUPS / alike.length))))
      // The last one begins sooner, where they do not come out even: what lies in two of them is told by a third.
      const size = Math.ceil(some.length / parts)
      const from = (at: number) => Math.min(at * size, some.length - size)
      const [one, ...others] = Array.from({ length: parts }, (_, at) =>
        without(new Set(some.slice(from(at), from(at) + size).flatMap(({ members }) => [...members]))),
      )
      return others.every((other) =>
        keys.every((key) => one?.[key]?.n === other[key]?.n && Math.abs((one?.[key]?.value ?? 0) - (other[key]?.value ?? 0)) <= ROUNDING),
      )
    }
    if (alike.length <= MOST_GROUPS && alike.every((some) => some.length === 1 || isSame(some))) return alike
  }
  return pooled(dimension).map((group) => [group])
}

/** Those of groups, of which some are alike and move a figure by as much. */
function movesOf(alike: readonly (readonly Group[])[], whole: Values, keys: readonly string[], without: Without): Moves {
  const moves = new Map<string, Move[]>()
  const gone = new Set<string>()
  for (const groups of keys.length > 0 ? alike : []) {
    const [first] = groups as [Group]
    const figures = without(first.members)
    for (const key of keys) {
      const { value, n } = whole[key] as Values[string]
      const left = figures[key]
      // It tells nothing about how the figure varies.
      if (!left || !Number.isFinite(left.value)) {
        gone.add(key)
        continue
      }
      // Of a difference, a group can touch one side alone, and the items behind it stay as many as the other side has.
      if (left.n === n && left.value === value) continue
      const own = moves.get(key) ?? []
      const [change, size] = [value - left.value, n > left.n ? n - left.n : first.members.size]
      for (const group of groups) own.push({ group, change, size })
      moves.set(key, own)
    }
  }
  return { moves, gone }
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
    return { group, unit: { influence: change * (1 - share), size, weight, stratum: group.stratum, clusters: group.clusters } }
  })
}

/** Tasks by which figures are told apart: one pair tells nearly all, and each costs summaries. */
const TOLD_BY = 24

/**
 * Keys of means over tasks: without parts of two tasks each changes by the sum of its changes without either; a mean over items does so
 * once each change is weighted by the items left.
 */
function meansOverTasks(dimensions: readonly Dimension[], whole: Values, keys: readonly string[], without: Without): Set<string> {
  const told = new Map(keys.map((key) => [key, { overTasks: 0, overItems: 0, moves: false }]))
  const tasks = largestTasks(dimensions)
  for (const [at, isPart] of PARTS_OF_TASKS.entries()) {
    const parts = tasks.map(({ records, items }, task) => {
      const part = new Set(items.filter((_, place) => isPart(place, task % 2 === 0, items.length)))
      return new Set(records.filter(({ item }) => part.has(item)))
    })
    const alone = parts.map(without)
    const left = parts.slice(1).map((own, index) => [alone[index], alone[index + 1], without(new Set([...(parts[index] ?? []), ...own]))])
    for (const [key, sums] of told) {
      const { value, n } = whole[key] as Values[string]
      for (const figures of left) {
        const [one, other, gone] = figures.map((some) => some?.[key])
        if (!one || !other || !gone || ![one, other, gone].every((some) => Number.isFinite(some.value) && some.n < n)) continue
        sums.overTasks += Math.abs(gone.value - one.value - other.value + value)
        sums.overItems += Math.abs((value - gone.value) * gone.n - (value - one.value) * one.n - (value - other.value) * other.n) / n
        sums.moves ||= Math.abs(value - one.value) > ROUNDING || Math.abs(value - other.value) > ROUNDING
      }
    }
    if (at > 0 && [...told.values()].every(({ overTasks, overItems, moves }) => !moves || Math.abs(overTasks - overItems) > ROUNDING)) break
  }
  return new Set(
    keys.filter((key) => {
      const { overTasks, overItems } = told.get(key) ?? { overTasks: 0, overItems: 0 }
      return overTasks + ROUNDING < overItems
    }),
  )
}

/**
 * Which items of a task are its part, by their places, of every second task and of the others: parts like their task tell nothing. Of tasks
 * that mirror each other the changes cancel out, unless the parts lie at other places. The later ones are for figures that the first leave open.
 */
const PARTS_OF_TASKS: readonly ((at: number, isEven: boolean, items: number) => boolean)[] = [
  (at) => at % 2 === 1,
  (at, isEven) => (isEven ? at === 0 : at % 2 === 1),
  (at, isEven) => (at === 0) === isEven,
  (at, isEven, items) => (at === items - 1) === isEven,
]

/** The largest tasks of several items each, with their items in order; none where there is one task. */
function largestTasks(dimensions: readonly Dimension[]) {
  const tasks = groupBy(dimensions[0]?.groups.flatMap(({ members }) => [...members]) ?? [], ({ task }) => task)
  if (tasks.size < 2) return []
  const largest = [...tasks.values()].sort((one, other) => other.length - one.length).slice(0, TOLD_BY)
  return largest
    .map((records) => ({ records, items: [...new Set(records.map(({ item }) => item))].sort() }))
    .filter(({ items }) => items.length > 1)
}

/** The spread by all kinds of units together. */
export function combine(parts: readonly (Variance & { readonly sign: 1 | -1 })[]): Spread | undefined {
  const positive = parts.filter(({ sign }) => sign === 1)
  if (positive.length === 0) return undefined
  const widestBy = (of: 'shown' | 'variance') => positive.reduce((most, part) => (part[of] > most[of] ? part : most))
  const least = (of: 'designDf' | 'effectiveUnits' | 'effectiveItems' | 'units') => Math.min(...positive.map((part) => part[of]))
  const design = {
    designDf: least('designDf'),
    effectiveUnits: least('effectiveUnits'),
    effectiveItems: least('effectiveItems'),
    units: least('units'),
  }
  // What is taken off is what units show. It can go too far where clusters are few: never below the widest single kind.
  const total = sum(parts.map(({ sign, variance, shown }) => (sign === 1 ? variance : -shown)))
  const se = Math.sqrt(Math.max(total, widestBy('variance').variance))
  if (!(se > ROUNDING)) return { ...design, se: 0, df: design.designDf }
  const [all, widest] = [sum(parts.map(({ sign, shown }) => sign * shown)), widestBy('shown')]
  const [shown, of] = all > widest.shown ? [all, parts] : [widest.shown, [widest]]
  const satterthwaite = (kind: 'df' | 'designDf') => Math.max(1, shown ** 2 / sum(of.map((part) => part.shown ** 2 / part[kind])))
  return { ...design, se, df: satterthwaite('df'), designDf: satterthwaite('designDf') }
}
