import { bannerLines, fittedTable, paint, singleLine, wrapWords } from '../../kit.ts'
import {
  alarmText,
  digitsOf,
  familyText,
  type HistoryReport,
  historyVerdict,
  markText,
  metricTitle,
  powerTexts,
  signed,
} from './historyText.ts'
import type { SegmentHistory, SuiteHistory } from './suiteHistory.ts'

/** Screens from this width on have a picture of each value. */
const WITH_PICTURE = 100
const PICTURE = 28

/** How a history is shown. */
export interface HistoryView {
  readonly width: number
  /** Runs of each segment that are listed. */
  readonly last: number
}

/** A history for the terminal: a row for each run with the headline metric, alarms, and a row for each other metric. */
export function historyLines(report: HistoryReport, { width, last }: HistoryView): string[] {
  const text = (words: string, indent = 1) => wrapWords(words, width - 1 - indent, 0).map((line) => ' '.repeat(indent) + line)
  const verdict = text(historyVerdict(report)).map((line) => paint('bold', line))
  return [
    ...verdict,
    ...(report.simulated ? bannerLines(width) : []),
    ...report.suites.flatMap((suite) => ['', ...suiteLines(suite, width, last)]),
    '',
    ...text(familyText(report)),
    ...report.leftOut.flatMap(({ name, why }) => text(`left out: ${singleLine(`${name}, ${why}`)}`)),
    ...(report.simulated ? bannerLines(width) : []),
    ...verdict,
  ]
}

function suiteLines(suite: SuiteHistory, width: number, last: number): string[] {
  const [key = ''] = suite.keys
  const range = suite.ranges[key]
  const scale = range ? ` (${range.join(' to ')})` : ''
  const text = (words: string) => wrapWords(words, width - 4, 0).map((line) => `   ${line}`)
  return [
    paint('bold', singleLine(` ${suite.title ?? suite.suite}: ${metricTitle(suite, key)}${scale}`)),
    ...suite.segments.flatMap((segment) => [
      ...(segment.why === undefined
        ? []
        : ['', ...text(`The runs from here on are not compared with those above: ${singleLine(segment.why)}.`)]),
      '',
      ...runTable(suite, segment, width, last),
      ...alarmLines(suite, segment, width),
      ...powerTexts(suite, segment).flatMap(text),
      ...otherMetrics(suite, segment, width),
    ]),
  ]
}

function runTable(suite: SuiteHistory, segment: SegmentHistory, width: number, last: number): string[] {
  const [key = ''] = suite.keys
  const digits = digitsOf(suite, key)
  const [headline] = segment.metrics
  const from = Math.max(0, segment.runs.length - last)
  const shown = segment.runs.slice(from)
  const values = shown.flatMap(({ figures }) => figures[key]?.value ?? [])
  const noise = headline?.noise ?? 0
  const ends = [Math.min(...values) - 2 * noise, Math.max(...values) + 2 * noise] as const
  // Runs of one day are told apart by the time.
  const toMinutes = new Set(shown.map(({ startedAt }) => startedAt.slice(0, 10))).size < shown.length
  const pictured = width >= WITH_PICTURE && values.length > 1 && ends[1] > ends[0]
  const notes = (run: number): string[] => [
    ...(headline?.alarms ?? []).flatMap(({ at, seen, side }) => [...(at === run ? [side] : []), ...(seen === run ? ['ALARM'] : [])]),
  ]
  const rows = shown.map(({ name, startedAt, figures, marks }, index) => {
    const figure = figures[key]
    const value = figure?.value
    return [
      startedAt.slice(0, toMinutes ? 16 : 10).replace('T', ' '),
      name,
      value === undefined ? '–' : value.toFixed(digits),
      figure?.ci95 ? figure.ci95.map((end) => end.toFixed(digits)).join(' to ') : '–',
      ...(pictured ? [value === undefined ? '' : pictureOf(value, noise, ends)] : []),
      [...notes(from + index), ...(marks.length > 0 ? ['*'] : [])].join(' '),
    ]
  })
  const head = ['date', 'run', 'value', '95 % interval', ...(pictured ? [`value ± 2 run-to-run errors`.padEnd(PICTURE)] : []), '']
  const left = new Set(pictured ? [0, 1, 4, 5] : [0, 1, 4])
  const table = fittedTable([head, ...rows], width - 2, left, [{ column: 1, least: 12 }]).map((line) => `  ${line}`)
  const marks = shown.flatMap(({ name, marks: own }) => own.map((mark) => `* ${singleLine(name)}: ${markText(mark)}`))
  return [
    ...(from > 0 ? [`   ${from} earlier runs: --last ${segment.runs.length} shows them.`] : []),
    ...table,
    ...marks.flatMap((line) => wrapWords(line, width - 4, 2).map((part) => `   ${part}`)),
  ]
}

/** A value as a point on a band of twice the error from run to run. */
function pictureOf(value: number, noise: number, [low, high]: readonly [number, number]): string {
  const place = (at: number) => Math.min(PICTURE - 1, Math.max(0, Math.round(((at - low) / (high - low)) * (PICTURE - 1))))
  const [from, to, at] = [place(value - 2 * noise), place(value + 2 * noise), place(value)]
  return Array.from({ length: PICTURE }, (_, column) => (column === at ? '●' : column >= from && column <= to ? '─' : ' ')).join('')
}

function alarmLines(suite: SuiteHistory, segment: SegmentHistory, width: number): string[] {
  return segment.metrics.flatMap((figure) =>
    figure.alarms.flatMap((alarm) =>
      wrapWords(`ALARM  ${alarmText(suite, segment, figure, alarm)}`, width - 4, 7).map(
        (line, at) => `   ${at === 0 && alarm.worse ? paint('red', line) : line}`,
      ),
    ),
  )
}

/** The other metrics that are watched, a row each: first and newest value, how far they go, and how near an alarm is. */
function otherMetrics(suite: SuiteHistory, { runs, metrics }: SegmentHistory, width: number): string[] {
  if (runs.length < 2) return []
  const rows = metrics.slice(1).flatMap(({ key, alarms, noise }) => {
    const digits = digitsOf(suite, key)
    const values = runs.flatMap(({ figures }) => figures[key]?.value ?? [])
    const [first, now] = [values[0], values.at(-1)]
    if (first === undefined || now === undefined) return []
    const told = alarms.length > 0 ? `${alarms.length} ALARM${alarms.length > 1 ? 'S' : ''}` : '–'
    return [
      [
        metricTitle(suite, key),
        first.toFixed(digits),
        now.toFixed(digits),
        signed(now - first, digits),
        noise === null ? '–' : noise.toFixed(digits),
        told,
      ],
    ]
  })
  if (rows.length === 0) return []
  const head = ['also watched', 'first', 'newest', 'change', 'run to run', 'alarms']
  return ['', ...fittedTable([head, ...rows], width - 2, new Set([0, 5]), [{ column: 0, least: 16 }]).map((line) => `  ${line}`)]
}
