import { markdownCell } from '../../core/base/text/markdownCell.ts'
import { SIMULATED } from '../layout.ts'
import { type Block, isOn, type Phrase, type TableBlock, tableOn } from './block.ts'

/** Blocks as markdown, for a pull request or an issue. Whatever a text holds, it is read as text. */
export function markdownBlocks(blocks: readonly Block[], level = 3): string[] {
  return linesOf(blocks, level).slice(0, -1)
}

/** Each block with an empty line behind it. */
function linesOf(blocks: readonly Block[], level: number): string[] {
  return blocks.filter(isOn('markdown')).flatMap((block) => blockLines(block, level))
}

function blockLines(block: Block, level: number): string[] {
  const heading = (text: string) => [`${'#'.repeat(level)} ${markdownCell(text)}`, '']
  switch (block.kind) {
    case 'section':
      return [...heading(block.title), ...linesOf(block.blocks, level + 1)]
    case 'heading':
      return heading(block.text)
    case 'text':
      return [phrase(block.text), '']
    case 'list':
      return block.texts.length === 0 ? [] : [...block.texts.map((text) => `- ${phrase(text)}`), '']
    case 'facts':
      return block.facts.length === 0
        ? []
        : [...block.facts.map(([label, said]) => `- ${[label, [said].flat().join(', ')].filter(Boolean).map(markdownCell).join(': ')}`), '']
    case 'fold':
      return [`<details><summary>${markdownCell(block.summary)}</summary>`, '', ...linesOf(block.blocks, level), '</details>', '']
    case 'table':
      return [...markdownTable(block), '']
    case 'simulated':
      return [`> **${SIMULATED}**`, '']
    case 'gap':
    case 'html':
    case 'lines':
      return []
  }
}

function markdownTable(block: TableBlock): string[] {
  const { columns, rows } = tableOn('markdown', block)
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    row(columns.map(({ head }) => markdownCell(head))),
    row(columns.map(({ isFigure }) => (isFigure ? '---:' : '---'))),
    ...rows.map((cells) => row(cells.map(phrase))),
  ]
}

function phrase(of: Phrase): string {
  if (typeof of === 'string') return markdownCell(of)
  const text = markdownCell(of.text)
  return (of.isStrong || of.isBad) && text !== '' ? `**${text}**` : text
}
