import { counted } from '../../core/base/text/counted.ts'
import type { Headline } from '../../core/format/display.ts'
import { partText } from '../../core/format/leftOut.ts'
import { readableUri } from '../../core/format/modelText.ts'
import {
  type GateResult,
  judgeMark,
  type Metrics,
  measuredRole,
  metricScale,
  type Presentation,
  type ScoresDocument,
  type SuiteChange,
  type SuiteScores,
} from '../../core/format/scoresDocument.ts'
import { type ShownVerdict, shownVerdict, VERDICT_TEXTS } from '../../deciding/compare/suiteVerdict.ts'
import { FLOOR, headlineOf } from '../../deciding/headline.ts'

/** Digits beyond which a difference is none to anybody. */
const MOST_DIGITS = 6

/** A figure as people see it. */
export function figureText(value: number, digits: number): string {
  const text = value.toFixed(digits)
  // A figure that is rounded to nothing has no sign.
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** The same with its sign, for a change. */
export function changeText(value: number, digits: number): string {
  const text = figureText(value, digits)
  return Number(value.toFixed(digits)) > 0 ? `+${text}` : text
}

/** An interval of a change: `-0.294 to -0.156`. An end that is not 0 is not shown as 0: its side is what a verdict goes by. */
export function changeInterval(ends: readonly [number, number], digits: number): string {
  return ends.map((end) => changeText(end, digitsFromZero(end, digits))).join(' to ')
}

/** Digits with which an end that is not 0 is seen not to be; what rounding alone keeps from 0 is shown as 0. */
function digitsFromZero(end: number, digits: number): number {
  for (let more = digits; more < MOST_DIGITS; more += 1) if (Number(end.toFixed(more)) !== 0) return more
  return digits
}

/** Digits, up to `most`, with which a figure and its bound are seen to differ: 0.8999 is not shown as 0.900 beside a bound of 0.9. */
export function digitsApart(value: number, bound: number, digits: number, most = MOST_DIGITS): number {
  for (let more = digits; more < most; more += 1) if (value.toFixed(more) !== bound.toFixed(more)) return more
  return value === bound ? digits : most
}

/** Digits for the figures of a scale: 100 points need fewer than a share. */
export function digitsOf(range: readonly [number, number] | undefined, ...values: readonly number[]): number {
  const widest = Math.max(...(range ?? []).map(Math.abs), ...values.map(Math.abs), 0)
  return widest > 10 ? 1 : widest > 1 ? 2 : 3
}

/** What a rule says of a metric beside its value. */
export type MetricNaming = ReturnType<typeof gateNaming>

type Named = Pick<ScoresDocument, 'suites' | 'presentation'>

/** The proper name of a suite. */
export function suiteTitle(suite: string, presentation: ScoresDocument['presentation']): string {
  return presentation?.[suite]?.about?.title ?? suite
}

/** The name of a metric in words. */
export function metricLabel(key: string, metrics: Metrics | undefined): string {
  return metrics?.[key]?.label ?? key
}

/** The name in words of the metric that a suite is read by first. */
function headlineLabel({ key, label }: Pick<Headline, 'key' | 'label'>, metrics: Metrics | undefined): string {
  const named = label === key ? metricLabel(key, metrics) : label
  return named === 'score' ? 'mean score' : named
}

/** What a gate is about: a metric of a suite, or a rule of the whole run. */
export function gateNaming({ metric, suite = '', key = '', value }: GateResult, { suites, presentation }: Named) {
  const [own, scores] = [presentation?.[suite], suites[suite]]
  const isOfSuite = key !== '' && (own ?? scores) !== undefined
  const headline = scores && headlineOf(scores, own)
  const isHeadline = headline?.key === key
  const figure = scores?.metrics[key]
  const range = isHeadline ? headline.range : metricScale(figure)
  return {
    suite: suite || undefined,
    title: isOfSuite ? suiteTitle(suite, presentation) : '',
    label: isOfSuite ? metricLabel(key, scores?.metrics) : metric,
    digits: isHeadline ? headline.digits : digitsOf(range, ...(value === null ? [] : [value])),
    range,
    /** The highest value, where the metric itself says it. */
    highest: figure?.range?.[1] ?? undefined,
    lowerIsBetter: figure?.better === 'lower',
  }
}

/** Ends of a scale, for instance `0–1`. */
function scaleText([low, high]: readonly [number, number]): string {
  const end = (value: number) => String(Number(value.toFixed(2)))
  return `${end(low)}–${end(high)}`
}

/** A suite in one line: what it measures, its figure, and how that changed. */
export type SuiteRow = ReturnType<typeof suiteRow>

/** Signs of the verdicts, so that no colour is needed to tell them. */
export const VERDICT_SIGNS: Readonly<Record<ShownVerdict, string>> = { worse: '▼', better: '▲', 'cannot-tell': '?', 'same-figure': '=' }

/** A verdict with its sign. */
export function verdictText(verdict: ShownVerdict): string {
  return `${VERDICT_SIGNS[verdict]} ${VERDICT_TEXTS[verdict]}`
}

/** The suites of a run by name, in the order in which every page, table and report shows them. */
export function suitesOf({ suites }: Pick<ScoresDocument, 'suites'>): string[] {
  return Object.keys(suites).sort()
}

/** A row for each suite of a run. */
export function suiteRows({ suites, presentation, baseline }: ScoresDocument): SuiteRow[] {
  return suitesOf({ suites }).map((suite) => suiteRow(suite, suites[suite] as SuiteScores, presentation, baseline?.suites[suite]))
}

/** The row of a suite, with its change from another run where there is one. */
export function suiteRow(
  suite: string,
  scores: SuiteScores,
  presentation: ScoresDocument['presentation'],
  changed: SuiteChange | undefined,
) {
  const own = presentation?.[suite]
  const { metrics, passed, failed, unscored, error } = scores
  const headline = headlineOf(scores, own)
  const { key, digits, range } = headline
  const metric = metrics[key]
  const change = changed?.metric
  const isLower = metric?.better === 'lower'
  const shared = sharedText(changed, metric?.value, digits)
  const marked = (judge: string) => [judge, partText(scores.leftOut, own?.tasks)].filter(Boolean).join(', ')
  return {
    suite,
    title: suiteTitle(suite, presentation),
    question: own?.about?.question,
    /** What must stand beside its value: as markOf of core/format/scoresDocument.ts. */
    mark: marked(judgeMark(scores, key)),
    /** The same where there is no room for why. */
    shortMark: marked(judgeMark(scores, key).replace(/: .*/, '')),
    /** The metric it is read by first, in words, with its key and its value. */
    label: headlineLabel(headline, metrics),
    key,
    value: metric?.value,
    /** Its highest value, where that is known: for instance `100`. */
    most: range ? String(Number(range[1].toFixed(2))) : '',
    /** For instance `0–1`; empty where its ends are not known. */
    scale: range ? scaleText(range) : '',
    /** What is counted, or that a smaller figure is better. */
    unit: [headline.unit, isLower && 'lower is better'].filter(Boolean).join(', '),
    now: metric ? figureText(metric.value, digits) : 'no value',
    /** What it rests on, in the suite's own unit: `1 dialogue`. Where it has no value: why. */
    basis: metric ? counted(metric.n, itemName(own)) : (scores.noValue ?? 'nothing counts for it'),
    interval: metric?.ci95 ? metric.ci95.map((end) => figureText(end, digits)).join(' to ') : '',
    base: change ? figureText(change.base, digits) : '',
    change: change ? changeText(change.change, digits) : '',
    /** The 95 % interval of the change, as its ends: it is seldom even, so that half its width would reach 0 where it does not. */
    changeInterval: change?.ci95 ? changeInterval(change.ci95, digits) : '',
    verdict: change && shownVerdict(change),
    /** What the verdict needs said: why there is none, or which change would be told. */
    told: toldOf(changed, digits, shared),
    /** What of it is about the items of both runs alone. */
    shared,
    newlyFailing: changed?.newlyFailing,
    fixed: changed?.fixed,
    scored: passed + failed,
    failed,
    /** Items without a score. */
    without: unscored + error,
  }
}

/** What one of a suite's items is, in the singular. */
export function itemName(presentation: Presentation | undefined): string {
  return presentation?.about?.item ?? 'item'
}

function toldOf(changed: SuiteChange | undefined, digits: number, shared: string): string {
  if (!changed) return ''
  if (changed.incomparable !== undefined) return `not comparable: made with ${changed.incomparable}`
  const { metric, paired } = changed
  if (!metric || paired === 0) return paired ? 'no value in one of the two' : 'no item in both'
  return [metric.verdict === 'cannot-tell' && uncertainty(metric, digits), shared].filter(Boolean).join('; ')
}

/** What the figure is on the items of both runs, where it is another there; else empty. */
function sharedText(changed: SuiteChange | undefined, value: number | undefined, digits: number): string {
  const now = changed?.metric && changed.paired !== 0 ? figureText(changed.metric.now, digits) : undefined
  if (now === undefined || changed?.incomparable !== undefined || value === undefined || figureText(value, digits) === now) return ''
  return `on ${counted(changed?.paired ?? 0, 'shared item')} now ${now}`
}

/** Why nothing can be said: how large a change would have to be is what a reader of "cannot tell" asks for. */
function uncertainty({ change, ci95, detectable }: NonNullable<SuiteChange['metric']>, digits: number): string {
  if (ci95 === null) return 'too few items'
  return change === 0 || detectable === null ? '' : `detects a change of ${figureText(detectable, digits)} or more`
}

/** How many items newly fail and are fixed over all suites; undefined where nothing is compared. */
export function flipCounts(rows: readonly Pick<SuiteRow, 'newlyFailing' | 'fixed'>[]) {
  const compared = rows.filter(({ newlyFailing }) => newlyFailing !== undefined)
  if (compared.length === 0) return undefined
  const sum = (of: 'newlyFailing' | 'fixed') => compared.reduce((total, row) => total + (row[of] ?? 0), 0)
  return { newlyFailing: sum('newlyFailing'), fixed: sum('fixed') }
}

/**
 * That a headline shows no more than its floor: it is no better, or its interval holds the floor; with the figures that stand beside it,
 * which may show more. Undefined where the headline does, and without a floor.
 */
export function floorText(suite: string, { suites, presentation }: Pick<ScoresDocument, 'suites' | 'presentation'>): string | undefined {
  const scores = suites[suite]
  const { key, digits } = scores ? headlineOf(scores, presentation?.[suite]) : { key: '', digits: 0 }
  const { value = 0, floor, ci95 = null, better } = scores?.metrics[key] ?? {}
  if (floor === undefined || scores?.judgeSigns) return undefined
  const sign = better === 'lower' ? -1 : 1
  const worst = ci95 ? (sign === 1 ? ci95[0] : ci95[1]) : value
  if (sign * (worst - floor) > 0) return undefined
  const is = sign * (value - floor) > 0 ? 'not surely better than' : 'no better than'
  const beside = (presentation?.[suite]?.display?.beside ?? []).flatMap((named) => {
    const metric = scores?.metrics[named.key]
    return metric && metric.floor === undefined ? [`${named.label}: ${figureText(metric.value, digits)}`] : []
  })
  const text = `${figureText(value, digits)} is ${is} ${figureText(floor, digits)}, which is ${presentation?.[suite]?.about?.floor ?? FLOOR} on these items`
  return [text, ...beside].join('; ')
}

/**
 * Whether a suite is better than in the last run of it that was made alike: `The last run of this suite had 55.2: better (paired interval
 * +2.1 to +17.9).` Undefined where there is none, or its judge does not judge.
 */
export function lastRunText(suite: string, { lastRun, suites, presentation, run }: ScoresDocument): string | undefined {
  const [last, scores] = [lastRun?.[suite], suites[suite]]
  if (!last?.metric || !scores || scores.judgeSigns) return undefined
  const { base, changeInterval, verdict = 'cannot-tell', told, shared } = suiteRow(suite, scores, presentation, last)
  const other = last.model === measuredRole(run)?.model ? '' : `, of ${readableUri(last.model)},`
  const ran = Math.max(scores.items - scores.skipped, 0)
  // What the row says of the items of both counts them already.
  const paired =
    last.paired === undefined || last.paired >= ran || shared
      ? []
      : [`on ${counted(last.paired, itemName(presentation?.[suite]))} that both scored`]
  const notes = [...paired, ...(changeInterval ? [`paired interval ${changeInterval}`] : []), ...(told ? [told] : [])]
  return `The last run of this suite${other} had ${base}: ${VERDICT_TEXTS[verdict]}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}
