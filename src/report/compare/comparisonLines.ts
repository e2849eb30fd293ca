import { counted } from '../../base/text/counted.ts'
import { markdownCell, markdownRow } from '../../base/text/markdownCell.ts'
import { type ComparedRun, modelOf } from '../../results/compare/comparedRun.ts'
import type { SuiteComparison } from '../../results/compare/suiteComparison.ts'
import type { MetricComparison } from '../../stats/compareRecords.ts'
import { columns, displayWidth, grouped, wrapWords } from '../layout.ts'
import { familyText } from './familyText.ts'

const WIDTH = 80
/** Items beyond which their number says no more than that it is hopeless. */
const HOPELESS = 50_000
/** Flipped items listed. */
const FLIPPED = 50
/** Columns aligned left: the name, the interval, the verdict. */
const LEFT = new Set([0, 4, 5])

/** Rows of a comparison: name, both figures, change, interval, verdict. */
function comparisonRows({ metrics }: SuiteComparison): string[][] {
  const scale = digitsOf(metrics)
  const figure = (value: number) => value.toFixed(scale)
  const signed = (value: number) => (value > 0 ? '+' : '') + figure(value)
  return metrics.map((metric) => [
    metric.key,
    figure(metric.a),
    figure(metric.b),
    signed(metric.change),
    metric.ci95 ? metric.ci95.map(signed).join(' to ') : '',
    verdictText(metric),
  ])
}

function digitsOf(metrics: readonly MetricComparison[]): number {
  return metrics.some(({ a, b }) => Math.abs(a) > 10 || Math.abs(b) > 10) ? 2 : 3
}

/** A verdict in words, with the number of tests where that alone stands in the way. */
function verdictText({ verdict, p, change, level }: MetricComparison): string {
  if (verdict !== 'cannot-tell') return verdict
  if (change === 0) return 'no change'
  return p < 0.05 ? `cannot tell (${counted(Math.round(0.05 / level), 'test')})` : 'cannot tell'
}

/** What these items can tell, for metrics without a verdict: a fact of the design, which the change that was seen does not enter. */
function toldRows({ metrics }: SuiteComparison): string[][] {
  return metrics.flatMap(({ key, verdict, detectable, needed }) =>
    verdict === 'cannot-tell' && detectable !== null
      ? [[key, detectable.toFixed(digitsOf(metrics)), ...(needed ? [`${needed.change}`, itemsText(needed.items)] : [])]]
      : [],
  )
}

function itemsText(items: number): string {
  return items > HOPELESS ? `over ${grouped(HOPELESS)} items` : `about ${grouped(Number(items.toPrecision(2)))} items`
}

/** Heads of the columns of {@link toldRows}. */
function toldHeads(rows: readonly string[][]): string[] {
  const heads = ['told in 9 of 10 runs', 'from']
  return rows.some((row) => row.length > heads.length) ? [...heads, 'a change of', 'takes'] : heads
}

/** The table; with nothing but the verdict in the last column where more would make it wider than the screen. */
function narrowed(rows: readonly string[][]): string[] {
  const wide = columns(rows, LEFT)
  if (wide.every((line) => displayWidth(line) <= WIDTH)) return wide
  const short = rows.map((row) => row.map((cell, column) => (column === row.length - 1 ? cell.replace(/;.*| \(.*/, '') : cell)))
  return columns(short, LEFT)
}

/** Two runs for the terminal. */
export function comparisonLines(a: ComparedRun, b: ComparedRun, comparisons: readonly SuiteComparison[], flipped: boolean): string[] {
  const simulated = [a, b].some(({ document }) => Object.values(document?.run.roles ?? {}).some((role) => role.simulated))
  const names = columns(
    [
      ['A', a.name, modelOf(a)],
      ['B', b.name, modelOf(b)],
    ],
    new Set([0, 1, 2]),
  )
  return [
    ...names,
    ...(simulated ? [' SIMULATED: figures of embedded models say nothing about real ones'] : []),
    ...comparisons.flatMap((comparison) => suiteLines(comparison, flipped)),
  ]
}

function suiteLines(comparison: SuiteComparison, flipped: boolean): string[] {
  const { suite, paired, onlyA, onlyB, fullMarks, warning } = comparison
  const told = toldRows(comparison)
  const rest = onlyA + onlyB > 0 ? `, ${grouped(onlyA)} only in A, ${grouped(onlyB)} only in B` : ', all paired'
  return [
    '',
    ...lines(`${suite}: ${counted(paired, 'item')}${rest}; ${familyText(comparison)}`),
    ...(warning ? lines(`NOT ALIKE: ${warning}`) : []),
    '',
    ...narrowed([['', 'A', 'B', 'B - A', '95 % interval', 'verdict'], ...comparisonRows(comparison)]),
    '',
    ...(told.length > 0 ? [...columns([toldHeads(told), ...told], new Set([0])), ''] : []),
    ...lines(
      `full marks: ${grouped(fullMarks.onlyA)} only A, ${grouped(fullMarks.onlyB)} only B, ${grouped(fullMarks.both)} both, ${grouped(fullMarks.neither)} neither`,
    ),
    ...(flipped ? flippedLines('only A', comparison.lost) : []),
    ...(flipped ? flippedLines('only B', comparison.gained) : []),
  ]
}

/** A sentence, wrapped under itself. */
function lines(text: string): string[] {
  return wrapWords(text, WIDTH - 1, 1).map((line) => ` ${line}`)
}

function flippedLines(title: string, items: readonly string[]): string[] {
  return [
    '',
    ` ${title}`,
    ...items.slice(0, FLIPPED).map((item) => `   ${item}`),
    ...(items.length > FLIPPED ? [`   … ${grouped(items.length - FLIPPED)} more: --json has all`] : []),
  ]
}

/** Two runs as markdown, for a pull request. */
export function comparisonMarkdown(a: ComparedRun, b: ComparedRun, comparisons: readonly SuiteComparison[]): string[] {
  return [
    `A: ${markdownCell(a.name)} ${markdownCell(modelOf(a))}  `,
    `B: ${markdownCell(b.name)} ${markdownCell(modelOf(b))}`,
    ...comparisons.flatMap((comparison) => {
      const told = toldRows(comparison)
      const heads = toldHeads(told)
      return [
        '',
        `### ${markdownCell(comparison.suite)}, ${counted(comparison.paired, 'paired item')}`,
        '',
        `${familyText(comparison)}.`,
        ...(comparison.warning ? ['', `**Not alike:** ${markdownCell(comparison.warning)}`] : []),
        '',
        markdownRow(['', 'A', 'B', 'B - A', '95 % interval', 'verdict']),
        '| --- | ---: | ---: | ---: | --- | --- |',
        ...comparisonRows(comparison).map(markdownRow),
        ...(told.length > 0 ? ['', markdownRow(heads), `| --- |${' ---: |'.repeat(heads.length - 1)}`, ...told.map(markdownRow)] : []),
      ]
    }),
  ]
}
