import type { Message } from '../../src/models/types.ts'
import { strip } from '../../src/python/text.ts'
import { answerText, letterOf, type Question, questionBlock } from './question.ts'

/** Cap on a static answer, in tokens (spec section 7). */
export const STATIC_TOKENS = 20

/** The question after solved examples (spec section 7: five, the same for every question). */
export function staticPrompt(question: Question, examples: readonly Pick<Question, 'question' | 'choices' | 'answerIndex'>[]): Message[] {
  const solved = examples.map((example) => `${questionBlock(example)}\n### Answer: ${answerText(example, example.answerIndex)}`)
  return [{ role: 'user', content: [...solved, `${questionBlock(question)}\n### Answer:`].join('\n\n') }]
}

/**
 * Which choice an answer names, as an index; undefined where it names none.
 *
 * `official`: the letter itself, else the first letter in alphabetical order that occurs anywhere as a capital, so that
 * "Answer: B" is read as A. `robust`: the letter itself, a letter after "answer" or at the beginning, else the last one that
 * stands by itself.
 */
export function parseStatic(text: string, choices: number, rule: 'robust' | 'official'): number | undefined {
  const answer = strip(text)
  const letters = Array.from({ length: choices }, (_, index) => letterOf(index))
  if (letters.includes(answer)) return letters.indexOf(answer)
  const found = rule === 'official' ? letters.find((letter) => answer.includes(letter)) : findRobust(answer, letters)
  return found === undefined ? undefined : letters.indexOf(found)
}

function findRobust(answer: string, letters: readonly string[]): string | undefined {
  const any = `[${letters.join('')}]`
  const named = new RegExp(`\\banswer(?:\\s+is)?\\s*:?\\s*\\**\\(?(${any})\\b`, 'i').exec(answer)?.[1]
  const leading = new RegExp(`^\\**\\(?(${any})(?:[.):,\\s*]|$)`).exec(answer)?.[1]
  const standing = [...answer.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(${any})(?![\\p{L}\\p{N}'’])`, 'gu'))].at(-1)?.[1]
  return named?.toUpperCase() ?? leading ?? standing
}
