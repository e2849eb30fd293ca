import { bannerLines, displayWidth, fittedTable, grouped, longestPiece, singleLine, wrapWords } from '../../../kit.ts'
import {
  closingSentences,
  confusionTable,
  criteriaTable,
  figureCells,
  figureRows,
  figureSentences,
  lookFirstTable,
  openingSentences,
  sliceTable,
  type TextTable,
} from './judgeTables.ts'
import type { JudgeReport, JudgeSection } from './measuredJudge.ts'

/** What `holdfast judge` prints: of each kind of question the judge against people, the corrected figure, slices, and what to look at. */
export function judgeReportLines({ sections, notes, simulated }: JudgeReport, width: number): string[] {
  return [
    ...(simulated ? [...bannerLines(width), ''] : []),
    ...sections.flatMap((section, at) => [
      ...(at > 0 ? [''] : []),
      ...(section.title === undefined ? [] : [` ${singleLine(section.title)}`]),
      ...judgeAgreementLines(section, width),
    ]),
    ...notes.flatMap((note) => ['', ...sentence(note, width)]),
  ]
}

function sentence(text: string, width: number): string[] {
  return wrapWords(singleLine(text), width - 1, 2).map((line) => ` ${line}`)
}

/** What is said of one kind of question. */
function judgeAgreementLines(section: JudgeSection, width: number): string[] {
  const sentences = (texts: readonly string[]) => texts.flatMap((text) => sentence(text, width))
  const figures = figureRows(section).map(({ title, figure, means }) => [title, ...figureCells(figure), means])
  const first = lookFirstTable(section)
  return [
    ...sentences(openingSentences(section)),
    '',
    ...fittedTable([['', 'value', '95 % interval', ''], ...figures], width, new Set([0, 3]), [{ column: 3, least: 12 }]),
    ...sentences(figureSentences(section)),
    ...spaced(confusionTable(section), (table) => fittedTable(table, width)),
    ...spaced(sliceTable(section), (table) => sliceLines(table, width)),
    ...spaced(criteriaTable(section), (table) => fittedTable(table, width)),
    ...spaced(first.table, (table) => lookFirstLines(table, width)),
    ...(first.more > 0 ? [` and ${grouped(first.more)} more, listed by --json`] : []),
    ...sentences(closingSentences(section)),
  ]
}

/** A table after an empty line; nothing for an empty one. */
function spaced(table: TextTable, lines: (table: TextTable) => string[]): string[] {
  return table.length === 0 ? [] : ['', ...lines(table)]
}

/** Column of the judge's own figure in the table of slices, whose head may be broken for the names' sake. */
const JUDGE_ALONE = 4

/** The name of a slice is broken between words only, as long as the other columns leave room for its longest word. */
function sliceLines(table: TextTable, width: number): string[] {
  const names = table.map(([name = '']) => longestPiece(name))
  return fittedTable(table, width, new Set([0]), [
    { column: JUDGE_ALONE, least: displayWidth('judge') },
    { column: 0, least: Math.max(...names) },
    { column: 0, least: 12 },
  ])
}

function lookFirstLines(table: TextTable, width: number): string[] {
  const [head = []] = table
  const texts = ['criterion', 'slice', 'look at first'].flatMap((name) => (head.includes(name) ? [head.indexOf(name)] : []))
  const giving = texts.map((column) => ({ column, least: 16 }))
  return fittedTable(table, width, new Set(texts), giving)
}
