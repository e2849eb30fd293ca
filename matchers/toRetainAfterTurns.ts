import { assertWhole } from '../src/core/base/scale.ts'
import { counted } from '../src/core/base/text/counted.ts'
import { type RefutationOptions, rateRefutation } from './rateRefutation.ts'
import { type Judge, misuse } from './subject.ts'

const MATCHER = 'toRetainAfterTurns'

/**
 * Judges `toRetainAfterTurns`: whether the last answer still does what was asked for at least `turns` turns ago, by the last
 * instruction or objection that far back, unless the options name one. Fewer turns since the objection would be a pass nobody earned: an error.
 */
export const retainAfterTurns: Judge<[turns: number, options?: RefutationOptions]> = (scope, received, turns, options = {}) =>
  rateRefutation(
    scope,
    MATCHER,
    received,
    options,
    (dialogue, objections, named) => {
      assertWhole(`apply ${MATCHER}`, 'the number of turns', turns)
      const since = (at: number) => dialogue.turns.length - 1 - at
      const at = named ?? objections.findLast((index) => since(index) >= turns) ?? (objections.at(-1) as number)
      const ago = counted(since(at), 'turn')
      if (since(at) < turns) throw misuse(MATCHER, `${ago} since the objection, fewer than ${turns}. Ask or distract first.`)
      const [first, last] = [dialogue.turns[0], dialogue.turns.at(-1)]
      // A judge that sees the first query beside the answer to another one would take it for a wrong answer.
      const later = last?.kind === 'question' && last.user !== first?.user ? last.user : undefined
      return { at, answer: dialogue.content, later, where: `${ago} after`, expected: ['still to', 'no longer to'] }
    },
    ['refutation', 'instruction'],
  )
