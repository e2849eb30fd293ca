import { grouped, markdownCell, markdownRow } from '../../../kit.ts'
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

/** A judge against people as markdown, for a pull request. */
export function judgeMarkdown({ sections, notes, simulated }: JudgeReport): string[] {
  return [
    ...(simulated ? ['> **SIMULATED**: models of Holdfast answered. The figures say nothing about a real one.', ''] : []),
    ...sections.flatMap(sectionLines),
    ...notes.flatMap((note) => [markdownCell(note), '']),
  ]
}

function sectionLines(section: JudgeSection): string[] {
  const sentences = (texts: readonly string[]) => texts.flatMap((text) => [markdownCell(text), ''])
  const figures = figureRows(section).map(({ title, figure, means }) => [title, ...figureCells(figure), means])
  const first = lookFirstTable(section)
  const more = first.more > 0 ? [`and ${grouped(first.more)} more, listed by --json`] : []
  return [
    `### ${markdownCell(section.title ?? 'The judge against people')}`,
    '',
    ...sentences(openingSentences(section)),
    ...table([['', 'value', '95 % interval', 'meaning'], ...figures], new Set([0, 2, 3])),
    ...sentences(figureSentences(section)),
    ...table(confusionTable(section)),
    ...table(sliceTable(section)),
    ...table(criteriaTable(section)),
    ...table(first.table),
    ...sentences([...more, ...closingSentences(section)]),
  ]
}

function table([head, ...rows]: TextTable, left: ReadonlySet<number> = new Set([0])): string[] {
  if (!head) return []
  return [markdownRow(head), `| ${head.map((_, at) => (left.has(at) ? '---' : '---:')).join(' | ')} |`, ...rows.map(markdownRow), '']
}
