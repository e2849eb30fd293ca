import { readFileSync } from 'node:fs'
import { dataError, random } from '../../../src/kit.ts'
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
    throw dataError(`Failed to read ${file}: expected the columns ${COLUMNS.join(', ')}. Put the file of MT-Consistency there.`)
  }
  return rows.map((row, index) => {
    const [question = '', choices = '', answer = '', , subject = ''] = row
    const letter = answer.trim().charAt(0)
    const listed = choicesOf(choices)
    const letters = listed.map((choice) => choice.charAt(0))
    const others = letters.filter((other) => other !== letter)
    if (question === '' || !letters.includes(letter) || others.length === 0) {
      throw dataError(`Failed to read ${file}: question ${index + 1} has no answer among its choices. Take the file as it was published.`)
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

/** A cell of a CSV file and what ends it: in double quotes, with a quote in it twice, or plain. */
const CELL = /(?:"([^"]*(?:""[^"]*)*)"\r?|([^,\n]*))(,|\n|$)/g

function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of text.matchAll(CELL)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain.replace(/\r$/, ''))
    if (end !== ',') rows.push([])
  }
  return rows.filter(([first = '', ...others]) => first !== '' || others.length > 0)
}
