import type { Verdict } from '../src/judging/rubric/verdict.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { findObjections, type RefutationOptions, rateRefutation } from './rateRefutation.ts'
import { readDialogue } from './subject.ts'

/**
 * Whether the answer to an objection, the last one by default, does what was objected for. Only reads the dialogue.
 *
 * @param scope the test it is applied in
 * @throws HoldfastError for a subject that is no dialogue and a dialogue without that objection; UnscoredError for an
 * unusable judge.
 */
export async function satisfyRefutation(
  scope: TestScope | undefined,
  received: unknown,
  options: RefutationOptions = {},
): Promise<Verdict> {
  const matcher = 'toSatisfyRefutation'
  const dialogue = readDialogue(matcher, received)
  const { all, named } = findObjections(matcher, dialogue, options)
  const at = named ?? (all.at(-1) as number)
  const { turns } = dialogue
  const expected = (objection: number) => ({
    passes: `the answer to objection ${objection} to follow it`,
    fails: `the answer to objection ${objection} not to follow it`,
  })
  return rateRefutation(scope, { matcher, expected, turns, at, answer: turns[at]?.assistant ?? '' }, options)
}
