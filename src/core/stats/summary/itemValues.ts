import { groupBy } from '../../base/collections.ts'
import type { ItemRecord } from '../../format/records.ts'
import { combineTrials } from './combineTrials.ts'
import type { ItemMean } from './metric.ts'

/** The value of each item that has one in some records, by the item's id. */
export function itemValues(mean: Pick<ItemMean, 'valueOf'>, records: readonly ItemRecord[]): Map<string, number> {
  return new Map(
    [...groupBy(records, ({ item }) => item)].flatMap(([id, trials]) => {
      const [item] = combineTrials(trials)
      const value = item?.scored ? mean.valueOf(item, trials) : undefined
      return value === undefined ? [] : [[id, value] as const]
    }),
  )
}
