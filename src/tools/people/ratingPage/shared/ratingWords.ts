import { counted } from '../../../../core/base/text/counted.ts'
import type { Act } from './ratingState.ts'
import { type DataPoint, pointWords } from './sheetData.ts'

/** How far a rater is: `12 of 100 answered`. */
export function progressText(answered: number, count: number): string {
  return `${answered} of ${count} answered`
}

/** What a rater who opens the page again is told; empty where they did nothing before. */
export function resumedText(answered: number, at: number, count: number): string {
  if (answered === 0) return ''
  const where = at === count ? '' : ` You go on at question ${at + 1}.`
  return `Welcome back. ${answered} of ${counted(count, 'question')} ${answered === 1 ? 'is' : 'are'} answered.${where}`
}

/** An act in words: `“Yes” to question 12`. */
export function actText({ at, value: given }: Act, questions: readonly { readonly scale: readonly DataPoint[] }[]): string {
  const point = questions[at]?.scale.find(({ value }) => value === given)
  return `“${point ? pointWords(point) || point.text : given}” to question ${at + 1}`
}

/** What is said once a file is written, and how many answers it lacks. */
export function exportedText(answered: number, count: number, file: string): string {
  const missing = count - answered
  if (missing === 0) return `Exported all ${counted(count, 'answer')} to ${file}.`
  return `Exported ${answered} of ${counted(count, 'answer')} to ${file}. ${missing} ${missing === 1 ? 'is' : 'are'} missing.`
}
