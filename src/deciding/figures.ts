import { HoldfastError, orUndefined } from '../core/base/errors.ts'
import { note } from '../core/base/text/note.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import type { Headline, SuiteAbout } from '../core/format/display.ts'
import { asBeside } from '../core/format/figureBeside.ts'
import { boundsOf } from '../core/format/gates.ts'
import { hasSimulated } from '../core/format/modelEntry.ts'
import { type ItemRecord, inOrder, trialKey } from '../core/format/records.ts'
import type { Role } from '../core/format/role.ts'
import type { Metrics } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { withFloors, withIntervals } from '../core/stats/intervals.ts'
import { type Figures, plainMetrics } from '../core/stats/summary/metric.ts'
import { passRate, suiteScores } from '../core/stats/summary/suiteScores.ts'
import { type BaselineComparison, compareWithBaseline } from './baseline/compareWithBaseline.ts'
import { type DoubtCounts, doubtMetrics } from './doubtMetrics.ts'
import { countedRecords, type EarlyStop, type EarlyStopBy, earlyStopOf, type PrintedVerdicts } from './early/earlyDecision.ts'
import { shownScores, widenedComparison, withBentMeans } from './early/widened.ts'
import { evaluateGates } from './gates/evaluateGates.ts'
import { plannedHeadline } from './headline.ts'
import { type AlikeBy, type ChangeFromLast, changeFromLast } from './lastRun.ts'
import { type PeopleCounts, type PeopleOfRun, people as peoplePort } from './people.ts'
import type { SuiteRules } from './suiteRules.ts'

/** What a suite's records amount to: plain data, so that it may cross processes. */
export interface SuiteResult {
  readonly suite: string
  readonly roles: readonly Role[]
  /** Records the figures are of. Whoever holds more computes them again. */
  readonly records: number
  /** The suite's own metrics, with intervals and what is said of them. */
  readonly metrics: Metrics
  /** The metric that the suite is read by first as far as these records tell: the plan of the run knows it. */
  readonly headline: Headline
  /** Why figures have no data, by key, where the suite says so. */
  readonly none: Readonly<Record<string, string>>
  /** Against the baseline that gates name, where a rule measures a drop. */
  readonly comparison?: BaselineComparison | undefined
  /** Against the last run that was made alike, where there is no baseline. */
  readonly fromLast?: ChangeFromLast | undefined
  readonly about?: SuiteAbout | undefined
  /** How many verdicts are left to people, where records tell a doubt. */
  readonly doubt?: DoubtCounts | undefined
  /** How many of the records people labelled, where the project has labels of the suite. */
  readonly people?: PeopleCounts | undefined
  /** How the suite ended before its last item, where it did. */
  readonly early?: EarlyStop | undefined
}

/** What the figures of a run are held against. */
interface FiguresAgainst extends EarlyStopBy {
  /** What people said of the records: metrics are corrected by it. */
  readonly people?: PeopleOfRun | undefined
  /** Tells which runs were made alike; without it none is looked for. */
  readonly alike?: AlikeBy | undefined
}

/** A suite's figures from its records (the last of each trial), for whoever holds them. Throws HoldfastError for an unreadable baseline. */
export function figuresOf(
  rules: SuiteRules,
  records: readonly ItemRecord[],
  { gates, root, people, ruleCount, alike }: FiguresAgainst,
): SuiteResult {
  const all = inOrder(records)
  const early = earlyStopOf(rules, all, { gates, root, ruleCount }, printedVerdicts(rules, { gates, root }))
  const ordered = countedRecords(all, early)
  const floored = withFloors(ownFigures(rules, ordered), ordered, rules.summarize)
  const metrics = early ? withBentMeans(floored, ordered) : floored
  const doubt = doubtMetrics(rules, ordered, people?.labelled ?? [])
  return {
    suite: rules.name,
    roles: rules.roles,
    records: records.length,
    metrics: plainMetrics({ ...metrics, ...(people && correctedFigures(rules, ordered, people)), ...doubt.metrics }),
    headline: plannedHeadline(rules.planned(all)),
    none: rules.none(ordered),
    comparison: changeFrom(rules, ordered, { gates, root }, early),
    // A last run that cannot be read is no fault of this one.
    ...(alike && !early && gates?.baseline === undefined && { fromLast: orUndefined(() => changeFromLast(rules, ordered, alike)) }),
    about: rules.about,
    doubt: doubt.counts,
    people: people && countsOf(people),
    early,
  }
}

/** The suite's own figures with intervals. */
function ownFigures(rules: SuiteRules, ordered: readonly ItemRecord[]): Figures {
  const figures = withIntervals(ordered, rules.summarize, rules)
  return rules.complete?.(ordered, figures) ?? figures
}

