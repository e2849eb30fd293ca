import { type Block, columnsOf, counted, grouped } from '../../../kit.ts'
import type { WithInterval } from '../agreement/judgedUnit.ts'
import type { Correlated, CorrelatedKind, MeasureCorrelation } from './correlateKinds.ts'
import { aspectMeasure } from './measureAnswers.ts'

/** What `holdfast judge measure --all` found. */
export interface CorrelationReport {
  readonly simulated: boolean
  readonly kinds: readonly CorrelatedKind[]
  /** Measures that are not computed, and why. */
  readonly missing: Readonly<Record<string, string>>
  /** Labels that do not count, answers without a reference, replies that were no use. */
  readonly notes: readonly string[]
}

const HEAD = ['', 'n', 'Pearson', 'Spearman', 'Kendall', 'variance'] as const
const BY_JUDGE = aspectMeasure('')
const PEOPLE = 'people, each other'
/** How the measures are computed. */
const METHOD =
  'Intervals are of 95 %, and draw clusters of answers again. ROUGE is F1 without stemming. BLEU-4 is of one text, smoothed by method 3 of Chen and Cherry (2014). Chinese and Japanese are taken character by character. Length is in words. Kendall is tau-b.'

/** The correlations, by kind of question. */
export function correlationBlocks({ simulated, kinds, missing, notes }: CorrelationReport): Block[] {
  return [
    ...(simulated ? [{ kind: 'simulated' } as const, { kind: 'gap' } as const] : []),
    ...kinds.map((kind): Block => ({ kind: 'section', title: `${kind.suite}: ${kind.kind}`, id: '', blocks: kindBlocks(kind) })),
    { kind: 'list', texts: [...Object.entries(missing).map(([name, why]) => `${name}: ${why}.`), ...notes, METHOD] },
  ]
}

function kindBlocks(kind: CorrelatedKind): Block[] {
  const rows = rowsOf(kind)
  const cells = rows.map(({ name, n, figures, variance }) => [name, n, ...figures.map(inOne), variance])
  const table = { kind: 'table', label: 'Correlations', columns: columnsOf(HEAD) } as const
  return [
    {
      kind: 'text',
      text: `${counted(kind.labelled, 'labelled answer')} of ${counted(Object.keys(kind.tasks).length, 'task')}, by ${counted(kind.raters, 'rater')}.`,
    },
    { ...table, rows: rows.flatMap(twoLines), givingWay: [{ column: 0, least: 18 }], on: ['terminal'] },
    { ...table, rows: cells, on: ['markdown', 'page'] },
    ...taskTable(kind),
    { kind: 'list', texts: referenceNotes(kind) },
  ]
}

type Row = ReturnType<typeof rowsOf>[number]

function rowsOf({ measures, people }: Correlated) {
  const row = (name: string, { n, pearson, spearman, kendall, variance }: MeasureCorrelation) => ({
    name,
    n: grouped(n),
    figures: [pearson, spearman, kendall],
    variance: varianceText(variance),
  })
  const all = Object.entries(measures).map(([name, found]) => row(name, found))
  return people ? [...all, row(PEOPLE, { ...people, variance: null })] : all
}

/** Measures from 0 to 1 vary little: two digits that count. */
function varianceText(variance: number | null): string {
  if (variance === null) return ''
  return variance === 0 || variance >= 1 ? variance.toFixed(variance === 0 ? 0 : 3) : variance.toPrecision(2)
}

/** A row with the intervals below the figures: beside each other they do not fit a narrow screen. The model of a judge stands there too. */
function twoLines({ name, n, figures, variance }: Row): string[][] {
  const intervals = figures.map((figure) => figure?.ci95?.map((end) => end.toFixed(2)).join(' to ') ?? '')
  const [, measure = name, model = ''] = /^(judge) (.+)$/s.exec(name) ?? []
  return [
    [measure, n, ...figures.map((figure) => figure?.value.toFixed(3) ?? '–'), variance],
    ...(model !== '' || intervals.some(Boolean) ? [[model, '', ...intervals, '']] : []),
  ]
}

function inOne(figure: WithInterval | null): string {
  if (figure === null) return '–'
  return figure.ci95 ? `${figure.value.toFixed(3)} (${figure.ci95.map((end) => end.toFixed(2)).join(' to ')})` : figure.value.toFixed(3)
}

/** Pearson's correlation of every measure within each task, where there are several. */
function taskTable({ tasks, measures }: CorrelatedKind): Block[] {
  if (Object.keys(tasks).length < 2) return []
  // What a judge says beside its value has no room here.
  const names = Object.keys(measures).filter((name) => !name.endsWith(BY_JUDGE))
  const rows = Object.entries(tasks).map(([task, found]) => [
    task,
    grouped(found.labelled),
    ...names.map((name) => found.measures[name]?.pearson?.value.toFixed(3) ?? '–'),
  ])
  const judges = names.filter((name) => name.startsWith('judge '))
  const heads = names.map((name) => (judges.length === 1 && name === judges[0] ? 'judge' : name))
  const columns = columnsOf(['Pearson by task', 'n', ...heads])
  const givingWay = columns.map((_, column) => ({ column, least: column === 0 ? 14 : 7 }))
  return [{ kind: 'table', label: 'Pearson by task', columns, rows, givingWay }]
}

function referenceNotes({ references, labelled }: CorrelatedKind): string[] {
  const entries = Object.entries(references)
  const without = labelled - entries.reduce((sum, [, count]) => sum + count, 0)
  return [
    ...entries.map(([of, count]) => `ROUGE and BLEU of ${counted(count, 'answer')} compare with ${of}.`),
    ...(without > 0 ? [`No ROUGE and BLEU of ${counted(without, 'answer')}: there is no reference.`] : []),
  ]
}
