import type { ItemRecord } from '../format/records.ts'

/** Of each run the records but those of some items, in a fraction of the time that asking a set for each would take. */
export function leavingOutItems(runs: readonly (readonly ItemRecord[])[]): (some: ReadonlySet<ItemRecord>) => ItemRecord[][] {
  const places = new Map<string, number>()
  for (const { item } of runs.flat()) if (!places.has(item)) places.set(item, places.size)
  const placed = runs.map((records) => Int32Array.from(records, ({ item }) => places.get(item) as number))
  const gone = new Uint8Array(places.size)
  return (some) => {
    const mark = (value: 0 | 1) => {
      for (const { item } of some) gone[places.get(item) as number] = value
    }
    mark(1)
    const left = runs.map((records, run) => records.filter((_record, at) => gone[placed[run]?.[at] as number] === 0))
    mark(0)
    return left
  }
}
