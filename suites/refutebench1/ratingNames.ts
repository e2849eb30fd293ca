import { MOST } from '../../src/kit.ts'

/** Rating of an answer that does what is demanded: lexical checks know the best and the worst rating only. */
export const FULFILLED = MOST

const NAME = /^(FA|RR)\(((?:f\d+\+?)+)(?:,q(\d+))?\)$/

/** Name of the rating of an answer to the feedback about a query. */
export function feedbackName(query: number): string {
  return `FA(f${query})`
}

/** Name of the rating of an answer to a query by what feedbacks about earlier queries demand. */
export function responseName(feedbacks: readonly { readonly query: number }[], query: number): string {
  return `RR(${feedbacks.map((feedback) => `f${feedback.query}`).join('+')},q${query})`
}

/** Begins the name of the strict score of what a rating is of, 1 or 0. */
export const STRICT = 'strict.'

/** Reads the name of a rating: its kind, and the numbers of the queries whose feedback and whose answer it is of. Undefined for other scores. */
export function readName(name: string) {
  const [, kind, feedbacks, query] = NAME.exec(name) ?? []
  if ((kind !== 'FA' && kind !== 'RR') || feedbacks === undefined) return undefined
  const numbers = feedbacks.split('+').map((feedback) => Number(feedback.slice(1)))
  return { kind, feedbacks: numbers, query: query === undefined ? (numbers[0] as number) : Number(query) }
}
