import { singleLine } from '../core/base/text/singleLine.ts'
import { columns, displayWidth, truncate } from './layout.ts'

/** A column that gives way where a table is too wide. */
export interface GivingWay {
  readonly column: number
  /** Columns of the terminal that it keeps. */
  readonly least: number
}

/**
 * Where a cell may be broken: after a space, and after what parts the words of a key, an id or a path. Not within a number:
 * "-0.156" stays whole.
 */
const BREAKS = /(?<=\s)(?=\S)|(?<=\p{L}[._/-])(?=\p{L})/u

/**
 * Rows of cells in columns, never wider than the screen: columns that give way are broken between words, the first named one
 * first, and what still does not fit is cut.
 */
export function fittedTable(
  texts: readonly (readonly string[])[],
  width: number,
  left: ReadonlySet<number> = new Set([0]),
  givingWay: readonly GivingWay[] = [{ column: 0, least: 12 }],
): string[] {
  const rows = texts.map((row) => row.map(singleLine))
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))))
  let over = 1 + widths.reduce((sum, own) => sum + own + 2, -2) - width
  for (const { column, least } of givingWay) {
    const own = widths[column] ?? 0
    const given = Math.min(Math.max(0, over), Math.max(0, own - least))
    widths[column] = own - given
    over -= given
  }
  const broken = rows.flatMap((row) => {
    const cells = row.map((cell, column) => brokenCell(cell, widths[column] ?? 0))
    const lines = Math.max(...cells.map(({ length }) => length))
    return Array.from({ length: lines }, (_, line) => cells.map((cell) => cell[line] ?? ''))
  })
  return columns(broken, left).map((line) => truncate(line, width))
}

/** Columns of the terminal that the longest piece of a text takes that is not broken. */
export function longestPiece(text: string): number {
  return Math.max(
    ...singleLine(text)
      .split(BREAKS)
      .map((piece) => displayWidth(piece.trimEnd())),
  )
}

/** A cell as lines of a width. A piece that is too long for one is broken where it must be. */
function brokenCell(text: string, width: number): string[] {
  if (displayWidth(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const piece of text.split(BREAKS)) {
    if (displayWidth(line) + displayWidth(piece.trimEnd()) > width && line !== '') {
      lines.push(line.trimEnd())
      line = ''
    }
    for (const character of piece) {
      if (line !== '' && displayWidth(line) + displayWidth(character) > width && character.trim() !== '') {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return [...lines, line.trimEnd()]
}
