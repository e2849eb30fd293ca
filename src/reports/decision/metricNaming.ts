import type { Headline } from '../../core/format/display.ts'
import { type GateResult, type Metrics, metricScale, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { headlineOf } from '../../deciding/headline.ts'
import { digitsOf } from './figureText.ts'

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
