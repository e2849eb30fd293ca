import type { Verdict } from '../src/judging/rubric/verdict.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { type RefutationOptions, rateRefutation } from './rateRefutation.ts'

/** Judges `toSatisfyRefutation`: whether the answer to an objection, the last one by default, does what was objected for. */
export function satisfyRefutation(scope: TestScope | undefined, received: unknown, options: RefutationOptions = {}): Promise<Verdict> {
  return rateRefutation(scope, 'toSatisfyRefutation', received, options, ({ turns }, objections, named) => {
    const at = named ?? (objections.at(-1) as number)
    return { at, answer: turns[at]?.assistant ?? '', where: 'to', expected: ['to', 'not to'] }
  })
}
