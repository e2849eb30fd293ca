import {
  comparableOf,
  comparedMetrics,
  incomparable,
  isLower,
  isReplayed,
  isSimulated,
  knownOf,
  markOf,
  measuredRole,
  metricScale,
  modelText,
  present,
  runHeadline,
  type SuiteRules,
} from '../../kit.ts'
import type { HistoryRun } from './historyRuns.ts'
import { POWER, runsToSee } from './stats/runsToSee.ts'
import { alarmLevels, type WatchedFigure, watchFigure } from './stats/watchFigure.ts'
import { unitParts } from './unitParts.ts'

/** Share of the items that two runs must have in common to be compared one with the other. */
const SAME_ITEMS = 0.9

/** Parts the runs of a suite into series that can be compared, each in the order of time, that of the newest run last. */
function historySegments(runs: readonly HistoryRun[], rules: SuiteRules) {
  const isReal = ({ document }: HistoryRun) => !measuredRole(document.run)?.simulated
  const isNewestReal = isReal(runs.at(-1) as HistoryRun)
  const others = segmentsOf(
    runs.filter((run) => isReal(run) !== isNewestReal),
    rules,
  )
  const why = others.length > 0 ? 'runs of simulated models stand apart' : undefined
  const ofNewest = runs.filter((run) => isReal(run) === isNewestReal)
  return [...others, ...segmentsOf(ofNewest, rules, why)]
}

/** Parts runs, in the order of time, where one cannot be compared with the first of those before it. What repeats answers of one stands aside. */
function segmentsOf(runs: readonly HistoryRun[], { name: suite, roles }: SuiteRules, whyFirst?: string) {
  const segments: { readonly runs: HistoryRun[]; readonly why: string | undefined; readonly repeats: string[] }[] = []
  let items = new Set<string>()
  for (const run of runs) {
    const own = new Set(run.records.map(({ item }) => item))
    const last = segments.at(-1)
    const first = last?.runs[0]
    const why =
      first &&
      (incomparable(comparableOf(first.document, suite, roles), comparableOf(run.document, suite, roles)) ?? otherItems(items, own))
    if (last && why === undefined) {
      const model = measuredRole(run.document.run)?.model
      const isRepeat = isReplayed(run.document) && last.runs.some(({ document }) => measuredRole(document.run)?.model === model)
      if (isRepeat) last.repeats.push(run.name)
      else last.runs.push(run)
      continue
    }
    segments.push({ runs: [run], why: first ? why : whyFirst, repeats: [] })
    items = own
  }
  return segments
}

function otherItems(before: ReadonlySet<string>, now: ReadonlySet<string>): string | undefined {
  const shared = [...now].filter((item) => before.has(item)).length
  return shared < SAME_ITEMS * Math.max(before.size, now.size)
    ? `other items (${shared} of ${Math.max(before.size, now.size)} are in both)`
    : undefined
}

/** Drop that is asked about where nobody says: 3 points of a scale of 100. */
const POINTS = 0.03

/** How a history is watched. */
export interface HistoryOptions {
  /** Share of histories of `per` runs without a change that may give an alarm, by any metric of this suite. */
  readonly rate: number
  readonly per: number
  /** The metric to watch. Default: those that runs are compared by. */
  readonly metric?: string | undefined
  /** The drop to say the number of runs for, on the headline's scale, over 0. Default: 3 points of a scale of 100. */
  readonly drop?: number | undefined
}

/** A run of a history as one suite has it. */
export type RunInHistory = ReturnType<typeof suiteRun>

/** An alarm with what came after it. */
export type HistoryAlarm = FigureHistory['alarms'][number]

/** A metric over the runs of a segment. */
export type FigureHistory = SegmentHistory['metrics'][number]

/** Runs that can be compared with each other. */
export type SegmentHistory = ReturnType<typeof segmentHistory>

/** One suite over runs. */
export type SuiteHistory = ReturnType<typeof suiteHistory>

/** Watches the metrics of a suite over the runs that have records of it, the oldest first. */
export function suiteHistory(rules: SuiteRules, runs: readonly HistoryRun[], options: HistoryOptions) {
  const { name: suite, about } = rules
  const own = runs.map((run) => ({ ...run, records: run.records.filter((record) => record.suite === suite) }))
  const watch = watchOf(rules, own, options)
  const { keys, described } = watch
  return {
    suite,
    title: about?.title,
    /** Keys of the metrics that are watched, the headline first. */
    keys,
    labels: knownOf(keys, (key) => described[key]?.label),
    ranges: knownOf(keys, (key) => metricScale(described[key])),
    lowerIsBetter: keys.filter((key) => isLower(described[key])),
    segments: historySegments(own, rules).map((segment) => segmentHistory(watch, segment)),
  }
}

/** What is watched of a suite, and how. */
function watchOf(rules: SuiteRules, runs: readonly HistoryRun[], { metric, drop, rate, per }: HistoryOptions) {
  const last = runs.at(-1) as HistoryRun
  // The first one stays where the last run has no value of it: no other takes its place.
  const all = () => new Set([runHeadline(rules, last).key, ...comparedMetrics(rules.summarize(last.records))])
  const keys = metric === undefined ? [...all()] : [metric]
  return { rules, keys, described: rules.planned(last.records), levels: alarmLevels({ rate, per, figures: keys.length }), drop, per }
}

type Watch = ReturnType<typeof watchOf>

