import type { ItemRecord } from '../run/records.ts'
import { clusterDimensions } from './clusters.ts'
import { jackknife } from './jackknife.ts'
import { wilson } from './wilson.ts'

/** What a record counts as in a rate: a hit, a miss, or nothing. */
export type Outcome = 'hit' | 'miss' | 'none'

/**
 * Wilson's 95 % interval of a share of records whose clusters vary together: with as many independent observations as would
 * vary as much; where nothing varies, as there are clusters.
 */
export function clusteredRate(records: readonly ItemRecord[], outcomeOf: (record: ItemRecord) => Outcome): [number, number] | null {
  const counted = records.filter((record) => outcomeOf(record) !== 'none')
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
  const effective = spread && spread.se > 0 ? (share * (1 - share)) / spread.se ** 2 : clusters
  return wilson(share, Math.max(1, effective))
}
