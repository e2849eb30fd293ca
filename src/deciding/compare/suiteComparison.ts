import { fromKnown } from '../../core/base/collections.ts'
import { usageError } from '../../core/base/errors.ts'
import { didYouMean } from '../../core/base/text/nearest.ts'
import type { Headline } from '../../core/format/display.ts'
import { signsText } from '../../core/format/judgeSign.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { metricScale } from '../../core/format/scoresDocument.ts'
import { type Comparison, compareRecords } from '../../core/stats/compareRecords.ts'
import type { Figures } from '../../core/stats/summary/metric.ts'
import { suiteScores } from '../../core/stats/summary/suiteScores.ts'
import { comparableOf, incomparable, overRuns } from '../baseline/baseline.ts'
import { comparedMetrics, runHeadline, whyNoValue } from '../headline.ts'
import type { SuiteRules } from '../suiteRules.ts'
import type { ComparedRun } from './comparedRun.ts'

/** Metrics named in an error. */
const NAMED = 12

/** Which metrics are compared: the suite's headline metrics and those that gates name, all of its own, or one by its key. */
export type ComparedMetrics = 'headline' | 'all' | { readonly metric: string }

/** What of a run takes part in a comparison. */
export type RunRecords = Pick<ComparedRun, 'document' | 'records'>

/** Two runs in one suite. */
export interface SuiteComparison extends Comparison {
  readonly suite: string
  /** Why the figures should not be compared; they are shown all the same. */
  readonly warning: string | undefined
  /** Why there is no verdict: the metric that the suite is read by first has no value in a run. */
  readonly noValue?: string | undefined
  /** How the metrics are called and what scale they have. */
  readonly shown?: ShownMetrics | undefined
}

/** How the compared metrics of a suite are shown. */
export interface ShownMetrics {
  /** The benchmark's proper name. */
  readonly title?: string | undefined
  /** What one of its items is, in the singular. */
  readonly item?: string | undefined
  readonly headline: Headline
  readonly labels: Readonly<Record<string, string>>
  /** Lowest and highest value, by key, where both ends are known. */
  readonly ranges: Readonly<Record<string, readonly [number, number]>>
}

/** Suites that all of the runs have, by name. */
export function sharedSuites(runs: readonly Pick<ComparedRun, 'records'>[]): string[] {
  const [first, ...others] = runs.map(({ records }) => new Set(records.map(({ suite }) => suite)))
  return [...(first ?? [])].filter((suite) => others.every((names) => names.has(suite))).sort()
}

/** Throws HoldfastError, with a near name, for a metric that none of the suites (`keys` by suite) has. */
export function assertMetric(metric: string, keys: Readonly<Record<string, readonly string[]>>): void {
  const [suites, all] = [Object.keys(keys), Object.values(keys).flat()]
  if (all.includes(metric)) return
  throw usageError(
    `Failed to compare by ${JSON.stringify(metric)}: ${suites.join(', ')} ${suites.length === 1 ? 'has' : 'have'} no such metric.${didYouMean(metric, all)} Name one of ${all.slice(0, NAMED).join(', ') || 'its own'}.`,
  )
}

/** Suites of runs that have a metric, all where none is named. Throws HoldfastError, with a near name, for a metric that none has. */
export function suitesWith(metric: string | undefined, suites: readonly string[], keysOf: (suite: string) => readonly string[]): string[] {
  const keys = new Map(suites.map((suite) => [suite, keysOf(suite)]))
  if (metric !== undefined) assertMetric(metric, Object.fromEntries(keys))
  return suites.filter((suite) => metric === undefined || keys.get(suite)?.includes(metric))
}

/** The suites of runs, or the one that is asked for. Throws HoldfastError, "Failed to `doing`", where there is none. */
export function chosenSuites(suites: Iterable<string>, only: string | undefined, doing: string): string[] {
  const all = [...new Set(suites)].sort()
  const chosen = all.filter((suite) => only === undefined || suite === only)
  if (chosen.length > 0) return chosen
  const others = all.length > 0 ? `They have ${all.join(', ')}.` : 'Name other runs.'
  throw usageError(`Failed to ${doing}: no run has ${only ?? 'a suite'}. ${others}`)
}

