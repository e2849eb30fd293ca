import { singleLine } from './singleLine.ts'

/** What a spreadsheet takes for a formula, some of them behind white space; in some languages full-width signs too. Records hold what models wrote. */
const FORMULA = /^(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@＝＋－＠])/u

/**
 * A line of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it, as OWASP advises;
 * numbers are left as they are. What a terminal would act on is written as an escape.
 */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return cells.map(csvCell).join(',')
}

function csvCell(cell: string | number | undefined): string {
  if (cell === undefined) return ''
  if (typeof cell === 'number') return String(cell)
  const shown = cell.split('\n').map(singleLine).join('\n')
  const safe = FORMULA.test(shown) ? `'${shown}` : shown
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
