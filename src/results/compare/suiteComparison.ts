import { HoldfastError } from '../../base/errors.ts'
import { nearest } from '../../base/text/nearest.ts'
import type { ItemRecord } from '../../format/records.ts'
import { type Comparison, compareRecords } from '../../stats/compareRecords.ts'
import { comparableOf, incomparable } from '../baseline/baseline.ts'
import type { SuiteRules } from '../suiteRules.ts'
import type { ComparedRun } from './comparedRun.ts'

/** Metrics named in an error. */
const NAMED = 12

/** Which metrics are compared: the suite's headline metrics, all, or one by its key. */
export type ComparedMetrics = 'headline' | 'all' | { readonly metric: string }

/** What of a run takes part in a comparison. */
export type RunRecords = Pick<ComparedRun, 'document' | 'records'>

/** Two runs in one suite. */
export interface SuiteComparison extends Comparison {
  readonly suite: string
  /** Why the figures should not be compared; they are shown all the same. */
  readonly warning: string | undefined
}

/** Suites that all of the runs have. */
export function sharedSuites(runs: readonly Pick<ComparedRun, 'records'>[]): string[] {
  const [first, ...others] = runs.map(({ records }) => new Set(records.map(({ suite }) => suite)))
  return [...(first ?? [])].filter((suite) => others.every((names) => names.has(suite)))
}

/** Keys of the metrics that a suite has on the records of a run. */
export function metricKeys({ name, summarize }: SuiteRules, { records }: Pick<ComparedRun, 'records'>): string[] {
  return Object.keys(summarize(records.filter(({ suite }) => suite === name)))
}

/**
 * Refuses a metric that none of the suites has.
 *
 * @param keys of the metrics, by suite.
 * @throws HoldfastError with a near name.
 */
export function assertMetric(metric: string, keys: Readonly<Record<string, readonly string[]>>): void {
  const [suites, all] = [Object.keys(keys), Object.values(keys).flat()]
  if (all.includes(metric)) return
  const near = nearest(metric, all)
  throw new HoldfastError(
    'USAGE',
    `Failed to compare by ${JSON.stringify(metric)}: ${suites.join(', ')} ${suites.length === 1 ? 'has' : 'have'} no such metric.${near ? ` Did you mean ${near}?` : ''} Name one of ${all.slice(0, NAMED).join(', ')}.`,
  )
}

/** Compares two runs in one suite. */
export function compareSuite(rules: SuiteRules, a: RunRecords, b: RunRecords, tested: ComparedMetrics): SuiteComparison {
  const { name: suite, roles } = rules
  const own = ({ records }: RunRecords): ItemRecord[] => records.filter((record) => record.suite === suite)
  const why =
    a.document && b.document ? incomparable(comparableOf(a.document, suite, roles), comparableOf(b.document, suite, roles)) : undefined
  const comparison = compareRecords(own(a), own(b), rules.summarize, {
    tested: (key) => (tested === 'all' ? true : tested === 'headline' ? rules.isHeadline(key) : key === tested.metric),
    lowerIsBetter: (key) => rules.lowerIsBetter(key),
  })
  return { suite, warning: why && `made with ${why}`, ...comparison }
}