/**
 * Compares two runs in one suite.
 * @param change the change that someone wants to be told, over 0. Default: what the gates of either run allow a metric to drop by.
 */
export function compareSuite(
  given: SuiteRules,
  a: RunRecords,
  b: RunRecords,
  tested: ComparedMetrics,
  change?: number | undefined,
): SuiteComparison {
  const { name: suite, roles } = given
  const rules = { ...given, summarize: overRuns(overRuns(given.summarize, a.document?.run), b.document?.run) }
  const own = ({ records }: RunRecords): ItemRecord[] => records.filter((record) => record.suite === suite)
  const why =
    a.document && b.document ? incomparable(comparableOf(a.document, suite, roles), comparableOf(b.document, suite, roles)) : undefined
  const keys = comparedKeys(rules, [a, b], own(a), tested)
  // What else is shown changes no verdict.
  const family = tested === 'all' ? comparedKeys(rules, [a, b], own(a), 'headline') : keys
  const headline = runHeadline(rules, a)
  const withCommon = (records: readonly ItemRecord[]) => suiteScores(records, rules.summarize(records)).metrics
  const all = withCommon(own(a))
  const first = typeof tested === 'object' ? tested.metric : headline.key
  const signs = all[first]?.stands ? [] : [a, b].flatMap(({ document }) => signsText(document?.suites[suite]?.judgeSigns) ?? [])
  const isCommon = (key: string) => all[key]?.common === true
  const comparison = compareRecords(own(a), own(b), [...keys].some(isCommon) ? withCommon : rules.summarize, {
    tested: (key) => keys.has(key),
    family: (key) => family.has(key),
    first,
    stratumOf: rules.stratumOf,
    change: (key) => change ?? allowedDrop([b, a], suite, key),
  })
  // Of pairs in a ranking nobody asks.
  const asked = typeof tested === 'string' ? { A: own(a), B: own(b) } : {}
  const lacking = Object.entries(asked).flatMap(([run, records]) => {
    const text = () => whyNoValue(suiteScores(records, {}), rules.about?.item, rules.none(records)[headline.key])
    return withCommon(records)[headline.key] ? [] : [`in ${run} ${text()}`]
  })
  const metrics = [...comparison.metrics].sort((one, other) => Number(isCommon(one.key)) - Number(isCommon(other.key)))
  return {
    suite,
    warning: why ? `made with ${why}` : [...new Set(signs)].join('; ') || undefined,
    ...comparison,
    metrics,
    ...(lacking.length > 0 && { noValue: lacking.join('; ') }),
    shown: shownMetrics(rules, headline, all, keys),
  }
}

function shownMetrics(rules: SuiteRules, headline: Headline, figures: Figures, keys: ReadonlySet<string>): ShownMetrics {
  const own = Object.entries(figures).filter(([key]) => keys.has(key))
  return {
    title: rules.about?.title,
    item: rules.about?.item,
    headline,
    labels: fromKnown(own.map(([key, { label }]) => [key, label])),
    ranges: fromKnown(own.map(([key, figure]) => [key, metricScale(figure)])),
  }
}

/** What a gate of the runs allows a metric to drop by; the later run's rule counts first. */
function allowedDrop(runs: readonly RunRecords[], suite: string, key: string): number | undefined {
  const gates = runs.flatMap(({ document }) => document?.gates ?? [])
  return gates.find((gate) => gate.suite === suite && gate.key === key && gate.kind === 'maxDrop' && (gate.bound ?? 0) > 0)?.bound
}

/** Keys of the compared metrics, those of gates among them unasked: who gates on a figure wants to know. Never none. */
function comparedKeys(
  { name, summarize }: SuiteRules,
  runs: readonly RunRecords[],
  records: readonly ItemRecord[],
  tested: ComparedMetrics,
): ReadonlySet<string> {
  if (typeof tested === 'object') return new Set([tested.metric])
  const figures = summarize(records)
  const own = Object.keys(figures)
  const gates = runs.flatMap(({ document }) => document?.gates ?? [])
  const named = gates.flatMap(({ suite, key }) => (suite === name && key !== undefined ? [key] : []))
  const chosen = tested === 'all' ? own : comparedMetrics(figures)
  const keys = [...(chosen.length > 0 ? chosen : own), ...named]
  return new Set(keys.length > 0 ? keys : ['pass_rate'])
}
