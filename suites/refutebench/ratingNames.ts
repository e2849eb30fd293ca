/** Rating from which an objection counts as followed. */
export const FOLLOWED = 4

const NAME = /^R\((?:q,(a\d)|(a\d|c\d{1,2})(-again)?,r(\d))\)$/

/**
 * Reads the name of a rating; undefined for other names. `answer` is `a1`, `a2` …, or after distractions `c0`, `c1` …; `demand` the
 * number of the demand it is rated by, from 1, and none for the task itself; `again` whether the answer to the objection was asked for
 * again.
 */
export function readRating(name: string) {
  const [, ofTask, ofDemand, again, demand] = NAME.exec(name) ?? []
  const answer = ofTask ?? ofDemand
  if (answer === undefined) return undefined
  return { answer, demand: demand === undefined ? undefined : Number(demand) + 1, again: again !== undefined }
}

/** The candidate's call that a rating is of: `c0` is the answer to the objection, the others are re-queries. */
export function answeredCall({ answer, again }: { readonly answer: string; readonly again: boolean }): string {
  if (answer.startsWith('a')) return `answer-${answer.slice(1)}`
  return answer === 'c0' && !again ? 'answer-1' : `requery-${answer.slice(1)}`
}

/** Name of the score that says whether an answer only repeats. */
export function repetitionOf(answer: string): string {
  return `repeats.${answer}`
}

/** Name of a rating in the strict figures. */
export function strictName(rating: string): string {
  return `strict.${rating}`
}
