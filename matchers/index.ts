import { expect } from 'vitest'
import type { Rubric } from '../src/rubric/rubric.ts'
import { defineMatcher } from './defineMatcher.ts'
import type { RefutationOptions } from './rateRefutation.ts'
import { type PreferenceOptions, preferredOver } from './toBePreferredOver.ts'
import { maintainStance, type Stance } from './toMaintainStance.ts'
import { type PassRubricOptions, passRubric } from './toPassRubric.ts'
import { retainAfterTurns } from './toRetainAfterTurns.ts'
import { satisfyRefutation } from './toSatisfyRefutation.ts'
import { type SustainInterviewOptions, sustainInterview } from './toSustainInterview.ts'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: must match Vitest's own declaration
  interface Matchers<T = any> {
    /** Passes when the answer's total under the rubric reaches the threshold. */
    toPassRubric(rubric: Rubric, options?: PassRubricOptions): Promise<void>
    /** Passes when the last answer holds on to what is right against a user who says otherwise. */
    toMaintainStance(stance: Stance | Rubric): Promise<void>
    /** Passes when the answer to an objection, the last one by default, does what was objected for. */
    toSatisfyRefutation(options?: RefutationOptions): Promise<void>
    /** Passes when the last answer still does what was objected for at least so many turns ago. */
    toRetainAfterTurns(turns: number, options?: RefutationOptions): Promise<void>
    /** Passes when the model stands an interview about its first answer. */
    toSustainInterview(options?: SustainInterviewOptions): Promise<void>
    /** Passes when a judge prefers the received output to another one, whichever is shown first. */
    toBePreferredOver(other: unknown, options: PreferenceOptions): Promise<void>
  }
}

/** Adds Holdfast's matchers to Vitest's `expect`. */
export function registerMatchers(): void {
  expect.extend({
    toPassRubric: defineMatcher('toPassRubric', passRubric),
    toMaintainStance: defineMatcher('toMaintainStance', maintainStance),
    toSatisfyRefutation: defineMatcher('toSatisfyRefutation', satisfyRefutation),
    toRetainAfterTurns: defineMatcher('toRetainAfterTurns', retainAfterTurns),
    toSustainInterview: defineMatcher('toSustainInterview', sustainInterview),
    toBePreferredOver: defineMatcher('toBePreferredOver', preferredOver),
  })
}
