import type { Metric } from './scoresDocument.ts'

/** Lowest and highest value of a metric, where both are known. */
export function metricScale(metric: Pick<Metric, 'range'> | undefined): readonly [number, number] | undefined {
  const [low, high] = metric?.range ?? [null, null]
  return low === null || high === null ? undefined : [low, high]
}
