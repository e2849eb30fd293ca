import type { ScalePoint } from './labelQuestion.ts'

/** Yes and no, as 1 and 0. */
export const YES_NO: readonly ScalePoint[] = [
  { value: 0, text: 'No' },
  { value: 1, text: 'Yes' },
]

/** A scale of 1 to 5 with words at its ends and its middle. */
export function fivePoints(least: string, middle: string, most: string): readonly ScalePoint[] {
  const words = [least, '', middle, '', most]
  return words.map((word, index) => ({ value: index + 1, text: word === '' ? String(index + 1) : `${index + 1}: ${word}` }))
}
