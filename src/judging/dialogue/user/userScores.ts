import { UnscoredError } from '../../../core/base/unscored.ts'
import { knownSituations } from './knownSituations.ts'
import type { SimulatedUser } from './simulatedUser.ts'

/**
 * Puts a simulated user into situations in which it is known what it has to do, and counts what it did: `user_right.<control>` and
 * `user_wrong.<control>` for each of the controls, `user_situations`, and as `user_unusable` those to which it gave no usable reply.
 * A move that gives its instructions away is what one of the controls is about: here it counts, and is not asked again.
 *
 * @throws HoldfastError where its endpoint fails for good.
 */
export async function userScores(user: SimulatedUser): Promise<Record<string, number>> {
  const scores: Record<string, number> = {}
  const count = (key: string) => {
    scores[key] = (scores[key] ?? 0) + 1
  }
  for (const [at, situation] of knownSituations(user.profile).entries()) {
    count('user_situations')
    try {
      const move = await user.next(situation.turns, { call: `control-user-${at + 1}`, asItIs: true })
      for (const [control, right] of Object.entries(situation.judge(move))) count(`user_${right ? 'right' : 'wrong'}.${control}`)
    } catch (error) {
      if (!(error instanceof UnscoredError)) throw error
      count('user_unusable')
    }
  }
  return scores
}
