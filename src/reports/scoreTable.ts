import type { Display, NamedMetric } from '../core/format/display.ts'
import { metricName } from '../core/format/metricName.ts'
import type { Presentation, SuiteScores } from '../core/format/scoresDocument.ts'
import type { SuitePlan } from '../core/format/suitePlan.ts'
import { headlineOf } from '../deciding/headline.ts'
import { belowTable } from './belowTable.ts'
import { fittedTable } from './fittedTable.ts'
import { floorCells } from './floorCells.ts'
import { grouped, labelled } from './layout.ts'
import { plainRows } from './markdown.ts'

/** Counts by task, for the table. */
export interface TaskCounts {
  readonly task: string
  readonly scored: number
  readonly passed: number
}

/** What of a suite's plan its table needs. */
export interface ShownSuite extends Pick<SuitePlan, 'display'>, Pick<Presentation, 'headline'> {
  readonly tasks: readonly { readonly task: string; readonly title: string }[]
}

/** The scores of a suite. */
export function scoreLines(meta: ShownSuite, scores: SuiteScores, counts: readonly TaskCounts[], width: number): string[] {
  const below = belowLines(meta, scores, width)
  return [...taskTable(meta, scores, counts, width), '', ...below, ...(below.length > 0 ? [''] : [])]
}

/** The rows of a suite's layout that stand below its table. */
function belowLines(meta: ShownSuite, scores: SuiteScores, width: number): string[] {
  const { percent, rows, marks = {} } = meta.display ?? plainDisplay(scores, meta)
  return belowTable(rows, scores.metrics, percent ? 2 : 3, marks).flatMap(({ label, figures, note, text }) =>
    labelled(label, text ?? [...figures, ...(note ? [note] : [])].join(' \u00a0'), width),
  )
}

/** The scores of a suite by task, its headline last. */
export function taskTable(meta: ShownSuite, scores: SuiteScores, counts: readonly TaskCounts[], width: number): string[] {
  const { headline, beside = [], taskKeys, percent, marks = {} } = meta.display ?? plainDisplay(scores, meta)
  const digits = percent ? 2 : 3
  const { metrics } = scores
  const value = (key: string) => metrics[key]?.value
  const nameOf = ({ key, label }: NamedMetric) => metricName(key, metrics[key]) ?? label
  const cell = (figure: number | undefined) => figure?.toFixed(digits) ?? '–'
  const interval = (key: string) => metrics[key]?.ci95?.map((end) => end.toFixed(digits)).join(' to ') ?? ''
  const floors = floorCells({ headline, beside, taskKeys }, metrics, digits)
  const taskRows = counts
    .filter(({ task }) => value(taskKeys[task] ?? '') !== undefined)
    .map(({ task, scored, passed }) => [
      taskLabel(meta, task) + (marks[taskKeys[task] ?? ''] ?? ''),
      cell(value(taskKeys[task] ?? '')),
      ...floors.of(taskKeys[task] ?? ''),
      interval(taskKeys[task] ?? ''),
      grouped(scored),
      grouped(passed),
    ])
  const sum = (of: 'scored' | 'passed') => grouped(counts.reduce((total, entry) => total + entry[of], 0))
  return fittedTable(
    [
      ['score', 'value', ...floors.head, '95 % interval', 'items', 'passed'],
      ...taskRows,
      ...beside
        .filter(({ key }) => value(key) !== undefined)
        .map(({ key, label }) => [nameOf({ key, label }) + (marks[key] ?? ''), cell(value(key)), ...floors.of(key), interval(key), '', '']),
      ...(value(headline.key) === undefined
        ? [['all', '', ...floors.of(), '', sum('scored'), sum('passed')]]
        : [
            [
              nameOf(headline) + (marks[headline.key] ?? ''),
              cell(value(headline.key)),
              ...floors.of(headline.key),
              interval(headline.key),
              sum('scored'),
              sum('passed'),
            ],
          ]),
    ],
    width,
  )
}

/** The layout of a suite that names none: its headline, and below it every other figure. */
function plainDisplay(scores: SuiteScores, { headline: named }: ShownSuite): Display {
  const { key, label } = headlineOf(scores, named && { headline: named })
  return { headline: { key, label: key === 'score' ? 'mean' : label }, taskKeys: {}, rows: plainRows(scores, key) }
}

function taskLabel({ tasks }: ShownSuite, task: string): string {
  const title = tasks.find((entry) => entry.task === task)?.title ?? task
  return title === task ? task : `${task.padEnd(4)} ${title}`
}
