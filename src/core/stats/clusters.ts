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

/**
 * The stratum that a record's cluster of a kind was drawn from; undefined for its task.
 *
 * @param kind name of a kind of clusters; `item` where records declare none.
 */
export type StratumOf = (record: ItemRecord, kind: string) => Stratum | undefined

/** Records that vary together: left out of a metric at once. */
export interface Group {
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

/** Groups beyond which they are pooled within their strata: 200 tell a variance to within a tenth, and each costs a summary. */
const MOST_GROUPS = 200
/** Groups that a stratum keeps whatever their number, so that a figure of one task has enough of them. */
const LEAST_OF_STRATUM = 10
/** The same of intersections, whose strata are many and which only take off what was counted twice. */
const LEAST_OF_INTERSECTION = 2

/** Kinds of clusters that records declare. */
export function clusterKinds(records: readonly ItemRecord[]): string[] {
  return [...new Set(records.flatMap(({ clusters }) => Object.keys(clusters ?? {})))]
}

/**
 * What varies together among records, by their declared clusters; without any, every item by itself. Items crossed by two
 * kinds of clusters (template and context) give three dimensions: each kind, and their intersections with sign -1; by more
 * kinds, all their combinations, with the signs of inclusion and exclusion (Cameron, Gelbach and Miller, 2011). Trials of an
 * item always belong together.
 */
export function clusterDimensions(records: readonly ItemRecord[], stratumOf: StratumOf = () => undefined): readonly Dimension[] {
  const kinds = clusterKinds(records)
  const keyOf = (record: ItemRecord, kind: string) => record.clusters?.[kind] ?? `item ${record.item}`
  const ofTask = ({ task }: ItemRecord): Stratum => ({ name: task })
  if (kinds.length <= 1) {
    const kind = kinds[0]
    const key = (record: ItemRecord) => (kind === undefined ? record.item : keyOf(record, kind))
    const stratum = (record: ItemRecord) => stratumOf(record, kind ?? 'item') ?? ofTask(record)
    return [{ name: kind ?? 'item', sign: 1, groups: groupsBy(records, key, stratum, LEAST_OF_STRATUM) }]
  }
  return subsets(kinds).map((some): Dimension => {
    const [only] = some as [string]
    const single = some.length === 1
    const key = (record: ItemRecord) => (single ? keyOf(record, only) : JSON.stringify(some.map((kind) => keyOf(record, kind))))
    const stratum = (record: ItemRecord) =>
      single
        ? (stratumOf(record, only) ?? ofTask(record))
        : { name: JSON.stringify(some.map((kind) => (stratumOf(record, kind) ?? ofTask(record)).name)) }
    return {
      name: some.join(' and '),
      sign: some.length % 2 === 1 ? 1 : -1,
      groups: groupsBy(records, key, stratum, single ? LEAST_OF_STRATUM : LEAST_OF_INTERSECTION),
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
  least: number,
): Group[] {
  const byKey = new Map<string, { key: string; members: ItemRecord[]; stratum: Stratum }>()
  const ofTask = new Map<string, number>()
  for (const record of records) {
    ofTask.set(record.task, (ofTask.get(record.task) ?? 0) + 1)
    const key = keyOf(record)
    const stratum = stratumOf(record)
    const known = byKey.get(key)
    if (known) {
      known.members.push(record)
      if (known.stratum.name !== stratum.name) known.stratum = SEVERAL
    } else byKey.set(key, { key, members: [record], stratum })
  }
  const groups = [...byKey.values()]
  const byStratum = new Map<string, typeof groups>()
  for (const group of groups) {
    const own = byStratum.get(group.stratum.name)
    if (own) own.push(group)
    else byStratum.set(group.stratum.name, [group])
  }
  return [...byStratum.values()].flatMap((own) => {
    const most = Math.max(least, Math.floor((MOST_GROUPS * own.length) / groups.length))
    const stratum = own[0]?.stratum ?? SEVERAL
    return pool(own, most).map((members) => ({ members: new Set(members), stratum, ...tasksOf(members, ofTask) }))
  })
}

function tasksOf(members: readonly ItemRecord[], ofTask: ReadonlyMap<string, number>): Pick<Group, 'task' | 'shareOfTasks'> {
  const own = new Map<string, number>()
  for (const { task } of members) own.set(task, (own.get(task) ?? 0) + 1)
  const shareOfTasks = [...own].reduce((sum, [task, count]) => sum + count ** 2 / (ofTask.get(task) as number), 0) / members.length
  return { task: own.size === 1 ? members[0]?.task : undefined, shareOfTasks }
}

/** Where a cluster stands in the order of pools: asked for by every metric with clusters of its own kind. */
function placeOf(key: string): number {
  const known = places.get(key)
  if (known !== undefined) return known
  const place = hashFraction('cluster', key)
  places.set(key, place)
  return place
}

const places = new Map<string, number>()

/** At most so many groups, as equal in number of clusters as can be; by hash, so that neighbours do not meet. */
function pool(groups: readonly { readonly key: string; readonly members: readonly ItemRecord[] }[], most: number): ItemRecord[][] {
  if (groups.length <= most) return groups.map(({ members }) => [...members])
  const order = groups.map((group) => ({ group, at: placeOf(group.key) })).sort((one, other) => one.at - other.at)
  const pools = Array.from({ length: most }, (): ItemRecord[] => [])
  for (const [index, { group }] of order.entries()) pools[index % most]?.push(...group.members)
  return pools
}
