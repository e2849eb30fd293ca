import { orUndefined } from '../base/orUndefined.ts'
import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions, leavingOutItems, type StratumOf } from './clusters.ts'
import { jackknife } from './jackknife.ts'
import { metricInterval } from './metricInterval.ts'
import { isScored } from './summary/combineTrials.ts'
import { endsOf, type Figures, isLower } from './summary/metric.ts'

/** What intervals take into account. */
export interface IntervalOptions {
  /** The metrics without some records, where that is known in less time than by summing up the rest. */
  readonly summarizeWithout?: ((some: ReadonlySet<ItemRecord>) => Figures) | undefined
  /** What clusters were drawn from, where that is not their task. */
  readonly stratumOf?: StratumOf | undefined
}

/** Metrics with 95 % intervals by declared clusters, within their scale: their own if they have one, none if under two clusters touch. */
export function withIntervals(
  records: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Figures,
  { summarizeWithout, stratumOf }: IntervalOptions = {},
): Figures {
  const metrics = summarize(records)
  const scored = records.filter((record) => isScored(record) || record.status === 'unscored')
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

/**
 * Metrics with what answers without knowledge get on the same items. Its own floor stays; none is given of 0 or less, where smaller is
 * better, for what does not come from scores, and where an item does not tell its own.
 */
export function withFloors(
  metrics: Figures,
  records: readonly ItemRecord[],
  summarize: (records: readonly ItemRecord[]) => Figures,
): Figures {
  const scored = records.filter(isScored)
  const without = scored.flatMap((record) => (record.floor ? [{ ...record, scores: record.floor }] : []))
  if (scored.length === 0 || without.length < scored.length) return metrics
  const floors = summarize(without)
  const counted = countedMetrics(scored, summarize)
  return Object.fromEntries(
    Object.entries(metrics).map(([key, metric]) => {
      const floor = metric.floor ?? (isLower(metric) || Number.isFinite(counted[key]?.value) ? 0 : (floors[key]?.value ?? 0))
      return [key, floor > 0 ? { ...metric, floor } : metric]
    }),
  )
}

/** Metrics that are there without any score: they are counted from tags and states. */
function countedMetrics(records: readonly ItemRecord[], summarize: (records: readonly ItemRecord[]) => Figures): Figures {
  // A summary may take scores for granted, and throw.
  return orUndefined(() => summarize(records.map((record) => ({ ...record, scores: {} })))) ?? {}
}
