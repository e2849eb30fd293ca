import { eld } from 'eld/small'
import { countSentences, strip } from '../../../src/kit.ts'
import type { Checker } from '../names.ts'

/** Languages an e-mail can be demanded in, with their codes. */
export const LANGUAGES: Readonly<Record<string, string>> = { German: 'de', Chinese: 'zh', English: 'en', French: 'fr' }

/** ISO 639-1 code of a text's language, undefined where none can be told: a text without letters. */
export function detectLanguage(text: string): string | undefined {
  // Statistics need more than a few Chinese characters; their script says it at once, but for that of Japanese.
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  if (han > letters / 2 && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'zh'
  return eld.detect(text).language || undefined
}

/**
 * Whether an e-mail does what was demanded, by the official rules (docs/suites/refutebench1.md, R3, Q1, Q2): any bold text is a
 * title, and a greeting or signature counts wherever it stands.
 *
 * @returns null for a demand on which the official check breaks down.
 */
export function checkEmail(checker: Checker, choice: string, email: string): boolean | null {
  return CHECKS[checker](choice, email)
}

const CHECKS: Readonly<Record<Checker, (choice: string, email: string) => boolean | null>> = {
  title: hasTitle,
  greetings: containsPhrase,
  signature: containsPhrase,
  response_language: isInLanguage,
  sentence: hasSentences,
  paragraph: hasParagraphs,
}

const TITLES = [
  { named: 'angular brackets', open: '<', close: '>' },
  { named: 'asterisks', open: '*', close: '*' },
] as const

function hasTitle(choice: string, email: string): boolean | null {
  const title = TITLES.find(({ named }) => choice.includes(named))
  if (!title) return null
  return email.split('\n').some((line) => strip(bracketed(line, title)) !== '')
}

/**
 * What stands in a line between its first two opening and its last two closing brackets, as the official expression
 * (`<<[^\n]+>>`, greedy) finds it; without the brackets at both ends of that.
 */
function bracketed(line: string, { open, close }: (typeof TITLES)[number]): string {
  let from = line.indexOf(open + open)
  const last = line.lastIndexOf(close + close)
  if (from === -1 || last < from + 3) return ''
  let to = last + 2
  while (from < to && line[from] === open) from += 1
  while (from < to && line[to - 1] === close) to -= 1
  return line.slice(from, to)
}

function containsPhrase(choice: string, email: string): boolean {
  return email.toLowerCase().includes(choice.replace(/[.,]$/, '').toLowerCase())
}

/** A text of which no language can be told counts as followed. */
function isInLanguage(choice: string, email: string): boolean | null {
  const wanted = LANGUAGES[choice]
  if (wanted === undefined) return null
  const language = detectLanguage(email)
  return language === undefined || language === wanted
}

/** A number where the official check looks for one; Python reads signs and underscores too. */
const NUMBER = /^[+-]?\d+(?:_\d+)*$/

function hasSentences(choice: string, email: string): boolean {
  const word = words(choice)[2] ?? ''
  return NUMBER.test(word) && compareCount(choice, countSentences(email), numberOf(word))
}

function hasParagraphs(choice: string, email: string): boolean | null {
  const word = words(choice).at(-2) ?? ''
  if (!choice.endsWith('paragraphs') || !NUMBER.test(word)) return null
  const pieces = email.split(/\n+/)
  const blank = pieces.flatMap((piece, index) => (strip(piece) === '' ? [index] : []))
  if (blank.some((index) => index > 0 && index < pieces.length - 1)) return false
  return compareCount(choice, pieces.length - blank.length, numberOf(word))
}

function words(text: string): string[] {
  return strip(text).split(/\s+/)
}

function numberOf(word: string): number {
  return Number(word.replaceAll('_', ''))
}

/** Whether a number is what a demand asks for: less than another, at least it, or exactly it. */
export function compareCount(choice: string, count: number, asked: number): boolean {
  if (choice.startsWith('less than')) return count < asked
  if (choice.startsWith('at least')) return count >= asked
  return count === asked
}
