import { groupBy } from '../../base/collections.ts'
import { configError } from '../../base/errors.ts'
import { isTakenName } from '../../format/commonMetrics.ts'
import { recordName } from '../../format/recordName.ts'
import type { ItemRecord } from '../../format/records.ts'
import { type CombinedItem, combineTrials } from './combineTrials.ts'
import { type Figure, type Figures, metric, type OwnFigure, scoreMean } from './metric.ts'

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
  mean(items: SummaryItems, score?: string): Figure
}

/** From the records of a suite to its figures, by key. Pure, so that any run can be summed up again. A bare number is a figure too. */
export type SummaryFunction = (input: SummaryInput) => Readonly<Record<string, number | OwnFigure>>

/** A summary of which parts are computed apart. */
export interface SummaryParts {
  readonly figures: SummaryFunction
  /** What is computed once, from all records: figures with intervals of their own, and floors of others. They take the place of figures of their key. */
  readonly once?: ((records: readonly ItemRecord[], figures: Figures) => Figures) | undefined
}

/** How the figures of a suite are computed. */
export type Summary = SummaryFunction | SummaryParts

/** Runs a suite's summary. Throws HoldfastError for a figure that is called like one that every suite has. */
export function runSummary(suite: string, records: readonly ItemRecord[], summary: SummaryFunction): Figures {
  let known: SummaryItems | undefined
  const input: SummaryInput = {
    // Not every summary asks for them, and intervals run it hundreds of times.
    get items() {
      known ??= summaryItems(combineTrials(records).filter((item) => item.scored))
      return known
    },
    records,
    mean: meanScore,
  }
  return Object.fromEntries(
    Object.entries(summary(input)).map(([key, figure]) => {
      if (isTakenName(key)) {
        throw configError(`Failed to sum up ${suite}: ${key} is a figure of every suite. Name yours otherwise.`)
      }
      if (!recordName.safeParse(key).success)
        throw configError(`Failed to sum up ${suite}: JavaScript uses the name ${key} itself. Name yours otherwise.`)
      if (typeof figure === 'number') return [key, metric(figure, { n: input.items.length })]
      return [key, { ...figure, n: figure.n ?? input.items.length, ci95: figure.ci95 ?? null }]
    }),
  )
}

/** The figures of a suite without a summary: `score`, the mean total of the scored items, and with several tasks `score.<task>`. */
export const meanTotals: SummaryFunction = ({ items }) => totals(items)

function totals(items: readonly CombinedItem[]): Figures {
  const over = (some: readonly CombinedItem[]): Figure => ({ ...meanScore(some), range: [0, 1] })
  const tasks = [...groupBy(items, ({ task }) => task)].sort(([one], [other]) => (one < other ? -1 : 1))
  const byTask = tasks.length > 1 ? tasks.map(([task, own]) => [`score.${task}`, over(own)] as const) : []
  return { score: over(items), ...Object.fromEntries(byTask) }
}

function summaryItems(items: readonly CombinedItem[]): SummaryItems {
  const where = (tags: Readonly<Record<string, string>>) =>
    summaryItems(items.filter((item) => Object.entries(tags).every(([name, value]) => [item.tags[name]].flat().includes(value))))
  return Object.assign([...items], { where })
}

function meanScore(items: readonly CombinedItem[], score = 'total'): Figure {
  return scoreMean(items, score, {})
}
