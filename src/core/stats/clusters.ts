import { groupBy, sum } from '../base/collections.ts'
import { hashFraction } from '../base/random.ts'
import type { ItemRecord } from '../format/records.ts'

/** What units were drawn from, as the design of a benchmark has it: they tell nothing of how strata differ. */
export interface Stratum {
  readonly name: string
  /** Strata of one unit each are put together with others that lie within the same. */
  readonly within?: string | undefined
  /** Place among the strata within the same, where they have an order (a length): then only neighbours are put together. */
  readonly order?: number | undefined
}

/** The stratum that a record's cluster of a kind (`item` where it declares none) was drawn from; undefined for its task. */
export type StratumOf = (record: ItemRecord, kind: string) => Stratum | undefined

/** Records that vary together: left out of a metric at once. */
export interface Group {
  /** Of the cluster; a group without one is never pooled. */
  readonly name?: string | undefined
  /** How many clusters it is: several where they are pooled. Default 1. */
  readonly clusters?: number | undefined
  readonly members: ReadonlySet<ItemRecord>
  /** The task of all of them; undefined where they have several. */
  readonly task: string | undefined
  readonly stratum: Stratum
  /** The share of their tasks' records that they are, on average over them. */
  readonly shareOfTasks: number
}

/** Groups of one kind. Variances of several kinds are added, but for `sign` -1, which takes off what was counted twice. */
export interface Dimension {
  readonly name: string
  readonly sign: 1 | -1
  readonly groups: readonly Group[]
}

/** Groups that are left out one by one where each costs a summary. */
export const MOST_GROUPS = 200
/** Groups that a stratum keeps whatever their number, so that a figure of one task has enough of them. */
const LEAST_OF_STRATUM = 10
/** The same of intersections, whose strata are many and which only take off what was counted twice. */
const LEAST_OF_INTERSECTION = 2

/**
 * What varies together among records, by their declared clusters; without any, every item by itself. Items crossed by two kinds of clusters
 * (template and context) give three dimensions: each kind, and their intersections with sign -1; by more kinds, all their combinations,
 * with the signs of inclusion and exclusion (Cameron, Gelbach and Miller, 2011). Trials of an item always belong together.
 */
export function clusterDimensions(records: readonly ItemRecord[], stratumOf: StratumOf = () => undefined): readonly Dimension[] {
  const declared = [...new Set(records.flatMap(({ clusters }) => Object.keys(clusters ?? {})))]
  const kinds = declared.length > 0 ? declared : ['item']
  const keyOf = ({ clusters, item }: ItemRecord, kind: string) => clusters?.[kind] ?? (declared.length > 0 ? `item ${item}` : item)
  const ownStratum = (record: ItemRecord, kind: string): Stratum => stratumOf(record, kind) ?? { name: record.task }
  return subsets(kinds).map((some): Dimension => {
    const [only, ...others] = some as [string, ...string[]]
    const single = others.length === 0
    const key = (record: ItemRecord) => (single ? keyOf(record, only) : JSON.stringify(some.map((kind) => keyOf(record, kind))))
    const stratum = (record: ItemRecord) =>
      single ? ownStratum(record, only) : { name: JSON.stringify(some.map((kind) => ownStratum(record, kind).name)) }
    return {
      name: some.join(' and '),
      sign: some.length % 2 === 1 ? 1 : -1,
      groups: groupsBy(records, key, stratum),
    }
  })
}

/** All choices of one kind or more, the smaller first. */
function subsets(kinds: readonly string[]): string[][] {
  const all = Array.from({ length: 2 ** kinds.length - 1 }, (_, index) => kinds.filter((_kind, bit) => ((index + 1) >> bit) & 1))
  return all.sort((one, other) => one.length - other.length)
}

/** The stratum of what lies in several. */
const SEVERAL: Stratum = { name: '' }

function groupsBy(
  records: readonly ItemRecord[],
  keyOf: (record: ItemRecord) => string,
  stratumOf: (record: ItemRecord) => Stratum,
): Group[] {
  const sizes = sizesOf(records)
  const groups = [...groupBy(records, keyOf)].map(([name, members]) => {
    const [stratum = SEVERAL, ...others] = members.map(stratumOf)
    return { ...groupOf(members, sizes), name, stratum: others.every((other) => other.name === stratum.name) ? stratum : SEVERAL }
  })
  return [...groupBy(groups, ({ stratum }) => stratum.name).values()].flat()
}

function sizesOf(records: Iterable<ItemRecord>): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const { task } of records) sizes.set(task, (sizes.get(task) ?? 0) + 1)
  return sizes
}

function groupOf(members: readonly ItemRecord[], sizes: ReadonlyMap<string, number>): Omit<Group, 'stratum'> {
  const tasks = sizesOf(members)
  const shares = [...tasks].map(([task, own]) => own ** 2 / (sizes.get(task) ?? 0))
  return { members: new Set(members), task: tasks.size === 1 ? members[0]?.task : undefined, shareOfTasks: sum(shares) / members.length }
}

/**
 * The groups of a kind, those beyond {@link MOST_GROUPS} put together within their strata, as equal in number of clusters as can be; by
 * hash, so that neighbours do not meet. 200 tell a variance to within a tenth.
 */
export function pooled({ groups, sign }: Pick<Dimension, 'groups' | 'sign'>): readonly Group[] {
  if (groups.length <= MOST_GROUPS) return groups
  const sizes = sizesOf(groups.flatMap(({ members }) => [...members]))
  const least = sign === 1 ? LEAST_OF_STRATUM : LEAST_OF_INTERSECTION
  return [...groupBy(groups, ({ stratum }) => stratum.name).values()].flatMap((own) => {
    const most = Math.max(least, Math.floor((MOST_GROUPS * own.length) / groups.length))
    if (own.length <= most || own.some(({ name }) => name === undefined)) return own
    const order = own.map((group) => ({ group, at: hashFraction('cluster', group.name as string) })).sort((one, other) => one.at - other.at)
    return Array.from({ length: most }, (_, pool) => {
      const some = order.filter((__, index) => index % most === pool).map(({ group }) => group)
      const { stratum } = some[0] as Group
      return {
        ...groupOf(
          some.flatMap(({ members }) => [...members]),
          sizes,
        ),
        stratum,
        clusters: some.length,
      }
    })
  })
}

/** Of each run the records but those of some items. */
export function leavingOutItems(runs: readonly (readonly ItemRecord[])[]): (some: ReadonlySet<ItemRecord>) => ItemRecord[][] {
  return (some) => {
    const gone = new Set([...some].map(({ item }) => item))
    return runs.map((records) => records.filter(({ item }) => !gone.has(item)))
  }
}
