import type { ItemRecord } from '../run/records.ts'
import type { Metrics } from '../run/scoresDocument.ts'
import { clusterDimensions } from './clusters.ts'
import { jackknife, studentInterval } from './jackknife.ts'

/**
 * A suite's metrics with 95 % intervals that resample declared clusters. A metric that has an interval of its own keeps it.
 *
 * @param summarize computes the metrics of records; pure.
 */
export function withIntervals(records: readonly ItemRecord[], summarize: (records: readonly ItemRecord[]) => Metrics): Metrics {
  const metrics = summarize(records)
  const scored = records.filter(({ status }) => status === 'passed' || status === 'failed' || status === 'unscored')
  if (scored.length < 2 || Object.values(metrics).every(({ ci95 }) => ci95 !== null)) return metrics
  const spreads = jackknife(clusterDimensions(scored), metrics, ({ members }) =>
    summarize(records.filter((record) => !members.has(record))),
  )
  return Object.fromEntries(
    Object.entries(metrics).map(([key, figure]) => {
      const spread = spreads.get(key)
      return [key, figure.ci95 === null && spread ? { ...figure, ci95: studentInterval(figure.value, spread) } : figure]
    }),
  )
}
