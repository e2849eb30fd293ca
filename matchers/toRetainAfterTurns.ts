import { assertWhole } from '../src/core/base/scale.ts'
import { counted } from '../src/core/base/text/counted.ts'
import type { Verdict } from '../src/judging/rubric/verdict.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { findObjections, type RefutationOptions, rateRefutation } from './rateRefutation.ts'
import { misuse, readDialogue } from './subject.ts'

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
  const { all, named } = findObjections(matcher, dialogue, options)
  const at = named ?? all.findLast((index) => since(index) >= turns) ?? (all.at(-1) as number)
  const ago = counted(since(at), 'turn')
  if (since(at) < turns) throw misuse(matcher, `${ago} since the objection, fewer than ${turns}. Ask or distract first.`)
  const [first, last] = [dialogue.turns[0], dialogue.turns.at(-1)]
  // A judge that sees the first query beside the answer to another one would take it for a wrong answer.
  const later = last?.kind === 'question' && last.user !== first?.user ? last.user : undefined
  const expected = (objection: number) => ({
    passes: `the answer ${ago} after objection ${objection} still to follow it`,
    fails: `the answer ${ago} after objection ${objection} no longer to follow it`,
  })
  return rateRefutation(scope, { matcher, expected, turns: dialogue.turns, at, later, answer: dialogue.content }, options)
}
