import { counted } from '../../../../core/base/text/counted.ts'
import type { Act, Standing } from './ratingState.ts'
import { type DataPoint, pointWords } from './sheetData.ts'

/** How far a rater is: `12 of 100 answered, 3 skipped`. */
export function progressText({ values, skipped }: Standing, count: number): string {
  return `${values.size} of ${count} answered${skipped.size === 0 ? '' : `, ${skipped.size} skipped`}`
}

/** What a rater who opens the page again is told; empty where they did nothing before. */
export function resumedText({ values, skipped }: Standing, at: number, count: number): string {
  if (values.size + skipped.size === 0) return ''
  const where = at === count ? '' : ` You go on at question ${at + 1}${skipped.has(at) ? ', which you skipped' : ''}.`
  return `Welcome back. ${values.size} of ${counted(count, 'question')} ${values.size === 1 ? 'is' : 'are'} answered.${where}`
}

/** An act in words: `“Yes” to question 12`, `skip of question 12`. */
export function actText({ at, value: given }: Act, questions: readonly { readonly scale: readonly DataPoint[] }[]): string {
  const point = questions[at]?.scale.find(({ value }) => value === given)
  return `${point ? `“${pointWords(point) || point.text}” to` : 'skip of'} question ${at + 1}`
}

/** What is said once a file is written, and how many answers it lacks. */
export function exportedText({ values, skipped }: Standing, count: number, file: string): string {
  const missing = count - values.size
  if (missing === 0) return `Exported all ${counted(count, 'answer')} to ${file}.`
  const skips = skipped.size === 0 ? '' : ` (${skipped.size} of them skipped)`
  return `Exported ${values.size} of ${counted(count, 'answer')} to ${file}. ${missing} ${missing === 1 ? 'is' : 'are'} missing${skips}.`
}
