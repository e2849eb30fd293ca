import { z } from 'zod'
import { amountIn } from './amount.ts'
import { sameAmount } from './sameValue.ts'

/** A demand on a line of an answer such as `Total: 12.50`. Of several lines of one label the last counts. */
export const lineCheckSchema = z.strictObject({
  label: z.string().min(1),
  amount: z.number().optional(),
  /** A text that must stand there. */
  is: z.string().min(1).optional(),
})

/** A demand on a labelled line. */
export type LineCheck = z.output<typeof lineCheckSchema>

/** Whether an answer meets it. */
export function meetsLine({ label, amount, is }: LineCheck, answer: string): boolean {
  const text = labelledLine(answer, label)
  if (text === undefined) return false
  if (is !== undefined && !new RegExp(`(?<!\\d)${is.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\d)`).test(text)) return false
  if (amount === undefined) return true
  const found = amountIn(text)
  return found !== undefined && sameAmount(found, amount)
}

/** What stands after a label and its colon, in the last line that has it; undefined where none does. */
export function labelledLine(answer: string, label: string): string | undefined {
  const wanted = `${label.toLowerCase()}:`
  const line = answer
    .split('\n')
    .map((text) => text.replace(/[*_`#>|\\$]/g, '').replace(/^[\s\-•"“]+/, ''))
    .findLast((text) => text.toLowerCase().replace(/\s+:/, ':').startsWith(wanted))
  return line === undefined ? undefined : line.slice(line.indexOf(':') + 1).trim()
}
