import { z } from 'zod'
import { parse } from '../../src/kit.ts'
import { readJudgement } from './scoring/judgement.ts'

const line = z.object({ id: z.string(), judge_text: z.string().nullable() })

/** One line of `holdfast score fb-bench`. */
export interface ScoredJudgement {
  readonly id: string
  readonly outcome: 'accepted' | 'rejected' | 'not_json' | 'falsy_json' | 'refused_prompt'
  readonly score?: number
}

/** A function from a line with a judge's reply to its outcome by the official rules; throws HoldfastError for a line that does not fit. */
export function fbBenchFileScorer(): (value: unknown, where: string) => ScoredJudgement {
  return (value, where) => {
    const { id, judge_text: text } = parse(line, value, where)
    if (text === null) return { id, outcome: 'refused_prompt', score: 0 }
    const read = readJudgement(text)
    return read.outcome === 'accepted' ? { id, outcome: 'accepted', score: read.score } : { id, outcome: read.outcome }
  }
}
