import { z } from 'zod'
import { amountIn } from './amount.ts'
import { type LineCheck, lineCheckSchema, meetsLine } from './labelledLine.ts'
import type { MarkdownTable, Reading } from './reading.ts'
import { sameAmount, sameKeys, sameName, sameValue } from './sameValue.ts'
import { meetsText, type TextCheck, textCheckSchema } from './textCheck.ts'
import { TextParts } from './textParts.ts'

/** A demand on the JSON of an answer, at a path such as `arguments.0.name`; the empty path is all of it. */
const jsonCheckSchema = z.strictObject({
  json: z.string(),
  /** The value there; with `oneOf`, one of these. */
  is: z.json().optional(),
  oneOf: z.literal(true).optional(),
  /** Texts must be the same letter by letter. */
  exact: z.literal(true).optional(),
  /** An object with exactly these keys. */
  keys: z.array(z.string()).nonempty().optional(),
  /** An array of so many entries. */
  length: z.number().int().nonnegative().optional(),
  /** An array of these entries, in any order. */
  anyOrder: z.array(z.json()).optional(),
  /** An array that has this entry. */
  holds: z.json().optional(),
})

/** A demand on the JSON of an answer. */
type JsonCheck = z.output<typeof jsonCheckSchema>

/** Whether an answer meets it. */
function meetsJson(check: JsonCheck, { json: whole }: Reading): boolean {
  if (whole === undefined) return false
  const found = at(whole, check.json)
  const { is, oneOf, exact, keys, length, anyOrder, holds } = check
  if (is !== undefined && !(oneOf && Array.isArray(is) ? is.some((one) => sameValue(found, one, exact)) : sameValue(found, is, exact)))
    return false
  if (keys && !sameKeys(found, keys)) return false
  if (length !== undefined && !(Array.isArray(found) && found.length === length)) return false
  if (anyOrder && !sameEntries(found, anyOrder)) return false
  return holds === undefined || (Array.isArray(found) && found.some((entry) => sameValue(entry, holds)))
}

/** What stands at a path; undefined where it leads nowhere. */
function at(value: unknown, path: string): unknown {
  if (path === '') return value
  let found = value
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return found
}

function sameEntries(found: unknown, wanted: readonly unknown[]): boolean {
  if (!Array.isArray(found) || found.length !== wanted.length) return false
  const left: unknown[] = [...found]
  return wanted.every((entry) => {
    const index = left.findIndex((one) => sameValue(one, entry))
    if (index === -1) return false
    left.splice(index, 1)
    return true
  })
}

const cell = z.union([z.string(), z.number()])

/** A demand on the table of an answer. */
const tableCheckSchema = z.union([
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
type TableCheck = z.output<typeof tableCheckSchema>

/** Whether an answer meets it. */
function meetsTable(check: TableCheck, { table }: Reading): boolean {
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

/** A demand on an answer that a program can check. */
export const checkSchema = z.union([jsonCheckSchema, lineCheckSchema, tableCheckSchema, textCheckSchema])

/** A demand on an answer. */
export type TaskCheck = JsonCheck | LineCheck | TableCheck | TextCheck

/** Whether an answer meets a demand. Pure; never throws on any text. */
export function meets(check: TaskCheck, answer: Reading): boolean {
  if ('json' in check) return meetsJson(check, answer)
  if ('label' in check) return meetsLine(check, answer.lines)
  if ('columns' in check || 'rows' in check || 'column' in check) return meetsTable(check, answer)
  return meetsText(check, answer.text)
}
