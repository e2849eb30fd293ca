import type { ItemRecord } from '../run/records.ts'
import type { Metric, Metrics } from '../run/scoresDocument.ts'
import { type CombinedItem, combineTrials } from '../summary/combineTrials.ts'
import { mean } from '../summary/mean.ts'
import { metric } from '../summary/suiteScores.ts'

/** Scored items of a benchmark, each once whatever the trials. */
export interface SummaryItems extends ReadonlyArray<CombinedItem> {
  /** The items that have all these tags. */
  where(tags: Readonly<Record<string, string>>): SummaryItems
}

/** What a benchmark's `summary` gets. */
export interface SummaryInput {
  readonly items: SummaryItems
  /** Every record, trials and unscored items too. */
  readonly records: readonly ItemRecord[]
  /** Mean of a score over items; `total` by default. NaN, and so left out, for no items. */
  mean(items: SummaryItems, score?: string): Metric
}

/** Runs a benchmark's summary; without one the only metric is `score`, the mean total. */
export function runSummary(
  records: readonly ItemRecord[],
  summary: ((input: SummaryInput) => Readonly<Record<string, number | Metric>>) | undefined,
): Metrics {
  const items = summaryItems(combineTrials(records).filter((item) => item.scored))
  const input: SummaryInput = { items, records, mean: meanScore }
  const figures = summary ? summary(input) : { score: meanScore(items) }
  return Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => [key, typeof figure === 'number' ? metric(figure, items.length) : figure]),
  )
}

function summaryItems(items: readonly CombinedItem[]): SummaryItems {
  const where = (tags: Readonly<Record<string, string>>) =>
    summaryItems(items.filter((item) => Object.entries(tags).every(([name, value]) => [item.tags[name]].flat().includes(value))))
  return Object.assign([...items], { where })
}

function meanScore(items: SummaryItems, score = 'total'): Metric {
  const values = items.map((item) => item.scores[score]).filter((value) => value !== undefined)
  return metric(mean(values), values.length)
}
