import { answerReadings, type Message, strip } from '../../src/kit.ts'
import { answerText, letterOf, type Question, questionBlock, type SolvedQuestion } from './question.ts'

/** Cap on a static answer, in tokens (docs/suites/kieval.md, R10). */
export const STATIC_TOKENS = 20

/** The question after solved examples (docs/suites/kieval.md, R10). */
export function staticPrompt(question: Pick<Question, 'question' | 'choices'>, examples: readonly SolvedQuestion[]): Message[] {
  const solved = examples.map((example) => `${questionBlock(example)}\n### Answer: ${answerText(example, example.answerIndex)}`)
  return [{ role: 'user', content: [...solved, `${questionBlock(question)}\n### Answer:`].join('\n\n') }]
}

/**
 * Which choice an answer names, as an index; undefined where it names none.
 *
 * `official`: the letter itself, else the first letter in alphabetical order that occurs anywhere as a capital, so that
 * "Answer: B" is read as A. `robust`: the letter itself in any dress, a letter after "answer" or at the beginning, else the last one that
 * stands by itself.
 */
export function parseStatic(text: string, choices: number, rule: 'robust' | 'official'): number | undefined {
  const answer = strip(text)
  const letters = Array.from({ length: choices }, (_, index) => letterOf(index))
  if (letters.includes(answer)) return letters.indexOf(answer)
  const dressed = () => answerReadings(text).find((one) => one.beside === '' && letters.includes(one.text))?.text
  const found = rule === 'official' ? letters.find((letter) => answer.includes(letter)) : (dressed() ?? findRobust(answer, letters))
  return found === undefined ? undefined : letters.indexOf(found)
}

function findRobust(answer: string, letters: readonly string[]): string | undefined {
  const any = `[${letters.join('')}]`
  // A letter by itself: not part of a word or number, and not the English article.
  const alone = `(${any})(?![A-Za-z0-9'’])(?!\\s+[a-z])`
  const answerIs = '(?:\\b[Aa]nswer(?:\\s+is)?|答案(?:是|为|選|选)?)\\s*(?:[:：]\\s*)?\\**[(<\\[]?'
  // A small letter only where nothing but its end follows: "the answer is a bit" names no choice.
  const small = `(${any.toLowerCase()})(?=[.):,*]|\\s*$)`
  const named = new RegExp(answerIs + alone).exec(answer)?.[1] ?? new RegExp(answerIs + small).exec(answer)?.[1]?.toUpperCase()
  const leading = new RegExp(`^\\**\\(?(${any})(?:[.):,*]|\\s*$)`).exec(answer)?.[1]
  const standing = [...answer.matchAll(new RegExp(`(?<![A-Za-z0-9])${alone}`, 'g'))].at(-1)?.[1]
  return named ?? leading ?? standing
}
