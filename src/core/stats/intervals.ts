import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions, type StratumOf } from './clusters.ts'
import { jackknife } from './jackknife.ts'
import { leavingOutItems } from './leavingOutItems.ts'
import { metricInterval } from './metricInterval.ts'
import { endsOf, type Figures } from './summary/metric.ts'

/** What intervals take into account. */
export interface IntervalOptions {
  /** The metrics without some records, where that is known in less time than by summing up the rest. */
  readonly summarizeWithout?: ((some: ReadonlySet<ItemRecord>) => Figures) | undefined
  /** What clusters were drawn from, where that is not their task. */
  readonly stratumOf?: StratumOf | undefined
}

/**
 * A suite's metrics with 95 % intervals that take declared clusters into account. A metric that has an interval of its own keeps
 * it; one that fewer than two clusters touch has none. No interval goes beyond what the metric says it can be.
 *
 * @param summarize computes the metrics of records; pure.
 */
export function withIntervals(
  records: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Figures,
  { summarizeWithout, stratumOf }: IntervalOptions = {},
): Figures {
  const metrics = summarize(records)
  const scored = records.filter(({ status }) => status === 'passed' || status === 'failed' || status === 'unscored')
  if (scored.length < 2 || Object.values(metrics).every(({ ci95 }) => ci95 !== null)) return metrics
  const without = leavingOutItems([records])
  // Computed in another order, the whole differs in its last digits: what leaves it as it is must leave it so exactly.
  const whole = summarizeWithout?.(new Set()) ?? metrics
  const spreads = jackknife(clusterDimensions(scored, stratumOf), whole, summarizeWithout ?? ((some) => summarize(without(some)[0] ?? [])))
  return Object.fromEntries(
    Object.entries(metrics).map(([key, figure]) => {
      const spread = spreads.get(key)
      if (figure.ci95 !== null || !spread) return [key, figure]
      return [key, { ...figure, ci95: metricInterval({ ...spread, value: figure.value }, endsOf(figure)) }]
    }),
  )
}
