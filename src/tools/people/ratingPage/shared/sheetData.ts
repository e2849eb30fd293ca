import type { Label } from '../../labels/label.ts'
import type { SheetData } from '../ratingPage.ts'

/** A question as it stands in the page. */
export type DataQuestion = SheetData['questions'][number]

/** A text that a rater is shown, by its position in the sheet's texts. */
export type DataText = DataQuestion['shown'][number]

/** A point of a scale. */
export type DataPoint = DataQuestion['scale'][number]

/** Tells questions from each other, also those of one name with other texts. */
export function questionId({ suite, item, trial, question, sha256 }: DataQuestion): string {
  return JSON.stringify([suite, item, trial, question, sha256])
}

/** Keys that answer with a point: its value where that is one digit, and `y` or `n` on a scale of yes and no. */
export function keysOf(point: DataPoint, scale: readonly DataPoint[]): readonly string[] {
  const word = isYesNo(scale) ? [point.text.trim().charAt(0).toLowerCase()] : []
  return [...(/^\d$/.test(String(point.value)) ? [String(point.value)] : []), ...word]
}

/** The point that a key answers with. */
export function pointOfKey(key: string, scale: readonly DataPoint[]): DataPoint | undefined {
  return scale.find((point) => keysOf(point, scale).includes(key.toLowerCase()))
}

function isYesNo(scale: readonly DataPoint[]): boolean {
  const words = scale.map(({ value, text }) => `${value} ${text.trim().toLowerCase()}`).sort()
  return words.join() === '0 no,1 yes'
}

/** A point's words without its value, which stands before them; empty where it has no others. */
export function pointWords({ value, text }: DataPoint): string {
  const words = text.trim()
  if (words === String(value)) return ''
  return words.startsWith(`${value}:`) ? words.slice(`${value}:`.length).trim() : words
}

/** The answers of a sheet as a file of labels, one a line, in the order of the questions. */
export function labelLines({ questions, rater }: SheetData, values: ReadonlyMap<number, number>): string {
  return questions
    .flatMap(({ suite, item, trial, question, sha256 }, at) => {
      const value = values.get(at)
      if (value === undefined) return []
      const label: Label = { suite, item, trial, question, sha256, rater, value }
      return [`${JSON.stringify(label)}\n`]
    })
    .join('')
}
