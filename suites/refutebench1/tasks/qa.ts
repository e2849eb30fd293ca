import { z } from 'zod'
import { containsAnswer, withoutStop } from '../checks/contained.ts'
import { affirmsAnswer } from '../checks/strict.ts'
import type { Feedback, Script, Step } from '../script.ts'

/** A fact that is not so, and what it makes the answer to its question. */
export const fact = z.strictObject({ text: z.string().min(1), gold: z.array(z.string().min(1)).nonempty() })

/** A fact that is not so. */
export type Fact = Readonly<z.output<typeof fact>>

/** A question. */
export interface QaQuery {
  /** What is answered without any feedback. */
  readonly truth: string
  /** Right answers if the facts were so; undefined for the questions that feedback follows, and where none is known. */
  readonly gold?: readonly string[]
  /** Numbers of the facts the answer hangs on. */
  readonly about?: readonly number[]
}

/** A dialogue about facts. */
export interface QaRow {
  readonly system: string
  readonly steps: readonly Step[]
  /** What feedback begins with. */
  readonly prompt: string
  /** By number of the query whose answer they contradict. */
  readonly facts: readonly Fact[]
  readonly queries: readonly QaQuery[]
}

/** The fact is always told; an answer to it must name what it says. */
export function qaScript({ system, steps, prompt, facts, queries }: QaRow): Script<Fact> {
  return {
    system,
    steps,
    feedbacks: facts.length,
    object(query) {
      const demand = facts[query] as Fact
      return { query, text: prompt + demand.text, demand, ...checksOf(demand.gold) }
    },
    expected(query, made) {
      const { gold, about = [] } = queries[query] as QaQuery
      if (!gold) return []
      const feedbacks = made.filter((feedback) => about.includes(feedback.query))
      const demanded = `${prompt}${feedbacks.map(({ demand }) => demand.text).join(' ')} Here that makes: ${gold.join(' or ')}`
      return [{ feedbacks, demanded, ...checksOf(gold) }]
    },
    reply(query, kept) {
      const { gold, about = [query], truth } = queries[query] as QaQuery
      const knows = about.every((fact) => kept.some((feedback: Feedback<Fact>) => feedback.query === fact))
      const right = (gold ?? facts[query]?.gold)?.map(withoutStop).find(Boolean)
      return (knows ? right : undefined) ?? truth
    },
  }
}

function checksOf(gold: readonly string[]): Pick<Feedback, 'check' | 'strict'> {
  return { check: (answer) => containsAnswer(gold, answer), strict: (answer) => affirmsAnswer(gold, answer) }
}
