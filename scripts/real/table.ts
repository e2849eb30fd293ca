import type { Recording } from '../../src/core/config/recording.ts'
import type { RecordedSuite } from './recordings.ts'

/** What a row is made of: a suite on a model, as a run or a recording has it. */
export type RealRow = { readonly model: string; readonly suite: string } & Pick<
  RecordedSuite,
  'shown' | 'figures' | 'unscored' | 'error' | 'cut' | 'seconds'
>

/** Figures that say how many replies could not be read, whatever a suite calls them. */
const UNREAD = ['unread', 'null_rate', 'unparsable_rate']

/** All that came of the runs on real models, in markdown: figures with what they rest on, and what went wrong. */
export function realTable(rows: readonly RealRow[]): string {
  return table(
    ['model', 'suite', 'figure', '', '95 % interval', 'n', 'floor', 'unread', 'unscored', 'errors', 'cut', 'seconds'],
    rows.flatMap(({ model, suite, shown, figures, unscored, error, cut, seconds }) =>
      shown.map((figure, at) => [
        ...(at === 0 ? [model, suite] : ['', '']),
        labelOf(figure),
        ...cells(figure),
        ...(at === 0 ? [unreadText(figures), unscored, error, cut, Math.round(seconds)] : ['', '', '', '', '']),
      ]),
    ),
  )
}

/** What recorded models get in a suite, for its page; empty where none is recorded. */
export function recordedTable(suite: string, recordings: readonly Recording[]): string {
  const own = recordings.flatMap((recording) => {
    const recorded = recording.suites[suite]
    return recorded ? [{ ...recorded, title: recording.title, name: recording.name }] : []
  })
  const rows = own.flatMap(({ name, title, shown, unscored, roles: { candidate, judge } }) =>
    shown.map((figure, at) => {
      const isFirst = at === 0
      const judgedBy = candidate && judge ? judge : '–'
      return [
        isFirst ? title : '',
        labelOf(figure),
        ...cells(figure),
        ...(isFirst ? [`${unscored}`, judgedBy, `\`${name}\``] : ['', '', '']),
      ]
    }),
  )
  if (rows.length === 0) return ''
  return table(['real model', 'figure', '', '95 % interval', 'n', 'floor', 'unscored', 'judge', 'recording'], rows)
}

const labelOf = ({ label, mark }: RecordedSuite['shown'][number]) => (mark === undefined ? label : `${label}, ${mark}`)

function cells({ value, ci95, n, floor, digits }: RecordedSuite['shown'][number]): string[] {
  const text = (figure: number) => figure.toFixed(digits).replace('-', '−')
  return [
    value === null ? 'no value' : text(value),
    ci95 ? ci95.map(text).join(' to ') : '–',
    `${n}`,
    floor === undefined ? '–' : text(floor),
  ]
}

function unreadText(figures: RecordedSuite['figures']): string {
  const key = UNREAD.find((name) => figures[name] !== undefined)
  return key === undefined ? '–' : `${Number((figures[key] ?? 0).toPrecision(3))}`
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (entries: readonly (string | number)[]) => `| ${entries.join(' | ')} |`
  return [line(head), line(head.map((_, at) => (at > 2 ? '---:' : '---'))), ...rows.map(line)].join('\n')
}
