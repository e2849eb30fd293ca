import { sum } from '../base/collections.ts'
import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions } from './clusters.ts'
import { combine } from './jackknife.ts'
import { metricInterval } from './metricInterval.ts'
import { varianceOf } from './variance.ts'

/** What a record counts as in a rate: a hit, a miss, or nothing. */
export type HitOrMiss = 'hit' | 'miss' | 'none'

/** 95 % interval of the share of records that are hits, which takes their clusters into account; null without any that counts. */
export function clusteredRate(records: readonly ItemRecord[], outcomeOf: (record: ItemRecord) => HitOrMiss): [number, number] | null {
  return clusteredMean(records, (record) => {
    const outcome = outcomeOf(record)
    return outcome === 'none' ? undefined : Number(outcome === 'hit')
  })
}

/** 95 % interval of a mean of shares, 0 to 1, one a record, by their clusters; a record of which `shareOf` is undefined does not count. */
export function clusteredMean(
  records: readonly ItemRecord[],
  shareOf: (record: ItemRecord) => number | undefined,
): [number, number] | null {
  return clusteredShare(records, (record) => {
    const share = shareOf(record)
    return share === undefined ? undefined : { right: share, of: 1 }
  })
}

/** What a record adds to a share: so many, of so many. */
interface PartOfShare {
  /** From 0 to `of`. */
  readonly right: number
  /** Over 0; may be a fraction. */
  readonly of: number
}

/**
 * 95 % interval of a share of what records hold several of, linearised as a ratio of sums (Cochran, 1977, section 6.5), by clusters of
 * records; a record of which `partOf` is undefined does not count. Null where none does.
 */
export function clusteredShare(
  records: readonly ItemRecord[],
  partOf: (record: ItemRecord) => PartOfShare | undefined,
): [number, number] | null {
  const counted = records.filter((record) => partOf(record) !== undefined)
  if (counted.length === 0) return null
  const sumOf = (some: Iterable<ItemRecord>): PartOfShare => {
    const parts = [...some].map((record) => partOf(record) as PartOfShare)
    return { right: sum(parts.map(({ right }) => right)), of: sum(parts.map(({ of }) => of)) }
  }
  const all = sumOf(counted)
  const value = all.right / all.of
  const parts = clusterDimensions(counted).flatMap(({ sign, groups }) => {
    const units = groups.map(({ members }) => {
      const { right, of } = sumOf(members)
      // One stratum: tasks are no part of what a rate is of.
      return { influence: (right - value * of) / all.of, size: of, weight: 1, stratum: { name: '' } }
    })
    const variance = varianceOf(units)
    return variance ? [{ sign, ...variance }] : []
  })
  const spread = combine(parts) ?? { se: 0, df: 1, designDf: 1, effectiveUnits: 1 }
  return metricInterval({ value, ...spread }, [0, 1])
}
