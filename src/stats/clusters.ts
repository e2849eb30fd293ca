import { hashFraction } from '../base/random.ts'
import type { ItemRecord } from '../format/records.ts'

/** Records that vary together: left out of a metric at once. */
export interface Group {
  readonly members: ReadonlySet<ItemRecord>
  /** What the group lies in wholly, for instance its task; a mean over tasks varies by task. */
  readonly stratum: string
}

/** Groups of one kind. Variances of several kinds are added, but for `sign` -1, which takes off what was counted twice. */
export interface Dimension {
  readonly name: string
  readonly sign: 1 | -1
  readonly groups: readonly Group[]
}

/** Groups beyond which they are pooled within their strata: 200 tell a variance to within a tenth, and each costs a summary. */
const MOST_GROUPS = 200
const LEAST_OF_STRATUM = 10

/**
 * What varies together among records, by their declared clusters; without any, every item by itself. Items crossed by two
 * kinds of clusters (template and context) give three dimensions: each kind, and their intersections with sign -1; by more
 * kinds, all their combinations, with the signs of inclusion and exclusion (Cameron, Gelbach and Miller, 2011). Trials of an
 * item always belong together.
 */
export function clusterDimensions(records: readonly ItemRecord[]): readonly Dimension[] {
  const kinds = [...new Set(records.flatMap(({ clusters }) => Object.keys(clusters ?? {})))]
  const keyOf = (record: ItemRecord, kind: string) => record.clusters?.[kind] ?? `item ${record.item}`
  if (kinds.length <= 1) {
    const [kind] = kinds
    return [
      { name: kind ?? 'item', sign: 1, groups: groupsBy(records, (record) => (kind === undefined ? record.item : keyOf(record, kind))) },
    ]
  }
  return subsets(kinds).map((some): Dimension => {
    const key = (record: ItemRecord) =>
      some.length === 1 ? keyOf(record, some[0] as string) : JSON.stringify(some.map((kind) => keyOf(record, kind)))
    return { name: some.join(' and '), sign: some.length % 2 === 1 ? 1 : -1, groups: groupsBy(records, key) }
  })
}

/** All choices of one kind or more, the smaller first. */
function subsets(kinds: readonly string[]): string[][] {
  const all = Array.from({ length: 2 ** kinds.length - 1 }, (_, index) => kinds.filter((_kind, bit) => ((index + 1) >> bit) & 1))
  return all.sort((one, other) => one.length - other.length)
}

function groupsBy(records: readonly ItemRecord[], keyOf: (record: ItemRecord) => string): Group[] {
  const byKey = new Map<string, { key: string; members: ItemRecord[]; stratum: string }>()
  for (const record of records) {
    const key = keyOf(record)
    const known = byKey.get(key)
    if (known) {
      known.members.push(record)
      if (known.stratum !== record.task) known.stratum = ''
    } else byKey.set(key, { key, members: [record], stratum: record.task })
  }
  const groups = [...byKey.values()]
  const byStratum = new Map<string, typeof groups>()
  for (const group of groups) {
    const own = byStratum.get(group.stratum)
    if (own) own.push(group)
    else byStratum.set(group.stratum, [group])
  }
  return [...byStratum].flatMap(([stratum, own]) => {
    const most = Math.max(LEAST_OF_STRATUM, Math.floor((MOST_GROUPS * own.length) / groups.length))
    return pool(own, most).map((members) => ({ members: new Set(members), stratum }))
  })
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
