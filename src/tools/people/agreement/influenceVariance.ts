import type { JudgedUnit } from './judgedUnit.ts'

/**
 * The variance of a figure that is a sum of influences: those of a cluster are put together, and labelled and other answers are each
 * corrected for their number of clusters.
 */
export function influenceVariance(units: readonly JudgedUnit[], influence: (unit: JudgedUnit) => number): number {
  const clusters = { labelled: new Set<string>(), rest: new Set<string>() }
  const kindOf = ({ human }: JudgedUnit) => (human === undefined ? 'rest' : 'labelled')
  for (const unit of units) clusters[kindOf(unit)].add(unit.cluster)
  const factorOf = ({ size }: ReadonlySet<string>) => Math.sqrt(size > 1 ? size / (size - 1) : 1)
  const factor = { labelled: factorOf(clusters.labelled), rest: factorOf(clusters.rest) }
  const sums = new Map<string, number>()
  for (const unit of units) sums.set(unit.cluster, (sums.get(unit.cluster) ?? 0) + influence(unit) * factor[kindOf(unit)])
  let variance = 0
  for (const sum of sums.values()) variance += sum * sum
  return variance
}
