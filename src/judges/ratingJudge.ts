import type { AskOptions, Model } from '../models/model.ts'
import type { Answer } from '../models/types.ts'
import { askJudge, type Parsed } from './askJudge.ts'

const RATING = /\[\[\s*(\d+)\s*\]\]/g

/** What a rating is asked for. */
export interface RatingRequest {
  /** The whole prompt; it must ask for a rating in the form [[n]]. Fence what the candidate wrote. */
  readonly prompt: string
  /** Name of the call in the journal. */
  readonly call: string
  /** Ends of the scale, both included. */
  readonly least: number
  readonly most: number
  /** Times the judge is asked. */
  readonly votes: number
  readonly options?: Pick<AskOptions, 'maxTokens' | 'temperature' | 'simulation'>
}

/** A rating over all votes. */
export interface Rating {
  /** Median of the votes; between the two middle ones where their number is even. */
  readonly rating: number
  /** Share of votes, 0 to 1, that give the commonest rating; 1 for one vote. */
  readonly agreement: number
}

/**
 * Asks a judge for a rating on a scale, `votes` times.
 *
 * @throws UnscoredError when the judge gives no usable rating.
 */
export async function judgeRating(judge: Model, { prompt, call, least, most, votes, options }: RatingRequest): Promise<Rating> {
  const cast: number[] = []
  for (let vote = 0; vote < votes; vote += 1) {
    const parse = (answer: Answer) => parseRating(answer, least, most)
    cast.push(await askJudge(judge, { prompt, call, vote, options: { temperature: 0, ...options }, parse }))
  }
  const sorted = [...cast].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const rating = ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
  const commonest = Math.max(...cast.map((value) => cast.filter((other) => other === value).length))
  return { rating, agreement: commonest / cast.length }
}

/**
 * Reads a rating in the form `[[n]]`; the last one wins, since judges restate the scale before they decide.
 *
 * @returns why it is unusable when there is none, or the last is outside the scale.
 */
export function parseRating({ content }: Pick<Answer, 'content'>, least: number, most: number): Parsed<number> {
  const last = [...content.matchAll(RATING)].at(-1)?.[1]
  if (last === undefined) return { unusable: 'it has no rating in the form [[n]]' }
  const rating = Number(last)
  if (rating < least || rating > most) return { unusable: `the rating ${last} is outside ${least} to ${most}` }
  return { value: rating }
}
