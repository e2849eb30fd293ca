import { z } from 'zod'
import { parse, parseRating } from '../../src/kit.ts'

const line = z.object({ id: z.string(), judge_text: z.string() })

/** One line of `holdfast score refutebench`: a rating from 1 to 5, null where the reply has none that counts. */
export interface ScoredRating {
  readonly id: string
  readonly rating: number | null
}

/** A function from a line with a judge's reply to its rating; throws HoldfastError for a line that does not fit. */
export function refutebenchFileScorer(): (value: unknown, where: string) => ScoredRating {
  return (value, where) => {
    const { id, judge_text: content } = parse(line, value, where)
    const parsed = parseRating({ content }, 1, 5)
    return { id, rating: 'value' in parsed ? parsed.value : null }
  }
}
