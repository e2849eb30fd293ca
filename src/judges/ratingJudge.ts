import type { Answer } from '../models/types.ts'
import type { Parsed } from './askJudge.ts'

const RATING = /\[\[\s*(\d+)\s*\]\]/g

/**
 * Reads a rating in the form `[[n]]`; the last one wins, since judges restate the scale before they decide.
 *
 * @returns why it is unusable when there is none, or the last is outside the scale.
 */
export function parseRating({ content }: Pick<Answer, 'content'>, least: number, most: number): Parsed<number> {
  const last = [...content.matchAll(RATING)].at(-1)?.[1]
  if (last === undefined) return { unusable: `it has no rating in the form [[n]]` }
  const rating = Number(last)
  if (rating < least || rating > most) return { unusable: `the rating ${last} is outside ${least} to ${most}` }
  return { value: rating }
}
