import type { BenchmarkMeta, Display } from '../benchmark/meta.ts'
import { CONTROL_KINDS } from '../judges/controls/knownAnswers.ts'
import type { SuiteScores } from '../run/scoresDocument.ts'
import { columns, grouped, labelled } from './layout.ts'

const DEFAULT_DISPLAY: Display = { headline: { key: 'score', label: 'mean' }, taskKeys: {}, rows: [] }
/** Metrics every suite has; the table shows what they say in other words. */
const COMMON = new Set(['pass_rate', 'unscored_rate'])

/** Counts by task, for the table. */
export interface TaskCounts {
  readonly task: string
  readonly scored: number
  readonly passed: number
}

/** The scores of a suite. Figures of simulated models carry `sim`. */
export function scoreLines(
  meta: BenchmarkMeta,
  scores: SuiteScores,
  counts: readonly TaskCounts[],
  simulated: boolean,
  width: number,
): string[] {
  const { headline, beside = [], taskKeys, percent, rows, marks = {} } = meta.display ?? DEFAULT_DISPLAY
  const digits = percent ? 2 : 3
  const { metrics } = scores
  const shown = meta.display
    ? rows
    : [{ label: 'metrics', keys: Object.keys(metrics).filter((key) => !COMMON.has(key) && key !== headline.key) }]
  const value = (key: string) => metrics[key]?.value
  const cell = (figure: number | undefined) => (figure === undefined ? '–' : `${figure.toFixed(digits)}${simulated ? ' sim' : ''}`)
  const interval = (key: string) => metrics[key]?.ci95?.map((end) => end.toFixed(digits)).join(' to ') ?? ''
  const taskRows = counts
    .filter(({ task }) => value(taskKeys[task] ?? '') !== undefined)
    .map(({ task, scored, passed }) => [
      taskLabel(meta, task) + (marks[taskKeys[task] ?? ''] ?? ''),
      cell(value(taskKeys[task] ?? '')),
      interval(taskKeys[task] ?? ''),
      grouped(scored),
      grouped(passed),
    ])
  const sum = (of: 'scored' | 'passed') => grouped(counts.reduce((total, entry) => total + entry[of], 0))
  const table = columns([
    ['score', '', '95 % interval', 'items', 'passed'],
    ...taskRows,
    ...beside
      .filter(({ key }) => value(key) !== undefined)
      .map(({ key, label }) => [label + (marks[key] ?? ''), cell(value(key)), interval(key), '', '']),
    ...(value(headline.key) === undefined
      ? [['all', '', '', sum('scored'), sum('passed')]]
      : [[headline.label + (marks[headline.key] ?? ''), cell(value(headline.key)), interval(headline.key), sum('scored'), sum('passed')]]),
  ])
  const below = (shown as Display['rows']).flatMap(({ label, prefix, keys, note, text }) => {
    if (text !== undefined) return labelled(label, text, width)
    const figures = Object.entries(metrics)
      .filter(([key]) => (keys ? keys.includes(key) : prefix !== undefined && key.startsWith(prefix)))
      .map(([key, metric]) => `${spaceless(key.slice(prefix?.length ?? 0))}${marks[key] ?? ''}\u00a0${metric.value.toFixed(digits)}`)
    return figures.length === 0
      ? []
      : labelled(label, [...(simulated ? ['sim'] : []), ...figures, ...(note ? [note] : [])].join(' \u00a0'), width)
  })
  const controls = controlLines(metrics, simulated, width)
  return [...table, '', ...below, ...controls, ...(below.length + controls.length > 0 ? [''] : [])]
}

/** What known answers told about the judge, with intervals. */
function controlLines(metrics: SuiteScores['metrics'], simulated: boolean, width: number): string[] {
  const kindOf = (key: string) => key.split('.').slice(2).join('.')
  const sorted = Object.entries(metrics).sort(([one], [other]) => kindOf(one).localeCompare(kindOf(other), 'en'))
  const figures = sorted.flatMap(([key, { value, n, ci95 }]) => {
    const name = /^judge\.(sensitivity|specificity)\.(.+)$/.exec(key)
    // By kind of criterion; of the kinds of controls only the attempts to talk the judge round. The rest is in scores.json.
    if (!name || !ci95 || ((CONTROL_KINDS as readonly string[]).includes(name[2] ?? '') && key !== 'judge.specificity.injected')) return []
    const [low, high] = ci95.map((end) => (100 * end).toFixed(0))
    return [`${name[1]}\u00a0${name[2]}\u00a0${(100 * value).toFixed(1)}\u00a0%\u00a0(${low}\u00a0to\u00a0${high},\u00a0n\u00a0${n})`]
  })
  return figures.length === 0 ? [] : labelled('judge', [...(simulated ? ['sim'] : []), ...figures].join(' \u00a0'), width)
}

function taskLabel({ tasks }: BenchmarkMeta, task: string): string {
  const title = tasks.find((entry) => entry.task === task)?.title ?? task
  return title === task ? task : `${task.padEnd(4)} ${title}`
}

/** A name of several words stays on one line with its figure. */
function spaceless(name: string): string {
  return name.replaceAll(' ', '\u00a0')
}
