import { fromKnown } from '../core/base/collections.ts'
import { HoldfastError } from '../core/base/errors.ts'
import type { SuiteAbout } from '../core/format/display.ts'
import { type ItemRecord, inOrder } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import type { StratumOf } from '../core/stats/clusters.ts'
import { type Figures, type PlacedItem, withoutNaN } from '../core/stats/summary/metric.ts'
import { allFigures } from '../core/stats/summary/suiteScores.ts'
import { runSummary, type Summary } from '../core/stats/summary/summaryInput.ts'
import type { SuiteQuestions } from '../judging/questions/labelQuestion.ts'

/** How the figures of a suite are computed from its records. What they are called and which way they are good they say themselves. */
export interface SuiteRules {
  /** Name in item records and gates. */
  readonly name: string
  /** Roles the suite calls. Without a candidate among them it is the judge that is measured. */
  readonly roles: readonly Role[]
  /** Version of the scoring rules; runs of different ones cannot be compared. */
  readonly scoring: number
  /** From item records to the figures that have data. Pure, so that any run can be summarized again. */
  readonly summarize: (records: readonly ItemRecord[]) => Figures
  /** Every figure that there may be over these items, those of every suite among them, as it is described before any of them ran. */
  readonly planned: (items: readonly PlacedItem[]) => Figures
  /** Why figures have no data over these records, if they have none, in the suite's words, by key: of those that say so. */
  readonly none: (records: readonly ItemRecord[]) => Readonly<Record<string, string>>
  /** Adds to the figures of all records what is computed once: figures with intervals and floors of their own. */
  readonly complete?: ((records: readonly ItemRecord[], figures: Figures) => Figures) | undefined
  /** What people can be asked of its items, where the suite says so itself. */
  readonly questions?: SuiteQuestions | undefined
  /** What clusters were drawn from, where that is not their task; strata differ by design, which intervals leave out. */
  readonly stratumOf?: StratumOf | undefined
  readonly about?: SuiteAbout | undefined
}

/** What a suite's summary makes of its rules. */
export function summaryRules(name: string, summary: Summary): Pick<SuiteRules, 'summarize' | 'planned' | 'none' | 'complete'> {
  const { figures, once } = typeof summary === 'function' ? { figures: summary } : summary
  return {
    summarize: (records) => withoutNaN(runSummary(name, records, figures)),
    none: (records) => fromKnown(Object.entries(runSummary(name, records, figures)).map(([key, { none }]) => [key, none])),
    planned: (items) => plannedFigures(name, items, (records) => runSummary(name, records, figures)),
    complete: once,
  }
}

/** The figures over items that have no scores yet. */
function plannedFigures(suite: string, items: readonly PlacedItem[], summarize: (records: readonly ItemRecord[]) => Figures): Figures {
  const byItem = new Map(items.map(({ item, task, tags }) => [item, { item, task, tags }]))
  const records = inOrder([...byItem.values()].map((item): ItemRecord => ({ suite, ...item, trial: 0, status: 'failed', scores: {} })))
  try {
    return allFigures(records, summarize(records))
  } catch (error) {
    if (error instanceof HoldfastError) throw error
    // A summary that takes scores for granted says nothing before there are some.
    return allFigures(records, {})
  }
}