function segmentHistory(watch: Watch, { runs, why, repeats }: ReturnType<typeof historySegments>[number]) {
  const { rules, keys, described, levels } = watch
  const records = runs.map((run) => run.records)
  const { parts, sizes, kind, items, filled } = unitParts(records, keys, rules.summarize, rules.stratumOf)
  const watched = keys.map((key, at) => {
    const units = parts[key] ?? []
    return { key, units, ...watchFigure(units, runs.length, levels[at] as number) }
  })
  const models = [...new Set(runs.toReversed().flatMap(({ document }) => measuredRole(document.run)?.model ?? []))]
  // From one model to another more changes than from run to run.
  const ofOne = <T>(told: T | undefined) => (models.length > 1 ? undefined : told)
  const metrics = watched.map(({ key, alarms, noise, variation, moved }) => {
    const lower = isLower(described[key])
    return {
      key,
      alarms: alarms.map((alarm) => ({
        ...alarm,
        /** Whether it is told that the metric is worse. */
        worse: alarm.told && (alarm.side === 'fell') !== lower,
      })),
      /** Standard deviation from run to run without a change; null of runs of several models. */
      noise: ofOne(noise) ?? null,
      /** How the runs vary against what alarms assume; null with few runs, and of several models. */
      variation: ofOne(variation) ?? null,
      /** The newest run's change from the one before, where these two alone tell it and it gave no alarm; else null. */
      moved: moved ?? null,
    }
  })
  const [headline] = watched
  return {
    why,
    /** Models that were measured, that of the newest run first. */
    models,
    runs: runs.map((run, at) => suiteRun(watch, run, runs[at - 1], filled[at] ?? 0)),
    /** Runs that are left out, since all their answers came from the cache or a recording. */
    repeats,
    items,
    /** What varies together, and how many of it are compared. */
    kind,
    units: sizes.length,
    metrics,
    /** Undefined with one run or several models, and where the headline has no scale. */
    seen: headline && ofOne(seenWithin(watch, headline, sizes, runs.length)),
  }
}

function suiteRun({ rules, keys }: Watch, run: HistoryRun, before: HistoryRun | undefined, filled: number) {
  const { name: suite, summarize } = rules
  const { document, records } = run
  const told = document.suites[suite]?.metrics ?? {}
  const computed = keys.every((key) => told[key]) ? told : summarize(records)
  const figures = keys.flatMap((key) => {
    const metric = told[key] ?? computed[key]
    return metric ? [[key, { value: metric.value, n: metric.n, ci95: told[key]?.ci95 ?? null }] as const] : []
  })
  return {
    name: run.name,
    startedAt: document.run.startedAt,
    simulated: isSimulated(document),
    figures: Object.fromEntries(figures),
    /** What is not as in the run before. */
    marks: before ? historyMarks(before, run) : [],
    /** What must stand beside the metric that is watched first: that a judge did not judge it, and how much of the suite there is. */
    mark: markOf(document, suite, keys[0]),
    /** Why that metric has no value, where it is the headline of the run and has none. */
    noValue: document.suites[suite]?.headline === keys[0] ? document.suites[suite]?.noValue : undefined,
    /** Items without a score that count as in the run before. */
    filled,
  }
}

function seenWithin(
  { described, levels, drop, per }: Watch,
  { key, units, since, noise = 0 }: WatchedFigure & { readonly key: string; readonly units: readonly Float64Array[] },
  sizes: readonly number[],
  runs: number,
) {
  const range = metricScale(described[key])
  const known = runs - since
  if (!range || known < 2) return undefined
  const scale = range[1] - range[0]
  const asked = drop ?? POINTS * scale
  // What is worse is a fall here, whichever way the metric is good.
  const turned = isLower(described[key]) ? units.map((unit) => unit.map((value) => -value)) : units
  const within = runsToSee({
    units: turned,
    sizes,
    runs: [since, runs - 1],
    drop: asked,
    scale,
    noise,
    level: levels[0] as number,
    most: per,
  })
  // Null where it is not sure to be seen in `per` runs.
  return { drop: asked, power: POWER, runs: within ?? null }
}

/** What is not as in the run before, though the two can be compared. */
export type HistoryMark = ReturnType<typeof mark>

/** `asked`: another model was named; `served`: the endpoint names another; `fingerprint`: another build of it; `version`: of Holdfast. */
function mark(kind: 'asked' | 'served' | 'fingerprint' | 'version', from: string, to: string) {
  return { kind, from, to }
}

/** What changed from a run to the next about who answered and who measured. */
function historyMarks({ document: before }: HistoryRun, { document: now }: HistoryRun): HistoryMark[] {
  const [one, other] = [measuredRole(before.run), measuredRole(now.run)]
  const names = (list: readonly string[] = []) => [...list].sort().join(', ')
  const [builds, later] = [one?.fingerprints ?? [], other?.fingerprints ?? []]
  // Several builds may answer side by side: another one is there where none of the old ones is.
  const isAnotherBuild = builds.length > 0 && later.length > 0 && !later.some((build) => builds.includes(build))
  return present([
    one && other && modelText(one) !== modelText(other) && mark('asked', modelText(one), modelText(other)),
    one?.served && other?.served && names(one.served) !== names(other.served) && mark('served', names(one.served), names(other.served)),
    isAnotherBuild && mark('fingerprint', names(builds), names(later)),
    before.run.version !== now.run.version && mark('version', before.run.version, now.run.version),
  ])
}

/** What the tool asks a suite: how its metrics went over runs. */
export type HistoryQuestion = { readonly runs: readonly HistoryRun[] } & HistoryOptions

/** Answers it in the process that knows the suite's rules. */
export function answer(rules: SuiteRules, asked: unknown) {
  const question = asked as HistoryQuestion
  return suiteHistory(rules, question.runs, question)
}
