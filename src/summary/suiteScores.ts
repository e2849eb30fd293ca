import { controlRates } from '../judges/controls/controlScores.ts'
import { ITEM_STATES, type ItemRecord } from '../run/records.ts'
import type { Metric, Metrics, SuiteScores } from '../run/scoresDocument.ts'
import { type CombinedItem, combineTrials } from './combineTrials.ts'

/** A metric over `n` items, without an interval. */
export function metric(value: number, n: number): Metric {
  return { value, n, ci95: null }
}

/** Counts, the metrics every suite has, and the suite's own. */
export function suiteScores(records: readonly ItemRecord[], own: Metrics): SuiteScores {
  const items = combineTrials(records)
  const counts = Object.fromEntries(ITEM_STATES.map((state) => [state, items.filter((item) => item.status === state).length])) as Record<
    (typeof ITEM_STATES)[number],
    number
  >
  return { items: items.length, ...counts, metrics: withoutNaN({ ...commonMetrics(items), ...own }) }
}

/** `pass_rate` of the scored items, `unscored_rate` of all. */
function commonMetrics(items: readonly CombinedItem[]): Record<string, Metric> {
  const share = (part: number, whole: number) => metric(part / whole, whole)
  const passed = items.filter((item) => item.status === 'passed').length
  const scored = passed + items.filter((item) => item.status === 'failed').length
  return {
    pass_rate: share(passed, scored),
    unscored_rate: share(items.filter((item) => item.status === 'unscored').length, items.length),
    ...controlRates(items.map((item) => item.scores)),
  }
}

/** The metrics that have data. */
export function withoutNaN(metrics: Metrics): Record<string, Metric> {
  return Object.fromEntries(Object.entries(metrics).filter(([, { value }]) => Number.isFinite(value)))
}
