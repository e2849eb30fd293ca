import { counted, fittedTable, markdownCell, markdownRow, SIMULATED, singleLine, wrapWords } from '../../../kit.ts'
import type { BoardCell, BoardRun, BoardSuite, BoardTable } from '../board.ts'
import { isSimulatedBoard } from './boardRuns.ts'
import { boardWarnings, WHOLE_RUN_NOTE } from './boardWarnings.ts'
import { separationMarkdown } from './separationMarkdown.ts'
import { splitTable } from './splitTable.ts'

const PLACES = 'Models that share places cannot be told apart by the headline (all pairs, Holm).'
/** Stands behind the price of a model on the front of quality and price, and behind figures that are of a run's other suites too. */
const [FRONT, WHOLE_RUN] = [' *', ' †']
/** Stands in a cell of a run that lacks the metric. */
const NONE = '-'

/** A board as markdown: a table for each of the layout's, the best values of a column in bold. */
export function boardMarkdown(suites: readonly BoardSuite[]): string[] {
  return [
    ...(suites.some(isSimulatedBoard) ? [`> **${SIMULATED}**`, ''] : []),
    ...suites.flatMap((suite) => [
      `## ${markdownCell(suite.title)}`,
      '',
      PLACES,
      '',
      ...boardWarnings(suite).flatMap((warning) => [`**${markdownCell(warning)}**`, '']),
      markdownRow(SUMMARY),
      '| --- | --- | ---: | ---: | ---: |',
      ...summaryRows(suite).map(markdownRow),
      ...footnotes(suite).flatMap((note) => ['', markdownCell(note)]),
      ...suite.tables.flatMap((table) => [
        '',
        `### ${markdownCell(table.title)}`,
        '',
        markdownRow(['model', ...table.columns.map(({ label }) => label), 'mean rank']),
        `| --- |${' ---: |'.repeat(table.columns.length + 1)}`,
        ...table.rows.map((row, at) => {
          const cells = row.map((cell, column) => (cell ? bold(isBest(table, cell, column), shown(cell.value, suite)) : NONE))
          return `| ${[markdownCell(labelOf(suite.runs[at])), ...cells, rankText(table, at)].join(' | ')} |`
        }),
      ]),
      ...separationMarkdown(suite),
      '',
    ]),
  ]
}

/** A board for the terminal: who stands where, and the first table of each suite. */
export function boardLines(suites: readonly BoardSuite[], width: number): string[] {
  return [
    ...(suites.some(isSimulatedBoard) ? [` ${SIMULATED}`, ''] : []),
    ...suites.flatMap((suite) => [
      ...sentence(`${suite.title}, by ${suite.headline.label}. ${PLACES}`, width),
      ...boardWarnings(suite).flatMap((warning) => sentence(singleLine(warning), width)),
      ...fittedTable([SUMMARY, ...summaryRows(suite)], width, new Set([0, 1]), [{ column: 1, least: 16 }]),
      ...footnotes(suite).flatMap((note) => sentence(note, width)),
      '',
      ...suite.tables
        .slice(0, 1)
        .flatMap((table) => [
          ` ${table.title}`,
          ...splitTable(
            [
              ['model', ...table.columns.map(({ label }) => label), 'mean rank'],
              ...table.rows.map((row, at) => [
                labelOf(suite.runs[at]),
                ...row.map((cell) => (cell ? shown(cell.value, suite) : NONE)),
                rankText(table, at),
              ]),
            ],
            width,
          ).flatMap((part) => [...part, '']),
        ]),
      ...(suite.tables.length > 1
        ? sentence(`${counted(suite.tables.length - 1, 'more table')}: add --markdown, --json or --page.`, width)
        : []),
      '',
    ]),
  ]
}

function sentence(text: string, width: number): string[] {
  return wrapWords(text, width - 1, 0).map((line) => ` ${line}`)
}

const SUMMARY = ['places', 'model', 'headline', 'cost, $', 'time, min']

function summaryRows({ runs, places, scores, headline, front }: BoardSuite): string[][] {
  return runs.map((run, at) => {
    const { name, usd, seconds, wholeRun } = run
    const mark = wholeRun ? WHOLE_RUN : ''
    const { from = 0, to = 0 } = places[at] ?? {}
    const cell = scores[at]
    return [
      from === to ? `${from}` : `${from} to ${to}`,
      labelOf(run),
      cell ? shown(cell.value, { headline }) : NONE,
      usd === null ? NONE : `${usd.toFixed(2)}${front.includes(name) ? FRONT : ''}${mark}`,
      seconds === null ? NONE : `${(seconds / 60).toFixed(1)}${mark}`,
    ]
  })
}

/** What the marks of price and time mean, as far as there are any. */
function footnotes({ runs, front }: BoardSuite): string[] {
  const isMarked = runs.some(({ wholeRun, usd, seconds }) => wholeRun && (usd !== null || seconds !== null))
  return [
    ...(front.length > 0 ? ['* No other model is as good for less, or better for as much.'] : []),
    ...(isMarked ? [WHOLE_RUN_NOTE] : []),
  ]
}

function shown(value: number, { headline }: Pick<BoardSuite, 'headline'>): string {
  return value.toFixed(headline.percent ? 2 : 3)
}

function rankText({ meanRanks }: BoardTable, row: number): string {
  const rank = meanRanks[row]
  return rank === null || rank === undefined ? NONE : rank.toFixed(1)
}

/** Whether no cell of its column has a better place. Those that tie for the first share the mean of their places. */
function isBest({ rows }: BoardTable, { rank }: BoardCell, column: number): boolean {
  return rows.every((row) => (row[column]?.rank ?? rank) >= rank)
}

function bold(isBold: boolean, text: string): string {
  return isBold ? `**${markdownCell(text)}**` : markdownCell(text)
}

/** A model with what of it was simulated: figures of simulated models never stand alone. */
function labelOf(run: BoardRun | undefined): string {
  if (!run) return ''
  const what = [...(run.simulated ? ['simulated'] : []), ...run.simulatedRoles.map((role) => `simulated ${role}`)]
  return [run.label, ...what].join(', ')
}
