import { singleLine } from '../core/base/text/singleLine.ts'
import { columns, displayWidth, filledLines, truncate } from './layout.ts'

/** A column that gives way where a table is too wide. */
export interface GivingWay {
  readonly column: number
  /** Columns of the terminal that it keeps. */
  readonly least: number
}

/**
 * Where a cell may be broken: at a space, and after what parts the words of a key, an id or a path. Not within a number:
 * "-0.156" stays whole.
 */
const BREAKS = /(?<=\s)(?=\S)|(?<=\S)(?=\s)|(?<=\p{L}[._/-])(?=\p{L})/u

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
    const cells = row.map((cell, column) => filledLines(cell.split(BREAKS), widths[column] ?? 0))
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

/** Columns of the terminal that the names of rows have at least, and at most where the table is split. */
const [LEAST_NAMES, MOST_NAMES] = [16, 30]
/** Between two columns. */
const GAP = 2

/**
 * A table in as many parts as the screen needs, each with the names of the rows: no column is cut. Heads of columns are broken between
 * words.
 */
export function splitTable(rows: readonly (readonly string[])[], width: number): string[][] {
  const widths = (rows[0] ?? []).map((head, column) => {
    const values = Math.max(...rows.slice(1).map((row) => displayWidth(row[column] ?? '')), 0)
    return { full: Math.max(values, displayWidth(head)), least: Math.max(values, longestPiece(head)) }
  })
  const names = Math.min(widths[0]?.full ?? 0, MOST_NAMES)
  const parts: number[][] = [[]]
  let used = 1 + names
  for (let column = 1; column < widths.length; column += 1) {
    const own = GAP + (widths[column]?.least ?? 0)
    const part = parts.at(-1) as number[]
    if (part.length > 0 && used + own > width) {
      parts.push([column])
      used = 1 + names + own
    } else {
      part.push(column)
      used += own
    }
  }
  return parts.map((part) => {
    const heads = part.map((column, at) => ({ column: at + 1, least: widths[column]?.least ?? 0 }))
    return fittedTable(
      rows.map((row) => [row[0] ?? '', ...part.map((column) => row[column] ?? '')]),
      width,
      new Set([0]),
      [...heads, { column: 0, least: Math.min(names, LEAST_NAMES) }],
    )
  })
}
