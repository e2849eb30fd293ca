import { SUITES } from '../../../suites/catalogue.ts'
import { HoldfastError } from '../../base/errors.ts'
import { mean } from '../../base/mean.ts'
import { nearest } from '../../base/text/nearest.ts'
import type { ItemRecord } from '../../format/records.ts'
import type { Metrics } from '../../format/scoresDocument.ts'
import { type CompareOptions, type Comparison, compareRecords } from '../../stats/compareRecords.ts'
import { combineTrials } from '../../stats/summary/combineTrials.ts'
import { metric } from '../../stats/summary/suiteScores.ts'
import { comparableOf, incomparable } from '../baseline/baseline.ts'
import type { ComparedRun } from './comparedRun.ts'

/** Metrics named in an error. */
const NAMED = 12

/** How a suite's runs are summarized and what of it is compared. */
export interface SuiteRules extends CompareOptions {
  readonly summarize: (records: readonly ItemRecord[]) => Metrics
}

/** Two runs in one suite. */
export interface SuiteComparison extends Comparison {
  readonly suite: string
  /** Why the figures should not be compared; they are shown all the same. */
  readonly warning: string | undefined
}

/** Rules of a suite; those of a user's own benchmark are its mean total, overall and by task. */
export async function suiteRules(suite: string, all: boolean): Promise<SuiteRules> {
  const known = SUITES.find(({ name }) => name === suite)
  if (!known) return { summarize: ownSummary }
  return {
    summarize: await known.summarizer(),
    tested: all ? () => true : (key) => known.isHeadline(key),
    ...(known.lowerIsBetter && { lowerIsBetter: (key: string) => known.lowerIsBetter?.(key) ?? false }),
  }
}

function ownSummary(records: readonly ItemRecord[]): Metrics {
  const items = combineTrials(records).filter(({ scored }) => scored)
  const over = (some: typeof items) => {
    const totals = some.flatMap(({ scores }) => scores.total ?? [])
    return metric(mean(totals), totals.length)
  }
  const tasks = [...new Set(items.map(({ task }) => task))]
  const byTask = tasks.length > 1 ? tasks.map((task) => [`score.${task}`, over(items.filter((item) => item.task === task))] as const) : []
  return { score: over(items), ...Object.fromEntries(byTask) }
}

/** Suites that both runs have. */
export function sharedSuites(runs: readonly ComparedRun[]): string[] {
  const [first, ...others] = runs.map(({ records }) => new Set(records.map(({ suite }) => suite)))
  return [...(first ?? [])].filter((suite) => others.every((names) => names.has(suite)))
}

/**
 * The suites of these that have a metric of that name.
 *
 * @throws HoldfastError where none has, with a near name.
 */
export async function suitesWithMetric(suites: readonly string[], metricKey: string, { records }: ComparedRun): Promise<string[]> {
  const keys = await Promise.all(
    suites.map(async (suite) => {
      const { summarize } = await suiteRules(suite, true)
      return Object.keys(summarize(records.filter((record) => record.suite === suite)))
    }),
  )
  const having = suites.filter((_, index) => keys[index]?.includes(metricKey))
  if (having.length > 0) return having
  const near = nearest(metricKey, keys.flat())
  throw new HoldfastError(
    'USAGE',
    `Failed to compare by ${JSON.stringify(metricKey)}: ${suites.join(', ')} ${suites.length === 1 ? 'has' : 'have'} no such metric.${near ? ` Did you mean ${near}?` : ''} Name one of ${keys.flat().slice(0, NAMED).join(', ')}.`,
  )
}

/** Compares two runs in one suite. */
export function compareSuite(suite: string, a: ComparedRun, b: ComparedRun, { summarize, ...options }: SuiteRules): SuiteComparison {
  const own = (run: ComparedRun) => run.records.filter((record) => record.suite === suite)
  const calls = SUITES.find(({ name }) => name === suite)?.roles
  const why =
    a.document && b.document ? incomparable(comparableOf(a.document, suite, calls), comparableOf(b.document, suite, calls)) : undefined
  return { suite, warning: why && `made with ${why}`, ...compareRecords(own(a), own(b), summarize, options) }
}
