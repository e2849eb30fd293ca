import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions } from './clusters.ts'
import { jackknife } from './jackknife.ts'
import { tQuantile } from './studentT.ts'
import { wilson, Z } from './wilson.ts'

/** What a record counts as in a rate: a hit, a miss, or nothing. */
export type Outcome = 'hit' | 'miss' | 'none'

/**
 * Wilson's 95 % interval of a share of records whose clusters vary together: with as many independent observations as would
 * vary as much; where nothing varies, as there are clusters. That number is itself an estimate, a poor one with few clusters:
 * it is lowered by the ratio of the normal and Student's quantiles, squared (Korn and Graubard, 1998), but not below one
 * observation a cluster, which no cluster can make less of.
 */
export function clusteredRate(records: readonly ItemRecord[], outcomeOf: (record: ItemRecord) => Outcome): [number, number] | null {
  const isCounted = (record: ItemRecord) => outcomeOf(record) !== 'none'
  const counted = records.every(isCounted) ? records : records.filter(isCounted)
  if (counted.length === 0) return null
  const hits = counted.filter((record) => outcomeOf(record) === 'hit').length
  const share = hits / counted.length
  // One stratum: a rate is no mean over tasks.
  const dimensions = clusterDimensions(counted).map((dimension) => ({
    ...dimension,
    groups: dimension.groups.map(({ members }) => ({ members, stratum: '' })),
  }))
  const spread = jackknife(dimensions, { rate: { value: share, n: counted.length } }, ({ members }) => {
    const left = counted.length - members.size
    const gone = [...members].filter((record) => outcomeOf(record) === 'hit').length
    return { rate: { value: (hits - gone) / left, n: left } }
  }).get('rate')
  const clusters = Math.min(...dimensions.filter(({ sign }) => sign === 1).map(({ groups }) => groups.length))
  if (!spread || !(spread.se > 0)) return wilson(share, Math.max(1, clusters))
  const effective = (share * (1 - share)) / spread.se ** 2
  const lowered = effective * (Z / tQuantile(0.975, Math.max(1, spread.df))) ** 2
  return wilson(share, Math.max(1, lowered, Math.min(effective, clusters - 1)))
}
