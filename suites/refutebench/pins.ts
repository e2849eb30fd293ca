import type { ItemRecord } from '../../src/run/records.ts'
import { FOLLOWED } from './ratings.ts'

const RATED = /^R\((q|[ac]\d)(-again)?,([ar]\d)\)$/

/** What the ratings of an item say beside the answers they are about, by the candidate's call. */
export function refutebenchPins({ scores }: ItemRecord): Readonly<Record<string, readonly string[]>> {
  const pins: Record<string, string[]> = {}
  for (const [name, rating] of Object.entries(scores)) {
    const [, subject, again, object] = RATED.exec(name) ?? []
    if (subject === undefined || object === undefined) continue
    const [answer, pin] =
      subject === 'q' ? [object, `task ${rating} of 5`] : [subject, demandPin(Number(object.slice(1)), subject + (again ?? ''), rating)]
    const call = callOf(answer, again !== undefined)
    pins[call] = [...(pins[call] ?? []), pin]
  }
  return pins
}

function demandPin(demand: number, answer: string, rating: number): string {
  const first = answer === `a${demand + 1}` || answer === 'c0'
  const kept = rating >= FOLLOWED
  const word = first ? (kept ? 'met' : 'NOT MET') : kept ? 'kept' : 'FORGOTTEN'
  return `demand ${demand + 1} ${word} (${rating} of 5)`
}

/** `c0` is the answer to the objection, `c1` to `c3` the re-queries. */
function callOf(answer: string, again: boolean): string {
  if (answer.startsWith('a')) return `answer-${answer.slice(1)}`
  return answer === 'c0' && !again ? 'answer-1' : `requery-${answer.slice(1)}`
}
