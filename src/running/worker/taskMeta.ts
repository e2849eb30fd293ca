import type { ItemResult, RoleUsage } from '../../core/format/itemResult.ts'
import type { Role } from '../../core/format/role.ts'
import type { SuitePlan } from '../../core/format/suitePlan.ts'
import type { SuiteResult } from '../../deciding/figures.ts'
import type { PlainTestKey } from './plainTestKeys.ts'
import type { Answers } from './question.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** On a scored item that ended. */
    holdfastItem?: ItemResult
    /** On a scored item from the start: how long one of its calls takes, beside those of other items of its suite. */
    holdfastWeight?: number
    /** On an ordinary test that called models. */
    holdfastUsage?: Partial<Record<Role, RoleUsage>>
    /** What the calls of such a test, or the record of a scored item, are filed under. */
    holdfastTest?: PlainTestKey
    /** On the tests of a suite, once its items are known. */
    holdfastPlan?: SuitePlan
    /** On the tests of a suite, once its last item has ended. */
    holdfastFigures?: SuiteResult
    /** On the tests of a suite that was asked instead of run: the place of each question that it answered, and the answer. */
    holdfastAnswers?: readonly (readonly [question: number, answer: Answers[keyof Answers]])[]
    /** On the test of a tool's job, once it has ended: what the tool found out. */
    holdfastJobResult?: unknown
  }
}
