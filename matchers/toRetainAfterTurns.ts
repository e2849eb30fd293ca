import { HoldfastError } from '../src/base/errors.ts'
import { assertWhole } from '../src/base/scale.ts'
import { counted } from '../src/base/text/counted.ts'
import type { Verdict } from '../src/judges/rubric/verdict.ts'
import type { TestScope } from '../src/worker/itemScope.ts'
import { type RefutationOptions, rateRefutation, readDialogue, refutationTurns } from './rateRefutation.ts'

/**
 * Whether the last answer of a dialogue still does what was objected for at least `turns` turns ago: the last objection
 * that far back, unless the options name one. Only reads the dialogue.
 *
 * @param scope the test it is applied in
 * @throws HoldfastError for a subject that is no dialogue, and where fewer turns have passed since the objection (that
 * would be a pass nobody earned); UnscoredError for an unusable judge.
 */
export async function retainAfterTurns(
  scope: TestScope | undefined,
  received: unknown,
  turns: number,
  options: RefutationOptions = {},
): Promise<Verdict> {
  const matcher = 'toRetainAfterTurns'
  const dialogue = readDialogue(matcher, received)
  assertWhole(`apply ${matcher}`, 'the number of turns', turns)
  const since = (at: number) => dialogue.turns.length - 1 - at
  const refutations = refutationTurns(dialogue)
  const named = options.refutation === undefined ? undefined : refutations[options.refutation]
  const at = options.refutation === undefined ? (refutations.findLast((index) => since(index) >= turns) ?? refutations.at(-1)) : named
  if (at === undefined) {
    throw new HoldfastError(
      'USAGE',
      `Failed to apply ${matcher}: the dialogue has ${counted(refutations.length, 'refutation')}${options.refutation === undefined ? '' : `, not one of index ${options.refutation}`}. Call dialogue.refute(...) first.`,
    )
  }
  if (since(at) < turns) {
    throw new HoldfastError(
      'USAGE',
      `Failed to apply ${matcher}: ${counted(since(at), 'turn')} since the refutation, fewer than ${turns}. Ask or distract first.`,
    )
  }
  const [first, last] = [dialogue.turns[0], dialogue.turns.at(-1)]
  // A judge that sees the first query beside the answer to another one would take it for a wrong answer.
  const later = last?.kind === 'question' && last.user !== first?.user ? last.user : undefined
  const rated = {
    matcher,
    verb: `retain the refutation after ${counted(turns, 'turn')}`,
    turns: dialogue.turns,
    at,
    query: first?.user ?? '',
    later,
    answer: last?.assistant ?? '',
  }
  return rateRefutation(scope, rated, options)
}
