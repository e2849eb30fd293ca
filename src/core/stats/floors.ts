import type { ItemRecord } from '../format/records.ts'
import type { Metrics } from '../format/scoresDocument.ts'
import { isScored } from './summary/combineTrials.ts'

/** What floors are computed by. */
export interface FloorRules {
  /** From item records to metrics; pure. */
  readonly summarize: (records: readonly ItemRecord[]) => Metrics
  /** Whether a smaller figure is the better one. */
  lowerIsBetter(key: string): boolean
}

/**
 * Metrics with what answers without knowledge get on the same items, computed by the same summary. A metric that has a floor
 * of its own keeps it. A floor of 0 or less is left out, so is that of a metric of which a smaller value is the better one or which
 * does not come from scores, and so are all where an item does not tell its own.
 */
export function withFloors(metrics: Metrics, records: readonly ItemRecord[], { summarize, lowerIsBetter }: FloorRules): Metrics {
  const scored = records.filter(isScored)
  const without = scored.flatMap((record) => (record.floor ? [{ ...record, scores: record.floor }] : []))
  if (scored.length === 0 || without.length < scored.length) return metrics
  const floors = summarize(without)
  const counted = countedMetrics(scored, summarize)
  return Object.fromEntries(
    Object.entries(metrics).map(([key, metric]) => {
      const floor = metric.floor ?? (lowerIsBetter(key) || Number.isFinite(counted[key]?.value) ? 0 : (floors[key]?.value ?? 0))
      return [key, floor > 0 ? { ...metric, floor } : metric]
    }),
  )
}

/** Metrics that are there without any score: they are counted from tags and states. */
function countedMetrics(records: readonly ItemRecord[], summarize: FloorRules['summarize']): Metrics {
  try {
    return summarize(records.map((record) => ({ ...record, scores: {} })))
  } catch {
    // A summary that takes scores for granted.
    return {}
  }
}
