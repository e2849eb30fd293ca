import { z } from 'zod'
import { jsonCheckSchema, meetsJson } from './jsonCheck.ts'
import { lineCheckSchema, meetsLine } from './labelledLine.ts'
import type { Reading } from './reading.ts'
import { meetsTable, tableCheckSchema } from './tableCheck.ts'
import { meetsText, textCheckSchema } from './textCheck.ts'

/** A demand on an answer that a program can check. */
export const checkSchema = z.union([jsonCheckSchema, lineCheckSchema, tableCheckSchema, textCheckSchema])

/** A demand on an answer. */
type TaskCheck = z.output<typeof checkSchema>

/**
 * Whether an answer meets a demand, whatever becomes of the others: a name, an entry or a row that is wrong costs the demand on it alone.
 * Pure; never throws on any text.
 *
 * @param reference a right answer: it tells which part of this one stands for which.
 * @param saysTotal whether the task says if there is to be a total.
 */
export function meets(check: TaskCheck, answer: Reading, reference: Reading, saysTotal = false): boolean {
  if ('json' in check) return meetsJson(check, answer, reference)
  if ('label' in check) return meetsLine(check, answer.lines)
  if ('columns' in check || 'rows' in check || 'column' in check) return meetsTable(check, answer, reference, saysTotal)
  return meetsText(check, answer.text)
}
