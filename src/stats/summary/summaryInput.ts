import { mean } from '../../base/mean.ts'
import type { ItemRecord } from '../../format/records.ts'
import type { Metric, Metrics } from '../../format/scoresDocument.ts'
import { areSingle, type CombinedItem, combineTrials, isScored } from './combineTrials.ts'
import { metric } from './suiteScores.ts'

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

/** Runs a benchmark's summary; without one the metrics are `score`, the mean total, and with several tasks `score.<task>`. */
export function runSummary(
  records: readonly ItemRecord[],
  summary: ((input: SummaryInput) => Readonly<Record<string, number | Metric>>) | undefined,
): Metrics {
  if (!summary) return meanTotals(records)
  const items = summaryItems(combineTrials(records).filter((item) => item.scored))
  const input: SummaryInput = { items, records, mean: meanScore }
  const figures = summary(input)
  return Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => [key, typeof figure === 'number' ? metric(figure, items.length) : figure]),
  )
}

/** Mean total of the scored items, over all and by task. */
function meanTotals(records: readonly ItemRecord[]): Metrics {
  const items = combineTrials(records).filter((item) => item.scored)
  const over = (some: readonly CombinedItem[]) => meanScore(summaryItems(some))
  const tasks = [...new Set(items.map(({ task }) => task))].sort()
  const byTask = tasks.length > 1 ? tasks.map((task) => [`score.${task}`, over(items.filter((item) => item.task === task))] as const) : []
  return { score: over(items), ...Object.fromEntries(byTask) }
}

/** The metrics of {@link runSummary} without some records, where no summary is given, there is one task, and each item has one trial. */
export function meanWithout(records: readonly ItemRecord[]): ((some: ReadonlySet<ItemRecord>) => Metrics) | undefined {
  if (!areSingle(records) || records.some(({ task }) => task !== records[0]?.task)) return undefined
  const totalOf = (record: ItemRecord) => (isScored(record) ? record.scores.total : undefined)
  const totals = records.map(totalOf).filter((total) => total !== undefined)
  const sum = mean(totals) * totals.length
  return (some) => {
    let left = sum
    let count = totals.length
    for (const record of some) {
      const total = totalOf(record)
      if (total === undefined) continue
      left -= total
      count -= 1
    }
    return { score: metric(left / count, count) }
  }
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
