import { z } from 'zod'
import { amountIn } from './amount.ts'
import type { MarkdownTable, Reading } from './reading.ts'
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
type TableCheck = z.output<typeof tableCheckSchema>

/**
 * Whether an answer meets it. A row of totals at the end counts as a row only where the task says so, and no demand on another column or
 * row depends on it.
 */
export function meetsTable(check: TableCheck, { table }: Reading, { table: wanted }: Reading, saysTotal: boolean): boolean {
  if (!table) return false
  if ('columns' in check) {
    const { columns } = check
    return table.columns.length === columns.length && columns.every((name, index) => isHeading(table.columns[index] as string, name))
  }
  const own = wanted?.rows.some(isTotal) ? table.rows : withoutTotal(table.rows)
  if ('rows' in check) return (saysTotal ? table.rows : own).length === check.rows
  const at = placeOf(check.column, table.columns, wanted?.columns ?? [])
  if (at === undefined) return false
  const labels = own.map(([label = '']) => label)
  const places = partners(labels, wanted?.rows.map(([label = '']) => label) ?? [])
  const isLabels = wanted === undefined || placeOf(check.column, wanted.columns, []) === 0
  if ('row' in check) {
    const row = placeOf(check.row, labels, wanted?.rows.map(([label = '']) => label) ?? [])
    return row !== undefined && isCell(own[row]?.[at] ?? '', check.is)
  }
  // What the rows are called, how many there are and in which order is one demand; what stands in them are others.
  const rows = isLabels ? own : places.map((place) => (place === undefined ? [] : (own[place] ?? [])))
  const column = rows.map((cells) => cells[at] ?? '')
  if ('are' in check)
    return column.length === check.are.length && check.are.every((cell, index) => isCell(column[index] ?? '', cell, check.exact))
  return column.length === check.have.length && check.have.every((word, index) => new TextParts(column[index] ?? '').holds(word))
}

/** A row of totals, by its first cell. */
const TOTAL = /^(?:grand |over)?(?:total|sum|all)s?(?![\p{L}\p{N}])/iu

function isTotal([label = '']: readonly string[]): boolean {
  return TOTAL.test(label)
}

function withoutTotal(rows: MarkdownTable['rows']): MarkdownTable['rows'] {
  const last = rows.at(-1)
  return last && isTotal(last) ? rows.slice(0, -1) : rows
}

/** Whether a heading or the name of a row is the wanted one: with or without a unit in brackets, which may be the last word of it. */
function isHeading(found: string, name: string): boolean {
  const plain = found.replace(/\s?\/\s?/g, ' per ')
  return [plain.replace(/[()[\],]/g, ' '), plain.replace(/[([][^()[\]]*[)\]]/g, ' ')].some((one) => sameName(one, name))
}

/** Most columns or rows of an answer that are looked through: no task asks for as many. */
const MOST = 100

/** Which of the found names stands for each wanted one: by its name, else by words of it, else what is left over, one by one in order. */
function partners(all: readonly string[], wanted: readonly string[]): (number | undefined)[] {
  const found = all.slice(0, MOST)
  const taken = new Set<number>()
  const take = (index: number | undefined) => {
    if (index === undefined || index === -1) return undefined
    taken.add(index)
    return index
  }
  const places: (number | undefined)[] = wanted.map((name) =>
    take(found.findIndex((one, index) => !taken.has(index) && isHeading(one, name))),
  )
  for (const [at, name] of wanted.entries())
    places[at] ??= take(found.findIndex((one, index) => !taken.has(index) && name !== '' && new TextParts(one).holds(name)))
  const left = [...found.keys()].filter((index) => !taken.has(index))
  if (left.length === places.filter((place) => place === undefined).length) for (const at of places.keys()) places[at] ??= left.shift()
  return places
}

/** Where a wanted name is among the found ones, told by all that are wanted. */
function placeOf(name: string, found: readonly string[], wanted: readonly string[]): number | undefined {
  const own = wanted.findIndex((one) => sameName(one, name))
  const place = own === -1 ? found.findIndex((one) => isHeading(one, name)) : partners(found, wanted)[own]
  return place === -1 ? undefined : place
}

function isCell(found: string, wanted: string | number, exact = false): boolean {
  if (typeof wanted === 'string') return exact ? found === wanted : sameName(found, wanted)
  // A second number in the cell, as in `49 (of 56)`, says that the first one is not all.
  const [, ...others] = found.match(/\d+(?:[.,]\d+)*/g) ?? []
  const amount = others.length === 0 ? amountIn(found) : undefined
  return amount !== undefined && sameAmount(amount, wanted)
}
