import { bannerLines, counted, fittedTable, grouped, markdownCell, markdownRow, SIMULATED, singleLine, wrapWords } from '../../../kit.ts'
import type { AgreementFigure } from '../agreement/judgeAgreement.ts'
import type { MeasureCorrelation } from '../agreement/measureCorrelation.ts'
import type { Correlated, CorrelatedKind } from './correlateKinds.ts'
import { aspectMeasure } from './measureAnswers.ts'

/** What `holdfast correlate` found. */
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

/** The correlations for the terminal. */
export function correlationLines({ simulated, kinds, missing, notes }: CorrelationReport, width: number): string[] {
  const sentence = (text: string) => wrapWords(singleLine(text), width - 1, 2).map((line) => ` ${line}`)
  return [
    ...(simulated ? [...bannerLines(width), ''] : []),
    ...kinds.flatMap((kind) => [
      ` ${singleLine(`${kind.suite}: ${kind.kind}`)}`,
      ...sentence(countOf(kind)),
      '',
      ...fittedTable([[...HEAD], ...rowsOf(kind).flatMap(twoLines)], width, new Set([0]), [{ column: 0, least: 18 }]),
      ...taskTable(kind, width),
      ...referenceNotes(kind).flatMap(sentence),
      '',
    ]),
    ...Object.entries(missing).flatMap(([name, why]) => sentence(`${name}: ${why}.`)),
    ...notes.flatMap(sentence),
    ...sentence(METHOD),
  ]
}

/** The correlations for a pull request. */
export function correlationMarkdown({ simulated, kinds, missing, notes }: CorrelationReport): string[] {
  const list = (texts: readonly string[]) => texts.map((text) => `- ${markdownCell(text)}`)
  return [
    ...(simulated ? [`> **${SIMULATED}**`, ''] : []),
    ...kinds.flatMap((kind) => [
      `### ${markdownCell(`${kind.suite}: ${kind.kind}`)}`,
      '',
      markdownCell(countOf(kind)),
      '',
      ...markdownTable(
        [...HEAD],
        rowsOf(kind).map(({ name, n, figures, variance }) => [name, n, ...figures.map(inOne), variance]),
      ),
      '',
      ...(Object.keys(kind.tasks).length > 1 ? ['Pearson by task:', '', ...markdownTable(...taskCells(kind)), ''] : []),
      ...list(referenceNotes(kind)),
      '',
    ]),
    ...list([...Object.entries(missing).map(([name, why]) => `${name}: ${why}.`), ...notes, METHOD]),
  ]
}

function countOf({ labelled, raters, tasks }: CorrelatedKind): string {
  return `${counted(labelled, 'labelled answer')} of ${counted(Object.keys(tasks).length, 'task')}, by ${counted(raters, 'rater')}.`
}

interface Row {
  readonly name: string
  readonly n: string
  readonly figures: readonly AgreementFigure[]
  readonly variance: string
}

function rowsOf({ measures, people }: Correlated): Row[] {
  const row = (name: string, { n, pearson, spearman, kendall, variance }: MeasureCorrelation): Row => ({
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

function inOne(figure: AgreementFigure): string {
  if (figure === null) return '–'
  return figure.ci95 ? `${figure.value.toFixed(3)} (${figure.ci95.map((end) => end.toFixed(2)).join(' to ')})` : figure.value.toFixed(3)
}

function taskTable(kind: CorrelatedKind, width: number): string[] {
  if (Object.keys(kind.tasks).length < 2) return []
  const [head, rows] = taskCells(kind)
  const givingWay = head.map((_, column) => ({ column, least: column === 0 ? 14 : 7 }))
  return ['', ...fittedTable([head, ...rows], width, new Set([0]), givingWay)]
}

/** Pearson's correlation of every measure within each task. */
function taskCells({ tasks, measures }: CorrelatedKind): [string[], string[][]] {
  // What a judge says beside its value has no room here.
  const names = Object.keys(measures).filter((name) => !name.endsWith(BY_JUDGE))
  const rows = Object.entries(tasks).map(([task, found]) => [
    task,
    grouped(found.labelled),
    ...names.map((name) => found.measures[name]?.pearson?.value.toFixed(3) ?? '–'),
  ])
  const judges = names.filter((name) => name.startsWith('judge '))
  const heads = names.map((name) => (judges.length === 1 && name === judges[0] ? 'judge' : name))
  return [['Pearson by task', 'n', ...heads], rows]
}

function referenceNotes({ references, labelled }: CorrelatedKind): string[] {
  const entries = Object.entries(references)
  const without = labelled - entries.reduce((sum, [, count]) => sum + count, 0)
  return [
    ...entries.map(([of, count]) => `ROUGE and BLEU of ${counted(count, 'answer')} compare with ${of}.`),
    ...(without > 0 ? [`No ROUGE and BLEU of ${counted(without, 'answer')}: there is no reference.`] : []),
  ]
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return [markdownRow(head), `| --- |${' ---: |'.repeat(head.length - 1)}`, ...rows.map(markdownRow)]
}
