import { jsonValue } from './checks/jsonValue.ts'
import type { ShardedTask } from './items.ts'

/** Letters of words that say nothing. */
const NOTHING = 'lorem'

/**
 * An answer of the right form that is wrong in content, made of the reference: other numbers and texts under the same keys, columns
 * and labels, as many words and lines.
 */
export function wrongAnswer(task: ShardedTask): string {
  switch (task.kind) {
    case 'action':
    case 'json':
      return JSON.stringify(otherValues(jsonValue(task.reference)))
    case 'table':
      return otherCells(task.reference)
    case 'arithmetic':
      return task.reference.replace(/\d+/g, otherDigits)
    default:
      return otherWords(task.reference)
  }
}

function otherValues(value: unknown): unknown {
  if (typeof value === 'string') return value === 'other' ? 'another' : 'other'
  if (typeof value === 'number') return value + 7
  if (typeof value === 'boolean') return !value
  if (value === null) return 'other'
  if (Array.isArray(value)) return value.length === 0 ? ['other'] : value.map(otherValues)
  return Object.fromEntries(Object.entries(value as Record<string, unknown>).map(([key, own]) => [key, otherValues(own)]))
}

/** Every cell below the head changed. */
function otherCells(table: string): string {
  const [head = '', rule = '', ...rows] = table.split('\n')
  const other = (cell: string) => (/\d/.test(cell) ? cell.replace(/\d+/g, otherDigits) : 'other')
  const others = rows.map((row) => {
    const cells = row.replace(/^\||\|$/g, '').split('|')
    return `| ${cells.map((cell) => other(cell.trim())).join(' | ')} |`
  })
  return [head, rule, ...others].join('\n')
}

/** Digits one higher, 9 becoming 1: as long, and another number. */
function otherDigits(digits: string): string {
  return digits.replace(/\d/g, (digit) => String((Number(digit) % 9) + 1))
}

/** Words of other letters, as many to a line and with the same signs between them. */
function otherWords(text: string): string {
  return text
    .split('\n')
    .map((line) => {
      const [mark = ''] = /^\s*(?:[-*•–]|\d{1,3}[.)])\s+/.exec(line) ?? []
      const other = line.slice(mark.length).replace(/\d+/g, otherDigits)
      return mark + other.replace(/\p{L}+/gu, (word) => (/^\p{Lu}/u.test(word) ? 'Lorem' : NOTHING))
    })
    .join('\n')
}
