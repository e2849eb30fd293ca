import { z } from 'zod'
import { escaped } from '../../../src/kit.ts'
import { amountIn, withoutDenied } from './amount.ts'
import { sameAmount } from './sameValue.ts'

/** A demand on a line of an answer such as `Total: 12.50`. Of several lines of one label the last counts. */
export const lineCheckSchema = z.strictObject({
  label: z.string().regex(/^\p{L}/u, 'expected a label that begins with a letter'),
  amount: z.number().optional(),
  /** A text that must stand there. */
  is: z.string().min(1).optional(),
})

/** A demand on a labelled line. */
type LineCheck = z.output<typeof lineCheckSchema>

/** Whether an answer meets it, read as plain lines. */
export function meetsLine({ label, amount, is }: LineCheck, lines: readonly string[]): boolean {
  const text = labelledLine(lines, label)
  if (text === undefined) return false
  if (is !== undefined && !gives(text, is)) return false
  if (amount === undefined) return true
  const found = amountIn(text)
  return found !== undefined && sameAmount(found, amount)
}

/** Whether a line gives a text, and neither denies it nor leaves the choice. */
function gives(line: string, wanted: string): boolean {
  const own = `(?<!\\d)${escaped(wanted)}(?!\\d)`
  return new RegExp(own).test(withoutDenied(line)) && !new RegExp(`${own} ?[,(]? ?or |\\bor ${own}`).test(line)
}

/**
 * What stands after a label and its colon, its `=` or the bar of a table's cell, in the last of plain lines that has it. Undefined where
 * none does.
 */
export function labelledLine(lines: readonly string[], label: string): string | undefined {
  const wanted = label.toLowerCase()
  const afterLabel = (line: string) => (line.slice(0, label.length).toLowerCase() === wanted ? line.slice(label.length).trimStart() : '')
  const rest = afterLabel(lines.findLast((line) => /^[:：=|]/.test(afterLabel(line))) ?? '')
  if (rest === '') return undefined
  const value = rest.slice(1).replace(/^[\s|]+/, '')
  // Of a table's row the cell beside the label counts.
  return (value.split('|')[0] as string).trim()
}

const LATEX: Readonly<Record<string, string>> = { times: '×', cdot: '·', div: '÷', approx: '≈', to: '→', rightarrow: '→' }

/** The lines of an answer without the signs of Markdown and of lists; those of LaTeX's arithmetic become plain. */
export function plainLines(answer: string): string[] {
  return answer.split('\n').map((line) =>
    line
      .replace(/(?<=[\d)] ?)\*(?= ?[\d(])/g, '×')
      .replace(/\\(times|cdot|div|approx|to|rightarrow)(?![a-z])/g, (_, sign: string) => LATEX[sign] as string)
      .replace(/\\(?:text|mathrm|mathbf|boxed)(?![a-z])/g, '')
      .replaceAll('{,}', ',')
      .replace(/\\[()[\]]|[*_`#>\\${}]/g, '')
      .replace(/^[^\p{L}\p{N}]*(?:\d{1,3}[.)]\s+[^\p{L}\p{N}]*)?/u, ''),
  )
}
