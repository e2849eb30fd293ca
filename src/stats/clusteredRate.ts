import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions } from './clusters.ts'
import { combine } from './jackknife.ts'
import { metricInterval } from './metricInterval.ts'
import { varianceOf } from './variance.ts'

/** What a record counts as in a rate: a hit, a miss, or nothing. */
export type Outcome = 'hit' | 'miss' | 'none'

/** 95 % interval of the share of records that are hits, which takes their clusters into account; null without any that counts. */
export function clusteredRate(records: readonly ItemRecord[], outcomeOf: (record: ItemRecord) => Outcome): [number, number] | null {
  return clusteredMean(records, (record) => {
    const outcome = outcomeOf(record)
    return outcome === 'none' ? undefined : Number(outcome === 'hit')
  })
}

/**
 * 95 % interval of a mean of values from 0 to 1, one a record, which takes their clusters into account.
 *
 * @param shareOf a record's, 0 to 1; undefined for one that does not count.
 */
export function clusteredMean(
  records: readonly ItemRecord[],
  shareOf: (record: ItemRecord) => number | undefined,
): [number, number] | null {
  const isCounted = (record: ItemRecord) => shareOf(record) !== undefined
  const counted = records.every(isCounted) ? records : records.filter(isCounted)
  if (counted.length === 0) return null
  const valueIn = (record: ItemRecord) => shareOf(record) as number
  const value = counted.reduce((sum, record) => sum + valueIn(record), 0) / counted.length
  const parts = clusterDimensions(counted).flatMap(({ sign, groups }) => {
    const units = groups.map(({ members }) => {
      let sum = 0
      for (const record of members) sum += valueIn(record)
      // One stratum: tasks are no part of what a rate is of.
      return { influence: (sum - value * members.size) / counted.length, size: members.size, weight: 1, stratum: { name: '' } }
    })
    const variance = varianceOf(units)
    return variance ? [{ sign, ...variance }] : []
  })
  const spread = combine(parts) ?? { se: 0, df: 1, designDf: 1, effectiveUnits: 1 }
  return metricInterval({ value, ...spread }, [0, 1])
}
