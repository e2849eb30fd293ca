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
  const ofTask = new Map(tasks.map((task) => [task, [] as CombinedItem[]]))
  for (const item of items) ofTask.get(item.task)?.push(item)
  const byTask = tasks.length > 1 ? [...ofTask].map(([task, own]) => [`score.${task}`, over(own)] as const) : []
  return { score: over(items), ...Object.fromEntries(byTask) }
}

/** The metrics of {@link runSummary} without some records, where no summary is given and each item has one trial: from sums. */
export function meanWithout(records: readonly ItemRecord[]): ((some: ReadonlySet<ItemRecord>) => Metrics) | undefined {
  if (!areSingle(records)) return undefined
  const all = new Map([...new Set(records.map(({ task }) => task))].sort().map((task) => [task, { sum: 0, count: 0 }]))
  addTotals(records, all)
  return (some) => {
    const gone = new Map([...some].map(({ task }) => [task, { sum: 0, count: 0 }]))
    addTotals(some, gone)
    let [sum, count] = [0, 0]
    const byTask: Record<string, Metric> = {}
    for (const [task, own] of all) {
      const less = gone.get(task)
      const left = less ? { sum: own.sum - less.sum, count: own.count - less.count } : own
      if (left.count > 0 && all.size > 1) byTask[`score.${task}`] = metric(left.sum / left.count, left.count)
      sum += left.sum
      count += left.count
    }
    return { score: metric(sum / count, count), ...byTask }
  }
}

function addTotals(records: Iterable<ItemRecord>, byTask: ReadonlyMap<string, { sum: number; count: number }>): void {
  for (const record of records) {
    const own = isScored(record) ? byTask.get(record.task) : undefined
    if (!own || record.scores.total === undefined) continue
    own.sum += record.scores.total
    own.count += 1
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
