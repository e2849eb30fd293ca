import { displayWidth, fittedTable, longestPiece } from '../../../kit.ts'

/** Columns of the terminal that the names of rows have at least, and at most where the table is split. */
const [LEAST_NAMES, MOST_NAMES] = [16, 30]
/** Between two columns. */
const GAP = 2

/**
 * A table in as many parts as the screen needs, each with the names of the rows: no column is cut. Heads of columns are broken between
 * words.
 */
export function splitTable(rows: readonly (readonly string[])[], width: number): string[][] {
  const columns = (rows[0] ?? []).map((head, column) => {
    const values = Math.max(...rows.slice(1).map((row) => displayWidth(row[column] ?? '')), 0)
    return { full: Math.max(values, displayWidth(head)), least: Math.max(values, longestPiece(head)) }
  })
  const names = Math.min(columns[0]?.full ?? 0, MOST_NAMES)
  const parts: number[][] = [[]]
  let used = 1 + names
  for (let column = 1; column < columns.length; column += 1) {
    const own = GAP + (columns[column]?.least ?? 0)
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
    const heads = part.map((column, at) => ({ column: at + 1, least: columns[column]?.least ?? 0 }))
    return fittedTable(
      rows.map((row) => [row[0] ?? '', ...part.map((column) => row[column] ?? '')]),
      width,
      new Set([0]),
      [...heads, { column: 0, least: Math.min(names, LEAST_NAMES) }],
    )
  })
}
