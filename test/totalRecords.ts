import type { ItemRecord } from '../src/core/format/records.ts'
import type { Metrics } from '../src/core/format/scoresDocument.ts'

/** A record of the suite `demo` with this total. */
export function record(item: string, total: number, more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status: 'failed', tags: {}, scores: { total }, ...more }
}

/** The metric `score`: the mean of the totals of all items that have a score. */
export function mean(records: readonly ItemRecord[]): Metrics {
  const scored = records.filter(({ status }) => status === 'passed' || status === 'failed')
  const totals = scored.map(({ scores }) => scores.total as number)
  return { score: { value: totals.reduce((sum, total) => sum + total, 0) / totals.length, n: totals.length, ci95: null } }
}
