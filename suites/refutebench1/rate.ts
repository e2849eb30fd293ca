import { type BenchmarkContext, Dialogue, type Turn } from '../../src/kit.ts'
import type { HeldDialogue } from './holdDialogue.ts'
import { FULFILLED, feedbackName, responseName } from './ratingNames.ts'
import type { Expectation, Script } from './script.ts'

/**
 * Rates a dialogue by 2.0's matchers with lexical checks in place of a judge: every answer to a feedback by what that
 * demands (FA), and every answer to a later query it applies to by what it demands there (RR).
 */
export async function rate(
  script: Script,
  held: HeldDialogue,
  { dialogue, expect, record }: Pick<BenchmarkContext, 'dialogue' | 'expect' | 'record'>,
): Promise<void> {
  const feedbacks = held.made.map(({ feedback }) => feedback)
  // A feedback that opens its dialogue was asked like a question.
  const turns = dialogue.turns.map(
    (turn, at): Turn => (held.made.some((made) => made.turn === at) ? { ...turn, kind: 'refutation' } : turn),
  )
  const told = new Dialogue(undefined, turns)
  for (const [index, { query }] of feedbacks.entries()) {
    await expect(told).toSatisfyRefutation({ name: feedbackName(query), objection: index, threshold: FULFILLED })
  }
  for (const { query, turn } of held.asked) {
    for (const expectation of script.expected(query, feedbacks)) {
      const index = feedbacks.findLastIndex((feedback) => expectation.feedbacks.includes(feedback))
      const at = held.made[index]?.turn ?? 0
      const name = responseName(
        expectation.feedbacks.map((feedback) => feedback.query),
        query,
      )
      await expect(upTo(turns, turn, at, expectation)).toRetainAfterTurns(turn - at, { name, objection: index, threshold: FULFILLED })
    }
  }
  if (held.skipped > 0) record('skipped', held.skipped)
}

/** The dialogue up to the answer to a query, which is held against what the feedback demands there. */
function upTo(turns: readonly Turn[], turn: number, feedbackTurn: number, { demanded, check }: Expectation): Dialogue {
  return new Dialogue(
    undefined,
    turns.slice(0, turn + 1).map((entry, at) => (at === feedbackTurn ? { ...entry, user: demanded, check } : entry)),
  )
}
