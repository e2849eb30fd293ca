import { tQuantile, wilson, Z } from '../../../kit.ts'
import { effectiveLabels } from './effectiveLabels.ts'

/** A value that counts by its weight, and varies together with those of its cluster. */
export interface WeightedValue {
  readonly value: number
  readonly weight?: number | undefined
  readonly cluster: string
}

/**
 * The weighted mean, with the 95 % interval of independent clusters: Wilson's of as many independent observations as vary as
 * much where the values lie between two ends, else Student's. Null of nothing; no interval of one cluster, and none where
 * nothing varies between no ends.
 */
export function clusterMean(
  values: readonly WeightedValue[],
  ends?: readonly [number, number],
): { readonly value: number; readonly ci95: readonly [number, number] | null } | null {
  let [sum, total] = [0, 0]
  for (const { value, weight = 1 } of values) {
    sum += weight * value
    total += weight
  }
  if (!(total > 0)) return null
  const value = sum / total
  const byCluster = new Map<string, number>()
  for (const { value: own, weight = 1, cluster } of values)
    byCluster.set(cluster, (byCluster.get(cluster) ?? 0) + (weight * (own - value)) / total)
  const { size } = byCluster
  if (size < 2) return { value, ci95: null }
  const variance = ([...byCluster.values()].reduce((squares, influence) => squares + influence ** 2, 0) * size) / (size - 1)
  const t = tQuantile(0.975, size - 1)
  if (!ends) {
    const half = t * Math.sqrt(variance)
    return { value, ci95: half > 0 ? [value - half, value + half] : null }
  }
  const [low, width] = [ends[0], ends[1] - ends[0]]
  const share = Math.min(1, Math.max(0, (value - low) / width))
  const varying = (share * (1 - share) * width ** 2) / variance
  const isSingle = size === values.length && values.every(({ weight }) => weight === undefined)
  const n = isSingle ? size : Math.max(1, Math.min(effectiveLabels(values), variance > 0 ? varying * (Z / t) ** 2 : size))
  const [from, to] = wilson(share, n)
  return { value, ci95: [low + width * from, low + width * to] }
}
