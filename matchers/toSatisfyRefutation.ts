import { type RefutationOptions, rateRefutation } from './rateRefutation.ts'
import type { Judge } from './subject.ts'

/** Judges `toSatisfyRefutation`: whether the answer to an objection, the last one by default, does what was objected for. */
export const satisfyRefutation: Judge<[options?: RefutationOptions]> = (scope, received, options = {}) =>
  rateRefutation(scope, 'toSatisfyRefutation', received, options, ({ turns }, objections, named) => {
    const at = named ?? (objections.at(-1) as number)
    return { at, answer: turns[at]?.assistant ?? '', where: 'to', expected: ['to', 'not to'] }
  })
