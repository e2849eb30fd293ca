import { alwaysLower, correctedKey, isCommonMetric, SHARE } from '../core/format/commonMetrics.ts'
import type { SuiteAbout } from '../core/format/display.ts'
import type { Gates } from '../core/format/gates.ts'
import { type ItemRecord, inOrder, trialKey } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import type { Metrics } from '../core/format/scoresDocument.ts'
import { withFloors } from '../core/stats/floors.ts'
import { withIntervals } from '../core/stats/intervals.ts'
import { passRate, suiteScores } from '../core/stats/summary/suiteScores.ts'
import { type BaselineComparison, compareWithBaseline } from './baseline/compareWithBaseline.ts'
import { type DoubtCounts, doubtMetrics } from './doubtMetrics.ts'
import { type EarlyStop, earlyStopOf } from './early/earlyStop.ts'
import { widenedComparison } from './early/widened.ts'
import { metricLabels } from './metricLabels.ts'
import { metricScales } from './metricScales.ts'
import type { PeopleOfRun } from './people.ts'
import type { SuiteRules } from './suiteRules.ts'

/** What a suite's records amount to: plain data, so that it may cross processes. */
export interface Figures {
  readonly suite: string
  /** Roles that the suite calls. */
  readonly roles: readonly Role[]
  /** Records the figures are of. Whoever holds more computes them again. */
  readonly records: number
  /** The suite's own metrics, with intervals. */
  readonly metrics: Metrics
  /** Against the baseline that gates name, where a rule measures a drop. */
  readonly comparison?: BaselineComparison | undefined
  /** Keys of the metrics that runs are compared by. */
  readonly compared: readonly string[]
  /** Keys of the metrics of which a smaller figure is the better one, those that every suite has among them. */
  readonly lowerIsBetter: readonly string[]
  /** Lowest and highest value of the metrics, and of those that gates name beside them, where both ends are known. */
  readonly ranges?: Readonly<Record<string, readonly [number, number]>> | undefined
  /** Names of the metrics in words, where the suite has them. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** What the suite is. */
  readonly about?: SuiteAbout | undefined
  /** How many verdicts are left to people, where records tell a doubt. */
  readonly doubt?: DoubtCounts | undefined
  /** How many of the records people labelled, where the project has labels of the suite. */
  readonly people?: PeopleCounts | undefined
  /** How the suite ended before its last item, where it did. */
  readonly early?: EarlyStop | undefined
}

/** Labels of people that a run has, counted. */
export type PeopleCounts = { readonly labelled: number } & Omit<PeopleOfRun, 'labelled' | 'drawn' | 'correct'>

/** What the figures of a run are held against. */
export interface FiguresAgainst {
  readonly gates: Gates | undefined
  /** Folder with `reports/baselines`. */
  readonly root: string
  /** What people said of the records: metrics are corrected by it. */
  readonly people?: PeopleOfRun | undefined
  /** Rules about metrics of the whole run, where the gates are those of one suite alone. */
  readonly ruleCount?: number | undefined
}

/**
 * The figures of a suite from its records, by whoever holds them: the process that ran the items, the reporter where that
 * process died, the command that merges shards.
 *
 * @param records of the suite, the last of each item and trial.
 * @throws HoldfastError for a baseline that cannot be read.
 */
export function figuresOf(rules: SuiteRules, records: readonly ItemRecord[], { gates, root, people, ruleCount }: FiguresAgainst): Figures {
  const ordered = inOrder(records)
  const intervals = withIntervals(ordered, rules.summarize, {
    range: rules.range,
    stratumOf: rules.stratumOf,
    summarizeWithout: rules.summarizeWithout?.(ordered),
  })
  const metrics = withFloors(rules.complete?.(ordered, intervals) ?? intervals, ordered, rules)
  const withCommon = (some: readonly ItemRecord[]) => suiteScores(some, rules.summarize(some)).metrics
  const keys = Object.keys(suiteScores(ordered, metrics).metrics)
  const doubt = doubtMetrics(rules, ordered, people?.labelled ?? [])
  const early = earlyStopOf(rules, ordered, { gates, root, ruleCount })
  const comparison = compareWithBaseline({ ...rules, summarize: withCommon }, ordered, gates, root)
  const added = { ...(people && correctedFigures(rules, ordered, people)), ...doubt.metrics }
  return {
    suite: rules.name,
    roles: rules.roles,
    records: records.length,
    metrics: { ...metrics, ...added },
    comparison: early && comparison ? widenedComparison(comparison, early, rules) : comparison,
    compared: keys.filter((key) => rules.isHeadline(key)),
    lowerIsBetter: keys.filter((key) => alwaysLower(key) || rules.lowerIsBetter(key)),
    ranges: metricScales(rules, new Set([...keys, ...Object.keys(added), ...gatedKeys(rules.name, gates)])),
    labels: metricLabels(rules, [...keys, ...Object.keys(added)]),
    about: rules.about,
    ...(doubt.counts && { doubt: doubt.counts }),
    ...(people && { people: countsOf(people) }),
    ...(early && { early }),
  }
}

function countsOf({ labelled, incomplete, withoutChance, ofOthers }: PeopleOfRun): PeopleCounts {
  return { labelled: labelled.length, incomplete, withoutChance, ofOthers }
}

/** The metrics as people would have them, under keys of their own. */
function correctedFigures(rules: SuiteRules, records: readonly ItemRecord[], { drawn, correct }: PeopleOfRun): Metrics {
  const own = new Map(records.map((record) => [trialKey(record), record]))
  const metrics = correct({
    records,
    // As they come from the run's folder they are others of the same name.
    labelled: drawn.flatMap((entry) => {
      const record = own.get(trialKey(entry.record))
      return record ? [{ ...entry, record }] : []
    }),
    summarize: (some) => ({ ...rules.summarize(some), pass_rate: passRate(some) }),
    stratumOf: rules.stratumOf,
    range: (key) => (isCommonMetric(key) ? SHARE : rules.range(key)),
  })
  return Object.fromEntries(Object.entries(metrics).map(([key, metric]) => [correctedKey(key), metric]))
}

/** Metrics that gates name beside those there are: a bound is held against the scale also where the metric is missing. */
function gatedKeys(suite: string, gates: Gates | undefined): string[] {
  const named = gates?.[suite]
  return typeof named === 'object' ? Object.keys(named) : []
}
