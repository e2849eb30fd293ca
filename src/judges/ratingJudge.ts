import type { AskOptions, Model } from '../models/model.ts'
import type { Answer } from '../models/transport.ts'
import { askJudge, type Parsed } from './askJudge.ts'

const RATING = /\[\[\s*([+-]?\d+(?:\.\d+)?)\s*\]\]/g

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
  /** What the judge said before its rating; of several votes the first that gave the rating, or the first. */
  readonly explanation: string
  /** Whether a vote was not a whole number. */
  readonly decimal: boolean
}

/**
 * Asks a judge for a rating on a scale, `votes` times.
 *
 * @throws UnscoredError when the judge gives no usable rating.
 */
export async function judgeRating(judge: Model, { prompt, call, least, most, votes, options }: RatingRequest): Promise<Rating> {
  const cast: Vote[] = []
  for (let vote = 0; vote < votes; vote += 1) {
    const parse = (answer: Answer) => parseVote(answer, least, most)
    cast.push(await askJudge(judge, { prompt, call, vote, options: { temperature: 0, ...options }, parse }))
  }
  const sorted = cast.map(({ rating }) => rating).sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  const rating = ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2
  const commonest = Math.max(...sorted.map((value) => sorted.filter((other) => other === value).length))
  const { explanation } = cast.find((vote) => vote.rating === rating) ?? (cast[0] as Vote)
  return { rating, agreement: commonest / cast.length, explanation, decimal: sorted.some((value) => !Number.isInteger(value)) }
}

/** One reply of a judge. */
interface Vote {
  readonly rating: number
  readonly explanation: string
}

function parseVote(answer: Answer, least: number, most: number): Parsed<Vote> {
  const parsed = parseRating(answer, least, most)
  if ('unusable' in parsed) return parsed
  const explanation = answer.content.replace(/(?:\**rating:?\**:?\s*)?\[\[\s*[+-]?[\d.]+\s*\]\]/gi, '').trim()
  return { value: { rating: parsed.value, explanation } }
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
