import { median } from '../core/base/mean.ts'
import type { AskOptions, Model } from '../models/model.ts'
import type { Answer, Message } from '../models/transport.ts'
import { askJudge, type Parsed } from './askJudge.ts'
import { castVotes, commonest, doubtOfRatings } from './doubt.ts'
import { imitates } from './fence.ts'
import type { Known } from './traces.ts'

const RATING = /\[\[\s*([+-]?\d+(?:\.\d+)?)\s*\]\]/g
/** What a judge may take for a rating where it quotes. */
const LIKE_RATING = /\[\s*\[\s*[+-]?\d/
/** A line that ends in a sentence that is a rating, and is no quotation of Markdown. Its emphasis and colons are spaces. */
const LAST_SENTENCE = /^(?!>)(?:.*[.!?。！？] )?(?:(?:my|final|overall) )*(?:(?:rating|score) )?\[\[ ?[+-]?\d+(?:\.\d+)? ?\]\]\.?$/i

/** What a rating is asked for. */
export interface RatingRequest {
  /** The whole prompt; it must ask for a rating in the form [[n]]. Fence what the candidate wrote. */
  readonly prompt: string | readonly Message[]
  /** The texts of others' making that the prompt shows: where one holds a rating, the judge's must be its last sentence. */
  readonly shown?: readonly string[]
  readonly call: string
  /** Ends of the scale, both included. */
  readonly least: number
  readonly most: number
  readonly votes: number
  /** Of an answer that measures the judge: what is known of it, and the rating from which it passes. */
  readonly measured?: { readonly known: Known; readonly passesFrom: number } | undefined
  readonly options?: Pick<AskOptions, 'maxTokens' | 'temperature' | 'simulation'>
}

/** A rating over all votes. */
export type Rating = Readonly<Awaited<ReturnType<typeof judgeRating>>>

/** Asks a judge for a rating on a scale, by at most so many votes. Throws UnscoredError when the judge gives no usable rating. */
export async function judgeRating(judge: Model, request: RatingRequest) {
  const { prompt, shown = [], call, least, most, votes, measured, options } = request
  const verdict = ({ rating }: { readonly rating: number }) =>
    measured ? Number(rating >= measured.passesFrom) : (rating - least) / (most - least)
  const parse = (answer: Answer): Parsed<{ readonly rating: number; readonly explanation: string }> => {
    const read = parseRating(answer, least, most, shown)
    if ('unusable' in read) return read
    const explanation = answer.content.replace(/(?:(?<!\*)\**rating:?\**:?\s*)?\[\[\s*[+-]?[\d.]+\s*\]\]/gi, '').trim()
    return { value: { rating: read.value, explanation } }
  }
  const traces = { verdict, known: measured?.known, isNumber: true }
  const ask = (vote: number) => askJudge(judge, { prompt, call, vote, options: { temperature: 0, ...options }, traces, parse })
  const cast = await castVotes(judge, votes, ask, (so) => [so.map((vote) => vote.rating)])
  const ratings = cast.map(({ rating }) => rating)
  const rating = median(ratings)
  return {
    /** Median of the votes; between the two middle ones where their number is even. */
    rating,
    /** Share of votes, 0 to 1, that give the commonest rating; 1 for one vote. */
    agreement: commonest(ratings) / ratings.length,
    /** How far the votes differ, as a share of the scale; undefined for one vote. */
    doubt: doubtOfRatings(ratings, least, most),
    /** What the judge said before its rating; of several votes the first that gave the rating, or the first. */
    explanation: (cast.find((vote) => vote.rating === rating) ?? cast[0])?.explanation ?? '',
    decimal: !ratings.every(Number.isInteger),
  }
}

/**
 * A rating `[[n]]` in a reply (docs/suites/refutebench.md, R5), not the scale's ends together; its last sentence where `shown` holds one.
 * Says why none, several, or one off the scale is unusable.
 */
export function parseRating(
  { content }: Pick<Answer, 'content'>,
  least: number,
  most: number,
  shown: readonly string[] = [],
): Parsed<number> {
  const scale = new RegExp(`\\[\\[\\s*${least}\\s*\\]\\]\\s*(?:to|and|through|[-–—~]|至|到)\\s*\\[\\[\\s*${most}\\s*\\]\\]`, 'gi')
  const ratings = [...content.replace(scale, ' ').matchAll(RATING)].map(([, rating = '']) => rating)
  const [first = bareRating(content, shown)] = ratings
  if (first === undefined) return { unusable: 'it has no rating in the form [[n]]' }
  const rating = Number(first)
  const other = ratings.find((one) => Number(one) !== rating)
  // A judge that quotes an answer may repeat a rating from it, before its own or after.
  if (other !== undefined) return { unusable: `it has ratings that differ, [[${first}]] and [[${other}]]` }
  if (rating < least || rating > most) return { unusable: `the rating ${first} is outside ${least} to ${most}` }
  if (imitates(LIKE_RATING, shown) && !LAST_SENTENCE.test(lastLine(content)))
    return { unusable: 'what is to be rated holds a rating too, and yours is not the last sentence' }
  return { value: rating }
}

/** A line that is a number, in one pair of brackets or none, or ends in one behind a word for it: brackets further on may be a citation. */
const BARE =
  /^(?:(?:(?:my |the |final |overall )*(?:rating|score)(?: is)? |(?:评分|分数|得分) ?)?\[([+-]?\d+(?:\.\d+)?)\]|(?:.*\b(?:rating|rate|score)\b[^\d[]{0,30}|(?:评分|分数|得分) ?)?([+-]?\d+(?:\.\d+)?))\.?$/i
/** What a judge may take for such a line where it quotes. */
const LIKE_BARE = /(?:rating|rate|score|评分|分数|得分)\D{0,30}\d|^[^\w\n]*\d+[^\w\n]*$/im

/** A rating without its brackets: the only number of the reply, at the end of it or of its line. */
function bareRating(content: string, shown: readonly string[]): string | undefined {
  const [line, ...others] = content.split('\n').filter((one) => /\d/.test(one))
  if (line === undefined || others.length > 0 || imitates(LIKE_BARE, shown) || imitates(LIKE_RATING, shown)) return undefined
  const [, bracketed, number = bracketed] = BARE.exec(lastLine(line)) ?? []
  return line.match(/\d+(?:[.,]\d+)*/g)?.length === 1 ? number : undefined
}

/** The last line, with emphasis and colons as spaces. */
function lastLine(text: string): string {
  const line = text.trimEnd().split('\n').at(-1) ?? ''
  return line.replace(/[\s*_#:：]+/g, ' ').trim()
}
