import { csvLine } from '../../core/base/text/csvLine.ts'
import { type Block, phraseText, type TableBlock, tableOn } from './block.ts'

/** The tables of blocks as CSV, as a page has them, with an empty line between two; none where they have no table. */
export function csvBlocks(blocks: readonly Block[]): string[] {
  return tablesOf(blocks).flatMap((table, at) => {
    const { columns, rows } = tableOn('page', table)
    const lines = [
      columns.map(({ head }) => head),
      ...rows.map((cells) => cells.map((cell, column) => cellOf(phraseText(cell), columns[column]?.isFigure))),
    ]
    return [...(at > 0 ? [''] : []), ...lines.map(csvLine)]
  })
}

function tablesOf(blocks: readonly Block[]): TableBlock[] {
  return blocks.flatMap((block) => (block.kind === 'table' ? [block] : 'blocks' in block ? tablesOf(block.blocks) : []))
}

/** A figure as a number, also with the signs, separators and marks that people read; no name, and no digit is lost. */
function cellOf(text: string, isFigure = false): string | number {
  const plain = text
    .replace(/ \*$/, '')
    .replace(/^[\u2212-]/, '-')
    .replace(/^\+(?=\d)/, '')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
  const isExact = String(Number(plain)) === plain.replace(/(?:(\.\d*?[1-9])|\.)0+$/, '$1')
  return isFigure && isExact && /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : text
}
