import { clusterDimensions, groupBy, type ItemRecord, isScored, type Metrics, pooled, type StratumOf } from '../../kit.ts'

/** Clusters that are enough to tell a change by; fewer of a coarse kind give way to a finer kind. */
const ENOUGH = 20

/**
 * Takes the units of a suite one by one from each run into the first one. For figures that are weighted means of items the parts add up
 * to how the figure changed; others are taken as if they were.
 *
 * @param runs records of one suite by run.
 * @param keys of the metrics.
 */
export function unitParts(
  runs: readonly (readonly ItemRecord[])[],
  keys: readonly string[],
  summarize: (records: readonly ItemRecord[]) => Metrics,
  stratumOf?: StratumOf,
) {
  const { items, filled } = completedItems(runs)
  const base = items.map((own) => own[0] as readonly ItemRecord[])
  const records = base.flat()
  const place = new Map(base.map((own, at) => [own[0]?.item, at] as const))
  const { kind, groups } = unitsOf(records, stratumOf)
  const whole = summarize(records)
  const units = groups.map((members) => [...new Set(members.map(({ item }) => place.get(item) as number))])
  const parts = Object.fromEntries(keys.map((key) => [key, units.map(() => new Float64Array(runs.length))]))
  for (const [unit, places] of units.entries()) {
    const seen = new Map<string, number>([[outcomesOf(places, items, 0), 0]])
    for (let run = 1; run < runs.length; run += 1) {
      const outcomes = outcomesOf(places, items, run)
      const alike = seen.get(outcomes) ?? run
      seen.set(outcomes, alike)
      const own = new Set(places)
      const figures =
        alike === run ? summarize(base.flatMap((before, at) => (own.has(at) ? (items[at]?.[run] ?? before) : before))) : undefined
      for (const key of keys) {
        const part = parts[key]?.[unit] as Float64Array
        const change = figures ? (figures[key]?.value ?? Number.NaN) - (whole[key]?.value ?? Number.NaN) : (part[alike] as number)
        // A figure that is gone with the unit of another run tells nothing of it.
        part[run] = Number.isFinite(change) ? change : 0
      }
    }
  }
  return {
    /** By metric and unit: what the figure of the first run would change by with the unit as it is in each run. */
    parts,
    /** Items of each unit. */
    sizes: units.map(({ length }) => length),
    /** What a unit is: `item`, or the kind of the clusters. */
    kind,
    /** Items that are compared. */
    items: items.length,
    /** By run the items that had no score in it, and count as in the run before. */
    filled,
  }
}

/** The scored records of each item by run: of items that half of the runs or more have scored, what a run lacks as it was in the one before. */
function completedItems(runs: readonly (readonly ItemRecord[])[]) {
  const byRun = runs.map((records) => groupBy(records.filter(isScored), ({ item }) => item))
  const everyItem = byRun.flatMap((own) => [...own.keys()])
  const known = groupBy(everyItem, (item) => item)
  const filled = runs.map(() => 0)
  const items = [...known].flatMap(([item, { length }]) => {
    if (2 * length < runs.length) return []
    let before = byRun.find((own) => own.has(item))?.get(item) as ItemRecord[]
    const completed = byRun.map((own, run) => {
      if (!own.has(item)) filled[run] = (filled[run] ?? 0) + 1
      before = own.get(item) ?? before
      return before
    })
    return [completed]
  })
  return { items, filled }
}

/** The coarsest kind of clusters of which there are enough, else the finest. */
function unitsOf(records: readonly ItemRecord[], stratumOf: StratumOf | undefined): { kind: string; groups: ItemRecord[][] } {
  const kinds = clusterDimensions(records, stratumOf)
    .filter(({ sign, name }) => sign === 1 && !name.includes(' and '))
    .sort((one, other) => one.groups.length - other.groups.length)
  const { name, groups } = kinds.find((kind) => kind.groups.length >= ENOUGH) ?? kinds.at(-1) ?? { name: 'item', groups: [] }
  return { kind: name, groups: pooled({ groups, sign: 1 }).map(({ members }) => [...members]) }
}

function outcomesOf(places: readonly number[], items: readonly (readonly (readonly ItemRecord[])[])[], run: number): string {
  return JSON.stringify(places.map((at) => items[at]?.[run]?.map(({ trial, status, scores, tags }) => [trial, status, scores, tags])))
}
