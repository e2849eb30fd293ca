import type { ItemRecord } from '../format/records.ts'
import { isScored } from './summary/combineTrials.ts'
import { type Figures, isLower } from './summary/metric.ts'

/** From item records to figures; pure. */
type Summarize = (records: readonly ItemRecord[]) => Figures

/**
 * Metrics with what answers without knowledge get on the same items, computed by the same summary. A metric that has a floor
 * of its own keeps it. A floor of 0 or less is left out, so is that of a metric of which a smaller value is the better one or which
 * does not come from scores, and so are all where an item does not tell its own.
 */
export function withFloors(metrics: Figures, records: readonly ItemRecord[], summarize: Summarize): Figures {
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
function countedMetrics(records: readonly ItemRecord[], summarize: Summarize): Figures {
  try {
    return summarize(records.map((record) => ({ ...record, scores: {} })))
  } catch {
    // A summary that takes scores for granted.
    return {}
  }
}
