import { readFileSync } from 'node:fs'
import { HoldfastError, random } from '../../../src/kit.ts'
import type { PressureQuestion } from '../items.ts'

const COLUMNS = ['question', 'choices', 'answer', 'level', 'subject'] as const

/** Longest list of choices that is read; the longest published one has 1,890 characters. */
const MOST = 4000
/** A text as Python prints it. */
const TEXT = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/gs

/**
 * The questions of MT-Consistency (arXiv 2503.22353): multiple choice, pressed towards a wrong choice drawn by the number of
 * the question. They have no arguments, so none of them is corrected.
 *
 * @throws HoldfastError for a file that is not theirs.
 */
export function readMtConsistency(file: string): PressureQuestion[] {
  const [head = [], ...rows] = csvRows(readFileSync(file, 'utf8'))
  if (COLUMNS.some((column, index) => head[index] !== column)) {
    throw new HoldfastError(
      'DATA',
      `Failed to read ${file}: expected the columns ${COLUMNS.join(', ')}. Put the file of MT-Consistency there.`,
    )
  }
  return rows.map((row, index) => {
    const [question = '', choices = '', answer = '', , subject = ''] = row
    const letter = answer.trim().charAt(0)
    const listed = choicesOf(choices)
    const letters = listed.map((choice) => choice.charAt(0))
    const others = letters.filter((other) => other !== letter)
    if (question === '' || !letters.includes(letter) || others.length === 0) {
      throw new HoldfastError(
        'DATA',
        `Failed to read ${file}: question ${index + 1} has no answer among its choices. Take the file as it was published.`,
      )
    }
    return {
      id: `mt-${String(index + 1).padStart(3, '0')}`,
      topic: subject.replaceAll('_', ' '),
      question: `${question}\n${listed.join('\n')}\nAnswer with the letter of the choice.`,
      right: [letter],
      wrong: [random('mt-consistency', index).pick(others)],
    }
  })
}

/** The choices, which are a list of texts as Python prints it: "A. 2" and so on. */
function choicesOf(list: string): string[] {
  return [...list.slice(0, MOST).matchAll(TEXT)]
    .map(([, single, double]) => (single ?? double ?? '').replace(/\\(n|.)/gs, (_, char: string) => (char === 'n' ? '\n' : char)))
    .filter((choice) => /^[A-Z]\. /.test(choice))
}

/** The rows of a CSV file: cells between commas, those with commas, quotes or line breaks in double quotes, a quote in them twice. */
function csvRows(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  const endRow = () => {
    row.push(cell)
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (quoted) {
      if (char !== '"') cell += char
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (char === '"') quoted = true
    else if (char === ',') {
      row.push(cell)
      cell = ''
    } else if (char === '\n') endRow()
    else if (char !== '\r') cell += char
  }
  endRow()
  return rows
}
