import { z } from 'zod'
import { amountIn } from './amount.ts'
import { type MarkdownTable, markdownTable } from './markdownTable.ts'
import { plainName, sameAmount } from './sameValue.ts'

const cell = z.union([z.string(), z.number()])

/** A demand on the table of an answer. */
export const tableCheckSchema = z.union([
  /** Exactly these columns, in this order. */
  z.strictObject({ columns: z.array(z.string()).nonempty() }),
  /** So many rows below the head. */
  z.strictObject({ rows: z.number().int().positive() }),
  /** The cells of a column, from top to bottom; with `exact` letter by letter. */
  z.strictObject({ column: z.string(), are: z.array(cell).nonempty(), exact: z.literal(true).optional() }),
  /** One cell, of the row whose first cell is named. */
  z.strictObject({ column: z.string(), row: z.string(), is: cell }),
])

/** A demand on a table. */
export type TableCheck = z.output<typeof tableCheckSchema>

/** Whether an answer meets it. */
export function meetsTable(check: TableCheck, answer: string): boolean {
  const table = markdownTable(answer)
  if (!table) return false
  if ('columns' in check) {
    const { columns } = check
    return (
      table.columns.length === columns.length &&
      columns.every((name, index) => plainName(table.columns[index] as string) === plainName(name))
    )
  }
  if ('rows' in check) return table.rows.length === check.rows
  const column = columnOf(table, check.column)
  if (!column) return false
  if ('are' in check)
    return column.length === check.are.length && check.are.every((wanted, index) => isCell(column[index] ?? '', wanted, check.exact))
  const row = table.rows.findIndex((cells) => plainName(cells[0] ?? '') === plainName(check.row))
  return row !== -1 && isCell(column[row] ?? '', check.is)
}

function columnOf({ columns, rows }: MarkdownTable, name: string): string[] | undefined {
  const index = columns.findIndex((column) => plainName(column) === plainName(name))
  return index === -1 ? undefined : rows.map((cells) => cells[index] ?? '')
}

function isCell(found: string, wanted: string | number, exact = false): boolean {
  if (typeof wanted === 'string') return exact ? found === wanted : plainName(found) === plainName(wanted)
  // A second number in the cell, as in `49 (of 56)`, says that the first one is not all.
  const [first, ...others] = found.match(/\d+(?:[.,]\d+)*/g) ?? []
  const amount = first !== undefined && others.length === 0 ? amountIn(found) : undefined
  return amount !== undefined && sameAmount(amount, wanted)
}
