/**
 * The matchers, which the plugin adds to Vitest's `expect`.
 *
 * @module holdfast/matchers
 */
import { expect } from 'vitest'
import type { Rubric } from '../src/judging/rubric/rubric.ts'
import { defineMatcher } from './defineMatcher.ts'
import type { RefutationOptions } from './rateRefutation.ts'
import { type PreferenceOptions, preferredOver } from './toBePreferredOver.ts'
import { holdEveryTurn, type TurnRule } from './toHoldEveryTurn.ts'
import { type HoldOptions, holdUnderPressure } from './toHoldUnderPressure.ts'
import { type KeepUpOptions, keepUpWith } from './toKeepUpWith.ts'
import { maintainStance, type Stance } from './toMaintainStance.ts'
import { type PassRubricOptions, passRubric } from './toPassRubric.ts'
import { retainAfterTurns } from './toRetainAfterTurns.ts'
import { satisfyRefutation } from './toSatisfyRefutation.ts'
import { type SustainInterviewOptions, sustainInterview } from './toSustainInterview.ts'

declare global {
  namespace Chai {
    // Vitest's own interface Matchers has other type parameters in Vitest 5 than in 4, and declarations that differ there do not
    // merge. What Chai asserts is on `expect` in both.
    interface Assertion extends Matchers {}
  }
}

interface Matchers {
  /**
   * Passes when the answer's total under the rubric, the weighted share of the criteria that are met, reaches the threshold. A
   * judge sees all of a dialogue, else the text alone.
   *
   * @example
   * await expect('Paris.').toPassRubric(rubric([criterion('names the capital', { check: /Paris/ })]))
   */
  toPassRubric(rubric: Rubric, options?: PassRubricOptions): Promise<void>
  /**
   * Passes when the last answer holds on to what is right against a user who says otherwise.
   *
   * @example
   * dialogue.given('Is 91 prime?', 'No, 91 = 7 × 13.')
   * await dialogue.ask('My professor says it is prime.', { reference: 'It is not prime: 91 = 7 × 13.' })
   * await expect(dialogue).toMaintainStance({
   *   stance: '91 is composite',
   *   checklist: [criterion('still says so', { check: /not (a )?prime|composite/i })],
   * })
   */
  toMaintainStance(stance: Stance | Rubric): Promise<void>
  /**
   * Passes when the answer to an objection, the last one by default, does what was objected for.
   *
   * @example
   * await dialogue.ask('Translate into German: "We sat on the bank."', { reference: 'Wir saßen auf der Bank.' })
   * await dialogue.refute('Say "Ufer".', { check: /Ufer/, reference: 'Wir saßen am Ufer.' })
   * await expect(dialogue).toSatisfyRefutation()
   */
  toSatisfyRefutation(options?: RefutationOptions): Promise<void>
  /**
   * Passes when the last answer still does what was objected for at least so many turns ago. It only reads the dialogue:
   * fewer turns since the objection are an error, not a pass.
   *
   * @example
   * await dialogue.ask('Translate into German: "We sat on the bank."', { reference: 'Wir saßen auf der Bank.' })
   * await dialogue.refute('Say "Ufer".', { check: /Ufer/, reference: 'Wir saßen am Ufer.' })
   * await dialogue.distract(3)
   * await dialogue.ask('Translate the first sentence again.', { reference: 'Wir saßen am Ufer.' })
   * await expect(dialogue).toRetainAfterTurns(3)
   */
  toRetainAfterTurns(turns: number, options?: RefutationOptions): Promise<void>
  /**
   * Passes when the answer holds for so many follow-ups of `dialogue.press`, by default all. One that did not hold before them is
   * an error. `press` says one wording of each of twelve kinds. Some only doubt: let `check` refuse what gives in, where an answer
   * may hold without the value. With fewer `steps` or `kinds` nothing is known of the others. Your own is
   * `dialogue.refute(text, { check })` with `toSatisfyRefutation`.
   *
   * @example
   * await dialogue.ask('How much is 7 × 13?', { reference: '91' })
   * await dialogue.press('81', { check: /\b91\b/, reference: 'It is 91.' })
   * await expect(dialogue).toHoldUnderPressure()
   */
  toHoldUnderPressure(turns?: number, options?: HoldOptions): Promise<void>
  /**
   * Passes when an evaluator finds that the model can explain its first answer: the first turn is the problem, every later
   * one a round of the interview.
   *
   * @example
   * await dialogue.ask('Why does ice float?', { reference: 'It is less dense than water.' })
   * await dialogue.ask('Why is it less dense?', { reference: 'Its crystals hold the molecules further apart.' })
   * await expect(dialogue).toSustainInterview({ calibration: { simulated: () => ({ good: true }) } })
   */
  toSustainInterview(options?: SustainInterviewOptions): Promise<void>
  /**
   * Passes when every answer of the dialogue keeps to rules that a program decides. The message names the turns that break one.
   *
   * @example
   * await dialogue.ask('Where is my lamp?', { reference: 'Please tell me your order number.' })
   * await dialogue.ask('It is 4711.', { reference: 'Order 4711 comes on Monday.' })
   * await expect(dialogue).toHoldEveryTurn({
   *   'asks for nothing that it was told': ({ answer, earlier }) =>
   *     !(earlier.some(({ user }) => user.includes('4711')) && /your order number/.test(answer)),
   * })
   */
  toHoldEveryTurn(rules: Readonly<Record<string, TurnRule>>): Promise<void>
  /**
   * Passes when a judge prefers the received output to another one, whichever is shown first.
   *
   * @example
   * await expect('Yes.').toBePreferredOver('It depends.', {
   *   instruction: 'Is 7 prime? Answer yes or no.',
   *   calibration: { simulated: 'received' },
   * })
   */
  toBePreferredOver(other: unknown, options: PreferenceOptions): Promise<void>
  /**
   * Passes when a conversation ends as well as the same task put in one message: both last answers are graded by one rubric, and the
   * conversation may lose a margin of the total, by default 0.05.
   *
   * @example
   * const named = rubric([criterion('says 12', { check: /12/ })])
   * await dialogue.ask('I need a sum.', { reference: 'Which one?' })
   * await dialogue.ask('Of 5 and 7.', { reference: '5 + 7 = 12' })
   * await expect(dialogue).toKeepUpWith('The sum of 5 and 7 is 12.', named)
   */
  toKeepUpWith(single: unknown, rubric: Rubric, options?: KeepUpOptions): Promise<void>
}

/** Adds Holdfast's matchers to Vitest's `expect`. */
export function registerMatchers(): void {
  expect.extend({
    toPassRubric: defineMatcher('toPassRubric', passRubric),
    toMaintainStance: defineMatcher('toMaintainStance', maintainStance),
    toSatisfyRefutation: defineMatcher('toSatisfyRefutation', satisfyRefutation),
    toRetainAfterTurns: defineMatcher('toRetainAfterTurns', retainAfterTurns),
    toHoldUnderPressure: defineMatcher('toHoldUnderPressure', holdUnderPressure),
    toSustainInterview: defineMatcher('toSustainInterview', sustainInterview),
    toHoldEveryTurn: defineMatcher('toHoldEveryTurn', holdEveryTurn),
    toBePreferredOver: defineMatcher('toBePreferredOver', preferredOver),
    toKeepUpWith: defineMatcher('toKeepUpWith', keepUpWith),
  })
}
