import { counted } from '../../base/text/counted.ts'
import { markdownCell, markdownRow } from '../../base/text/markdownCell.ts'
import { type ComparedRun, modelOf } from '../../results/compare/comparedRun.ts'
import type { SuiteComparison } from '../../results/compare/suiteComparison.ts'
import type { MetricComparison } from '../../stats/compareRecords.ts'
import { columns, displayWidth, grouped, wrapWords } from '../layout.ts'

const WIDTH = 80
/** Items beyond which their number says no more than that it is hopeless. */
const HOPELESS = 50_000
/** Flipped items listed. */
const FLIPPED = 50
const NEEDED = 'items it would take to tell a change of the size seen (range: 95 %)'
/** Columns aligned left: the name, the interval, the verdict. */
const LEFT = new Set([0, 4, 5])

/** Rows of a comparison: name, both figures, change, interval, verdict. */
function comparisonRows({ metrics }: SuiteComparison): string[][] {
  const scale = metrics.some(({ a, b }) => Math.abs(a) > 10 || Math.abs(b) > 10) ? 2 : 3
  const figure = (value: number) => value.toFixed(scale)
  const signed = (value: number) => (value > 0 ? '+' : '') + figure(value)
  return metrics.map((metric) => [
    metric.key,
    figure(metric.a),
    figure(metric.b),
    signed(metric.change),
    metric.ci95 ? metric.ci95.map(signed).join(' to ') : '',
    verdictText(metric, metrics.length),
  ])
}

/** A verdict in words, with the items it would take where there is none. */
function verdictText({ verdict, p, needed, change }: MetricComparison, tests: number): string {
  if (verdict !== 'cannot-tell') return verdict
  if (change === 0) return 'no change'
  if (p < 0.05) return `cannot tell (${counted(tests, 'test')})`
  if (!needed) return 'cannot tell'
  return needed.items > HOPELESS ? `cannot tell; over ${grouped(HOPELESS)}` : `cannot tell; about ${grouped(needed.items)} items`
}

/** Items it would take to tell changes of the size seen: their range is wide, since the error is itself an estimate. */
function neededRows(metrics: readonly MetricComparison[]): string[][] {
  return metrics.flatMap(({ key, needed }) =>
    needed && needed.items <= HOPELESS
      ? [[key, `about ${grouped(needed.items)} items`, `${grouped(needed.range[0])} to ${grouped(needed.range[1])}`]]
      : [],
  )
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
  const { suite, paired, onlyA, onlyB, fullMarks, totals, metrics, warning } = comparison
  const needed = neededRows(metrics)
  const rest = onlyA + onlyB > 0 ? `, ${grouped(onlyA)} only in A, ${grouped(onlyB)} only in B` : ', all paired'
  return [
    '',
    ` ${suite}: ${counted(paired, 'item')}${rest}; ${counted(metrics.length, 'test')} corrected by Holm`,
    ...(warning ? lines(`NOT ALIKE: ${warning}`) : []),
    '',
    ...narrowed([['', 'A', 'B', 'B - A', '95 % interval', 'verdict'], ...comparisonRows(comparison)]),
    '',
    ...(needed.length > 0 ? [` ${NEEDED}`, ...columns(needed, new Set([0])), ''] : []),
    ...lines(
      `full marks: ${grouped(fullMarks.onlyA)} only A, ${grouped(fullMarks.onlyB)} only B, ${grouped(fullMarks.both)} both, ${grouped(fullMarks.neither)} neither (McNemar p ${fullMarks.p.toPrecision(2)})`,
    ),
    ...lines(
      `item totals: change ${totals.change.toFixed(4)}, permutation p ${totals.permutationP.toPrecision(2)}${totals.bootstrap ? `, bootstrap-t ${totals.bootstrap.map((end) => end.toFixed(4)).join(' to ')}` : ''}`,
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
      const needed = neededRows(comparison.metrics)
      return [
        '',
        `### ${markdownCell(comparison.suite)}, ${counted(comparison.paired, 'paired item')}, ${counted(comparison.metrics.length, 'test')} corrected by Holm`,
        ...(comparison.warning ? ['', `**Not alike:** ${markdownCell(comparison.warning)}`] : []),
        '',
        markdownRow(['', 'A', 'B', 'B - A', '95 % interval', 'verdict']),
        '| --- | ---: | ---: | ---: | --- | --- |',
        ...comparisonRows(comparison).map(markdownRow),
        ...(needed.length > 0 ? ['', NEEDED, '', '| | about | range |', '| --- | ---: | ---: |', ...needed.map(markdownRow)] : []),
      ]
    }),
  ]
}
