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

/**
 * What recorded models get in a suite, for its page: a row for each figure that has a value, a column for each recording; empty where none is recorded.
 * The judge stands above the table where all have the same one.
 */
export function recordedTable(suite: string, recordings: readonly Recording[]): string {
  const own = recordings.flatMap(({ name, suites }) => (suites[suite] ? [{ ...suites[suite], name }] : []))
  if (own.length === 0) return ''
  const judges = new Set(own.map(({ roles }) => roles.candidate && roles.judge))
  const heads = own.map(({ name, roles: { judge } }) => `\`${name}\`${judges.size > 1 && judge ? `, judge \`${judge}\`` : ''}`)
  const labels = [...new Set(own.flatMap(({ shown }) => shown.map(({ label }) => label)))]
  const rows = labels.flatMap((label, at) => {
    const figures = own.map(({ shown }) => shown.find((figure) => figure.label === label))
    if (at > 0 && !figures.some((figure) => typeof figure?.value === 'number')) return []
    const floors = [...new Set(figures.flatMap((figure) => (figure?.floor === undefined ? [] : [textOf(figure, figure.floor)])))]
    return [[floors.length > 0 ? `${label} (floor ${floors.join(' or ')})` : label, ...figures.map(recordedCell)]]
  })
  if (own.some(({ unscored }) => unscored > 0)) rows.push(['unscored', ...own.map(({ unscored }) => `${unscored}`)])
  const lines = [['figure', ...heads], ['---', ...heads.map(() => '---:')], ...rows].map((row) => `|${row.join('|')}|`)
  const [judge] = judges
  return [...(judges.size === 1 && judge ? [`The judge is \`${judge}\`.`, ''] : []), ...lines].join('\n')
}

/** `0.25 (0.00–0.87), n 2, SAYS NOTHING`. */
function recordedCell(figure: Shown | undefined): string {
  if (!figure) return ''
  if (figure.value === null) return 'no value'
  const [value, interval, n] = cells(figure)
  // Why stands in the run.
  const mark = figure.mark?.split(': ')[0]
  return [figure.ci95 ? `${value} (${interval})` : value, `n ${n}`, mark].filter(Boolean).join(', ')
}

type Shown = RecordedSuite['shown'][number]

const labelOf = ({ label, mark }: Shown) => (mark === undefined ? label : `${label}, ${mark}`)

const textOf = ({ digits }: Shown, figure: number) => figure.toFixed(digits).replace('-', '−')

function cells(figure: Shown): string[] {
  const { value, ci95, n, floor } = figure
  const ends = ci95?.map((end) => textOf(figure, end)) ?? []
  return [
    value === null ? 'no value' : textOf(figure, value),
    ends.join(ends.some((end) => end.startsWith('−')) ? ' to ' : '–') || '–',
    `${n}`,
    floor === undefined ? '–' : textOf(figure, floor),
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
