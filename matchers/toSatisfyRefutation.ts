import { HoldfastError } from '../src/base/errors.ts'
import { counted } from '../src/base/text/counted.ts'
import type { Verdict } from '../src/judges/rubric/verdict.ts'
import type { TestScope } from '../src/worker/itemScope.ts'
import { type RefutationOptions, rateRefutation, readDialogue, refutationTurns } from './rateRefutation.ts'

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
  const refutations = refutationTurns(dialogue)
  const at = options.refutation === undefined ? refutations.at(-1) : refutations[options.refutation]
  if (at === undefined) {
    throw new HoldfastError(
      'USAGE',
      `Failed to apply ${matcher}: the dialogue has ${counted(refutations.length, 'refutation')}${options.refutation === undefined ? '' : `, not one of index ${options.refutation}`}. Call dialogue.refute(...) first.`,
    )
  }
  const { turns } = dialogue
  const rated = { matcher, verb: 'satisfy the refutation', turns, at, query: turns[0]?.user ?? '', answer: turns[at]?.assistant ?? '' }
  return rateRefutation(scope, rated, options)
}
