import { test as base } from 'vitest'
import { Dialogue } from '../../judging/dialogue/dialogue.ts'
import { SimulatedUser } from '../../judging/dialogue/user/simulatedUser.ts'
import type { UserProfile } from '../../judging/dialogue/user/userProfile.ts'
import type { Model } from '../../models/model.ts'
import { plainTestModel } from './plainTestModel.ts'

/** Fixtures of {@link test}. */
export interface DialogueFixtures {
  /** The model under test. */
  readonly candidate: Model
  readonly judge: Model
  /** An empty dialogue with the candidate. */
  readonly dialogue: Dialogue
  /** A user with a goal, played by the model of the role `user`: `await dialogue.with(user({ goal: '…' }))`. */
  readonly user: (profile: UserProfile) => SimulatedUser
}

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
