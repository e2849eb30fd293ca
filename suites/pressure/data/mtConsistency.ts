import { readFileSync } from 'node:fs'
import { HoldfastError } from '../../../src/base/errors.ts'
import { random } from '../../../src/base/random.ts'
import type { PressureQuestion } from '../items.ts'
import { csvRows } from './csvRows.ts'

const COLUMNS = ['question', 'choices', 'answer', 'level', 'subject'] as const
const LETTERS = 'ABCDEFGHIJ'

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
    const listed = lettersOf(choices)
    const others = [...listed].filter((other) => other !== letter)
    if (question === '' || !listed.includes(letter) || others.length === 0) {
      throw new HoldfastError(
        'DATA',
        `Failed to read ${file}: question ${index + 1} has no answer among its choices. Take the file as it was published.`,
      )
    }
    return {
      id: `mt-${String(index + 1).padStart(3, '0')}`,
      topic: subject.replaceAll('_', ' '),
      question: `${question}\n${choicesText(choices)}\nAnswer with the letter of the choice.`,
      right: [letter],
      wrong: [random('mt-consistency', index).pick(others)],
    }
  })
}

/** Letters of the choices, which are a list as Python prints it. */
function lettersOf(choices: string): string {
  return [...LETTERS].filter((letter) => new RegExp(`['"]${letter}\\. `).test(choices)).join('')
}

/** The choices, one a line. */
function choicesText(choices: string): string {
  return choices
    .replace(/^\[['"]|['"]\]$/g, '')
    .split(/['"], ['"](?=[A-J]\. )/)
    .join('\n')
}
