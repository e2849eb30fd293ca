import { measuredRole } from '../../core/format/measuredRole.ts'
import type { BaselineChanges, ScoresDocument, SuiteChange } from '../../core/format/scoresDocument.ts'
import type { MetricComparison } from '../../core/stats/compareRecords.ts'
import { decidingMetric } from '../compare/suiteVerdict.ts'

/** What of a comparison with a baseline is kept. */
export interface ComparedSuite {
  readonly metrics: readonly MetricComparison[]
  /** Key of the metric that the suite is read by first. */
  readonly first: string | undefined
  readonly paired: number
  /** How many items passed in the baseline alone, and in the run alone. */
  readonly lost: number
  readonly gained: number
}

/** How one suite changed, by the metric that decides its verdict. */
export function suiteChange(compared: ComparedSuite): SuiteChange {
  const own = decidingMetric(compared)
  const counts = { paired: compared.paired, newlyFailing: compared.lost, fixed: compared.gained }
  if (!own) return counts
  const { key, a: base, b: now, change, ci95, verdict, detectable } = own
  return { metric: { key, base, now, change, ci95: ci95 && [...ci95], verdict, detectable }, ...counts }
}

/** How a run changed from a baseline, suite by suite. */
export function baselineChanges(name: string, { run }: ScoresDocument, suites: BaselineChanges['suites']): BaselineChanges {
  return { name, run: run.id, startedAt: run.startedAt, model: measuredRole(run)?.model ?? '', suites }
}

/** Whether changes are from the baseline as it is now: it may have been written anew, or another one be asked for. */
export function isOfBaseline(changes: BaselineChanges | undefined, name: string, { run }: ScoresDocument): boolean {
  return changes?.name === name && changes.run === run.id && changes.startedAt === run.startedAt
}
