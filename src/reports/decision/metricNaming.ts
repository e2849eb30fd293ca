import type { Headline } from '../../core/format/display.ts'
import { type GateResult, type Metrics, metricScale, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { headlineOf } from '../../deciding/headline.ts'

/** Digits beyond which a difference is none to anybody. */
const MOST_DIGITS = 6

/** A figure with a proper minus sign. */
export function figureText(value: number, digits: number): string {
  const text = value.toFixed(digits)
  // A figure that is rounded to nothing has no sign.
  return Number(text) === 0 ? text.replace('-', '') : text.replace('-', '−')
}

/** The same with its sign, for a change. */
export function changeText(value: number, digits: number): string {
  const text = figureText(value, digits)
  return Number(value.toFixed(digits)) > 0 ? `+${text}` : text
}

/** An interval of a change: `−0.294 to −0.156`. An end that is not 0 is not shown as 0: its side is what a verdict goes by. */
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
export function headlineLabel({ key, label }: Pick<Headline, 'key' | 'label'>, metrics: Metrics | undefined): string {
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
export function scaleText([low, high]: readonly [number, number]): string {
  const end = (value: number) => String(Number(value.toFixed(2))).replace('-', '−')
  return `${end(low)}–${end(high)}`
}