/** The change from the baseline that gates name. `early`: its intervals are wider. */
function changeFrom(
  rules: SuiteRules,
  ordered: readonly ItemRecord[],
  { gates, root }: Pick<EarlyStopBy, 'gates' | 'root'>,
  early: Pick<EarlyStop, 'units'> | undefined,
  isLook = false,
): BaselineComparison | undefined {
  const own = gates?.[rules.name]
  const figures = isLook && typeof own === 'object' ? rules.summarize(ordered) : undefined
  // The metrics that every suite has come with intervals, which only their rules ask for.
  const isOwn = figures && Object.keys(own as object).every((key) => figures[key] !== undefined)
  const withCommon = (some: readonly ItemRecord[]) => suiteScores(some, rules.summarize(some)).metrics
  const comparison = compareWithBaseline({ ...rules, ...(!isOwn && { summarize: withCommon }) }, ordered, gates, root, isLook)
  return early && comparison ? widenedComparison(comparison, early, isOwn ? plainMetrics(figures) : rules.planned(ordered)) : comparison
}

/** What a suite's gates would say, printed with the figures of its records after so many units. */
export function printedVerdicts(rules: SuiteRules, { gates, root }: Pick<EarlyStopBy, 'gates' | 'root'>): PrintedVerdicts {
  const { name } = rules
  const own = gates?.[name]
  const asked = typeof own === 'object' ? Object.values(own).flatMap(boundsOf) : []
  // What no rule asks for is not computed: each look costs as many summaries as there are items.
  const hasDrop = asked.some(({ kind }) => kind === 'maxDrop')
  const hasInterval = asked.some(({ kind, way }) => kind !== 'maxDrop' && way !== 'value')
  return (records, units) => {
    const ordered = inOrder(records)
    const figures = hasInterval ? ownFigures(rules, ordered) : rules.summarize(ordered)
    const scores = shownScores(ordered, figures, { units })
    const comparisons = hasDrop ? { [name]: changeFrom(rules, ordered, { gates, root }, { units }, true) } : {}
    const found = evaluateGates(gates ?? {}, { [name]: scores }, { comparisons })
    return ({ key, kind }) => found.find((gate) => gate.suite === name && gate.key === key && gate.kind === kind)?.verdict
  }
}

/** What the figures of a run are computed by. */
export interface RunFiguresBy extends EarlyStopBy {
  /** Folders of the run, or of its parts; none for bare records. */
  readonly folders: readonly string[]
  /** Of a run that ends: what cannot be read of the labels is told and left out, since the run is paid for and must have its scores. */
  readonly isEnding?: boolean
  /** Of a whole run: tells which runs beside it were made alike. */
  readonly alike?: AlikeBy | undefined
}

/** By what the figures of a suite of a live run are computed. Of a shard no other run is looked for. */
export function figuresBy(plan: SuitePlan, config: Pick<ResolvedConfig, 'gates' | 'root' | 'out' | 'shard' | 'roles'>): RunFiguresBy {
  const { gates, root, out } = config
  const alike = alikeBy(plan, config)
  return { gates, root, folders: [out], isEnding: true, ...(alike && { alike }) }
}

/** By what other runs are found that were made like one; undefined of a shard, beside which no whole run lies. */
export function alikeBy(
  { roles: asked, data, options, scoring, trials }: Pick<SuitePlan, 'roles' | 'data' | 'options' | 'scoring' | 'trials'>,
  { out, shard, roles }: Pick<ResolvedConfig, 'out' | 'shard' | 'roles'>,
): AlikeBy | undefined {
  const simulated = hasSimulated(asked.includes('candidate') ? roles.candidate : roles.judge)
  return shard ? undefined : { data, options, scoring, trials, folder: out, simulated }
}

/** {@link figuresOf} a suite, corrected by people's labels. Throws HoldfastError for labels that cannot be read, but where the run ends. */
export async function runFigures(rules: SuiteRules, records: readonly ItemRecord[], by: RunFiguresBy): Promise<SuiteResult> {
  const { name: suite, questions } = rules
  // Without a way back from labels to scores nothing is read.
  const read = questions?.relabel && (await peoplePort.open())
  const people = await read?.({ suite, questions, records, ...by }).catch((error: unknown) => {
    if (!by.isEnding || !(error instanceof HoldfastError)) throw error
    note(`no corrected figures of ${suite}: ${error.message} Then ${holdfastCommand('merge', 'latest')} computes them.`)
    return undefined
  })
  return figuresOf(rules, records, { ...by, people })
}

function countsOf({ labelled, unlabelled, incomplete, withoutChance, ofOthers }: PeopleOfRun): PeopleCounts {
  return { labelled: labelled.length, unlabelled: unlabelled.length, incomplete, withoutChance, ofOthers }
}

/** The metrics as people would have them, under keys of their own. */
function correctedFigures(rules: SuiteRules, records: readonly ItemRecord[], { drawn, unlabelled, correct }: PeopleOfRun): Metrics {
  const own = new Map(records.map((record) => [trialKey(record), record]))
  // As they come from the run's folder they are others of the same name.
  const ofRun = (entries: PeopleOfRun['drawn']) =>
    entries.flatMap((entry) => {
      const record = own.get(trialKey(entry.record))
      return record ? [{ ...entry, record }] : []
    })
  const metrics = correct({
    records,
    labelled: ofRun(drawn),
    unlabelled: ofRun(unlabelled),
    summarize: (some) => ({ ...rules.summarize(some), pass_rate: passRate(some) }),
    stratumOf: rules.stratumOf,
  })
  return asBeside('corrected', metrics)
}
