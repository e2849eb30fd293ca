import { test as base } from 'vitest'
import { Dialogue } from '../../judging/dialogue/dialogue.ts'
import { SimulatedUser } from '../../judging/dialogue/user/simulatedUser.ts'
import { plainTestModel } from './plainTestModel.ts'
import type { BenchmarkContext } from './suite.ts'

/** Fixtures of {@link test}. */
export type DialogueFixtures = Pick<BenchmarkContext, 'candidate' | 'judge' | 'dialogue' | 'user'>

/** Vitest's `test` with the run's models and a dialogue as fixtures; its matchers are ordinary assertions. */
export const test = base.extend<DialogueFixtures>({
  candidate: async ({ task, signal }, use) => {
    const model = plainTestModel('candidate', { task, signal })
    await use(model)
    await model.close?.()
  },
  judge: async ({ task, signal }, use) => use(plainTestModel('judge', { task, signal })),
  user: async ({ task, signal }, use) => use((profile) => new SimulatedUser(profile, plainTestModel('user', { task, signal }))),
  dialogue: async ({ candidate, skip }, use) => use(new Dialogue(candidate, [], { unable: (reason) => skip(reason) })),
})
