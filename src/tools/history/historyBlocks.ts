import { type Block, type BlockColumn, columnsOf, type Face, type Phrase, sentences } from '../../kit.ts'
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
const TERMINAL: readonly Face[] = ['terminal']
const WITHOUT_TERMINAL: readonly Face[] = ['markdown', 'page']

/** How a terminal shows a history. */
export interface HistoryView {
  readonly width: number
  /** Runs of each segment that are listed. */
  readonly last: number
}

/**
 * A history. A terminal has a row for each run with the headline metric, and a row for each other metric; markdown, for an issue or the
 * summary of a CI job, has every run with all metrics that are watched.
 */
export function historyBlocks(report: HistoryReport, view: HistoryView): Block[] {
  const verdict: Block = { kind: 'text', text: { text: historyVerdict(report), isStrong: true } }
  const banner: Block[] = report.simulated ? [{ kind: 'simulated' }] : []
  return [
    verdict,
    ...banner,
    ...report.suites.map((suite) => suiteSection(suite, view)),
    ...sentences([familyText(report), ...report.leftOut.map(({ name, why }) => `left out: ${name}, ${why}`)]),
    ...[...banner, verdict].map((block) => ({ ...block, on: TERMINAL })),
  ]
}

function suiteSection(suite: SuiteHistory, view: HistoryView): Block {
  const [key = ''] = suite.keys
  const range = suite.ranges[key]
  return {
    kind: 'section',
    title: `${suite.title ?? suite.suite}: ${metricTitle(suite, key)}${range ? ` (${range.join(' to ')})` : ''}`,
    id: suite.suite,
    isIndented: true,
    blocks: suite.segments.flatMap((segment) => segmentBlocks(suite, segment, view)),
  }
}

function segmentBlocks(suite: SuiteHistory, segment: SegmentHistory, { width, last }: HistoryView): Block[] {
  const from = Math.max(0, segment.runs.length - last)
  const shown = segment.runs.slice(from)
  const alarms = segment.metrics.flatMap((figure) =>
    figure.alarms.map((alarm): Phrase => ({ text: `ALARM  ${alarmText(suite, segment, figure, alarm)}`, isBad: alarm.worse })),
  )
  const why: Phrase = { text: `The runs from here on are not compared with those above: ${segment.why}.`, isStrong: true }
  return [
    ...(segment.why === undefined ? [] : [{ kind: 'gap' } as const, ...sentences([why])]),
    { kind: 'gap' },
    ...sentences(from > 0 ? [`${from} earlier runs: --last ${segment.runs.length} shows them.`] : [], { on: TERMINAL }),
    runTable(suite, segment, from, width >= WITH_PICTURE),
    allRuns(suite, segment),
    ...sentences(
      shown.flatMap(({ name, marks }) => marks.map((mark) => `* ${name}: ${markText(mark)}`)),
      { on: TERMINAL },
    ),
    { kind: 'list', texts: [...alarms, ...powerTexts(suite, segment)] },
    ...otherMetrics(suite, segment),
  ]
}

/** Every run with all metrics and what was marked with it. */
function allRuns(suite: SuiteHistory, { runs, metrics }: SegmentHistory): Block {
  const rows = runs.map(({ name, startedAt, figures, marks }, run) => [
    startedAt.slice(0, 10),
    name,
    ...suite.keys.map((key) => {
      const { value, ci95 } = figures[key] ?? {}
      const digits = digitsOf(suite, key)
      const interval = ci95 ? ` (${ci95.map((end) => end.toFixed(digits)).join(' to ')})` : ''
      return value === undefined ? '–' : value.toFixed(digits) + interval
    }),
    [
      ...metrics.flatMap(({ key, alarms }) =>
        alarms.filter(({ seen }) => seen === run).map(({ side }) => `ALARM: ${metricTitle(suite, key)} ${side}`),
      ),
      ...marks.map(markText),
    ].join('; '),
  ])
  const heads = ['date', 'run', ...suite.keys.map((key) => metricTitle(suite, key)), 'marks']
  return { kind: 'table', label: 'Runs', columns: columnsOf(heads, heads.length), rows, on: WITHOUT_TERMINAL }
}

/** The newest runs with the headline metric. */
function runTable(suite: SuiteHistory, segment: SegmentHistory, from: number, hasRoom: boolean): Block {
  const [key = ''] = suite.keys
  const digits = digitsOf(suite, key)
  const [headline] = segment.metrics
  const shown = segment.runs.slice(from)
  const values = shown.flatMap(({ figures }) => figures[key]?.value ?? [])
  const noise = headline?.noise ?? 0
  const ends = [Math.min(...values) - 2 * noise, Math.max(...values) + 2 * noise] as const
  // Runs of one day are told apart by the time.
  const toMinutes = new Set(shown.map(({ startedAt }) => startedAt.slice(0, 10))).size < shown.length
  const pictured = hasRoom && values.length > 1 && ends[1] > ends[0]
  const notes = (run: number): string[] =>
    (headline?.alarms ?? []).flatMap(({ at, seen, side }) => [...(at === run ? [side] : []), ...(seen === run ? ['ALARM'] : [])])
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
  const columns: BlockColumn[] = [
    { head: 'date' },
    { head: 'run' },
    { head: 'value', isFigure: true },
    { head: '95 % interval', isFigure: true },
    ...(pictured ? [{ head: 'value ± 2 run-to-run errors'.padEnd(PICTURE) }] : []),
    { head: '' },
  ]
  return { kind: 'table', label: 'Runs', columns, rows, givingWay: [{ column: 1, least: 12 }], isTight: true, on: TERMINAL }
}

/** A value as a point on a band of twice the error from run to run. */
function pictureOf(value: number, noise: number, [low, high]: readonly [number, number]): string {
  const place = (at: number) => Math.min(PICTURE - 1, Math.max(0, Math.round(((at - low) / (high - low)) * (PICTURE - 1))))
  const [from, to, at] = [place(value - 2 * noise), place(value + 2 * noise), place(value)]
  return Array.from({ length: PICTURE }, (_, column) => (column === at ? '●' : column >= from && column <= to ? '─' : ' ')).join('')
}

/** The other metrics that are watched, a row each: first and newest value, how far they go, and how near an alarm is. */
function otherMetrics(suite: SuiteHistory, { runs, metrics }: SegmentHistory): Block[] {
  if (runs.length < 2) return []
  const rows = metrics.slice(1).flatMap(({ key, alarms, noise }) => {
    const digits = digitsOf(suite, key)
    const values = runs.flatMap(({ figures }) => figures[key]?.value ?? [])
    const [first, now] = [values[0], values.at(-1)]
    if (first === undefined || now === undefined) return []
    const told = alarms.length > 0 ? `${alarms.length} ALARM${alarms.length > 1 ? 'S' : ''}` : '–'
    const change = [first.toFixed(digits), now.toFixed(digits), signed(now - first, digits)]
    return [[metricTitle(suite, key), ...change, noise === null ? '–' : noise.toFixed(digits), told]]
  })
  if (rows.length === 0) return []
  const columns = [...columnsOf(['also watched', 'first', 'newest', 'change', 'run to run']), { head: 'alarms' }]
  return [{ kind: 'table', label: 'Other metrics', columns, rows, givingWay: [{ column: 0, least: 16 }], on: TERMINAL }]
}
