import { z } from 'zod'
import { amountIn } from './amount.ts'
import type { MarkdownTable } from './markdownTable.ts'
import type { Reading } from './reading.ts'
import { sameAmount, sameName } from './sameValue.ts'
import { TextParts } from './textParts.ts'

const cell = z.union([z.string(), z.number()])

/** A demand on the table of an answer. */
export const tableCheckSchema = z.union([
  /** Exactly these columns, in this order. */
  z.strictObject({ columns: z.array(z.string()).nonempty() }),
  /** So many rows below the head. */
  z.strictObject({ rows: z.number().int().positive() }),
  /** The cells of a column, from top to bottom; with `exact` letter by letter. */
  z.strictObject({ column: z.string(), are: z.array(cell).nonempty(), exact: z.literal(true).optional() }),
  /** Words that the cells of a column hold, from top to bottom. */
  z.strictObject({ column: z.string(), have: z.array(z.string().min(1)).nonempty() }),
  /** One cell, of the row whose first cell is named. */
  z.strictObject({ column: z.string(), row: z.string(), is: cell }),
])

/** A demand on a table. */
export type TableCheck = z.output<typeof tableCheckSchema>

/** Whether an answer meets it. */
export function meetsTable(check: TableCheck, { table }: Reading): boolean {
  if (!table) return false
  if ('columns' in check) {
    const { columns } = check
    return table.columns.length === columns.length && columns.every((name, index) => sameName(table.columns[index] as string, name))
  }
  if ('rows' in check) return table.rows.length === check.rows
  const column = columnOf(table, check.column)
  if (!column) return false
  if ('are' in check)
    return column.length === check.are.length && check.are.every((wanted, index) => isCell(column[index] ?? '', wanted, check.exact))
  if ('have' in check)
    return column.length === check.have.length && check.have.every((word, index) => new TextParts(column[index] ?? '').holds(word))
  const row = table.rows.findIndex((cells) => sameName(cells[0] ?? '', check.row))
  return row !== -1 && isCell(column[row] ?? '', check.is)
}

function columnOf({ columns, rows }: MarkdownTable, name: string): string[] | undefined {
  const index = columns.findIndex((column) => sameName(column, name))
  return index === -1 ? undefined : rows.map((cells) => cells[index] ?? '')
}

function isCell(found: string, wanted: string | number, exact = false): boolean {
  if (typeof wanted === 'string') return exact ? found === wanted : sameName(found, wanted)
  // A second number in the cell, as in `49 (of 56)`, says that the first one is not all.
  const [first, ...others] = found.match(/\d+(?:[.,]\d+)*/g) ?? []
  const amount = first !== undefined && others.length === 0 ? amountIn(found) : undefined
  return amount !== undefined && sameAmount(amount, wanted)
}
