import { counted } from '../core/base/text/counted.ts'
import { metricName } from '../core/format/metricName.ts'
import { metricScale } from '../core/format/metricScale.ts'
import type { Presentation, ScoresDocument, SuiteScores } from '../core/format/scoresDocument.ts'
import { headlineOf } from '../deciding/headline.ts'
import { fittedTable } from './fittedTable.ts'
import { grouped, paint, wrapWords } from './layout.ts'

/** What a suite asks, the figure it is read by first with its scale, and which values of that are good. */
export function suiteHeading(suite: string, scores: SuiteScores, presentation: Presentation | undefined, width: number): string[] {
  const { about } = presentation ?? {}
  const { label, value, unit, interval } = headlineText(scores, presentation)
  const lines = (text: string) => wrapWords(text, width - 3, 0).map((line) => `   ${line}`)
  const title = about && about.title !== suite ? `${suite}, ${about.title}` : suite
  return [
    paint('bold', ` ${title}${value === undefined ? '' : `: ${value}`}`),
    ...(about ? lines(about.question) : []),
    ...lines(`${label}${unit}${interval === '' ? '' : `, 95 % interval ${interval}`}`),
    ...(about ? lines(about.good) : []),
    '',
  ]
}

/** The suites of a run, a row each: where there are several, the last thing before the gates. */
export function suiteOverview({ suites, presentation = {} }: Pick<ScoresDocument, 'suites' | 'presentation'>, width: number): string[] {
  const names = Object.keys(suites).sort()
  if (names.length < 2) return []
  const rows = names.flatMap((suite) => {
    const scores = suites[suite]
    if (!scores) return []
    const { label, value = '–', interval } = headlineText(scores, presentation[suite])
    return [[suite, value, interval, `${grouped(scores.passed)}/${grouped(scores.items)}`, label]]
  })
  const table = fittedTable([['suite', 'now', '95 % interval', 'passed', 'headline metric'], ...rows], width, new Set([0, 4]), [
    { column: 4, least: 14 },
    { column: 0, least: 12 },
  ])
  return [paint('bold', ` ${counted(rows.length, 'suite')}`), '', ...table, '']
}

/** The headline of a suite in words: `0.777 of 1`. */
export function headlineText(scores: SuiteScores, presentation: Presentation | undefined) {
  const headline = headlineOf(scores, presentation)
  const metric = scores.metrics[headline.key]
  const digits = headline.digits
  const told = metricScale(metric)
  const [low, high] = told ?? headline.range
  const known = presentation?.headline?.key === headline.key || told !== undefined
  const scale = known ? [low, high].map((end) => String(Number(end.toFixed(2)))) : []
  const unit = [presentation?.headline?.unit, scale.join(' to ')].filter(Boolean).join(', ')
  return {
    key: headline.key,
    number: metric?.value,
    label: metricName(headline.key, metric) ?? (headline.key === 'score' ? 'mean score' : headline.label),
    value: metric && `${metric.value.toFixed(digits)}${known ? ` of ${scale[1]}` : ''}`,
    unit: unit === '' ? '' : ` (${unit})`,
    interval: metric?.ci95?.map((end) => end.toFixed(digits)).join(' to ') ?? '',
  }
}
