import { HoldfastError } from '../src/core/base/errors.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import type { Rubric } from '../src/judging/rubric/rubric.ts'
import type { Verdict } from '../src/judging/rubric/verdict.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { gradeSubject } from './toPassRubric.ts'

/** Room for rounding when two totals are compared. */
const TOLERANCE = 1e-6

/** Options of `toKeepUpWith`. */
export interface KeepUpOptions {
  /** How much of the total the conversation may lose, 0 to 1. Default 0.05. */
  readonly margin?: number
}

/**
 * Whether a conversation ends as well as its one-turn form: both last answers are graded by the same rubric. Only reads its
 * subjects. It says nothing of how good both are.
 *
 * @param scope the test it is applied in
 * @param single the answer to the same task in one message: a text, an answer or a dialogue.
 * @throws HoldfastError for a subject that is no dialogue, a `single` that is no answer, and a margin that is not from 0 to 1;
 * UnscoredError for an unusable judge.
 */
export async function keepUpWith(
  scope: TestScope | undefined,
  received: unknown,
  single: unknown,
  rubric: Rubric,
  { margin = 0.05 }: KeepUpOptions = {},
): Promise<Verdict> {
  const matcher = 'toKeepUpWith'
  if (!(received instanceof Dialogue)) {
    throw new HoldfastError('USAGE', `Failed to apply ${matcher}: expected a dialogue. Write expect(dialogue).${matcher}(single, rubric).`)
  }
  if (!(margin >= 0 && margin <= 1)) {
    throw new HoldfastError('USAGE', `Failed to apply ${matcher}: the margin is ${margin}. Give a number from 0 to 1.`)
  }
  const grade = (subject: unknown) => gradeSubject(scope, matcher, 'pass the rubric', subject, rubric, { threshold: 0 })
  const whole = await grade(single)
  const pieces = await grade(received)
  const [one, other] = [whole.scores.total ?? 0, pieces.scores.total ?? 0]
  const passed = other >= one - margin - TOLERANCE
  const totals = `total ${other.toFixed(3)} in the conversation, ${one.toFixed(3)} in one turn, margin ${margin}`
  const lower = rubric.points.filter(({ name }) => (pieces.scores[name] ?? 0) < (whole.scores[name] ?? 0))
  const titles = lower.map(({ name, title = name }) => title)
  const weights = rubric.points.reduce((sum, { weight }) => sum + weight, 0)
  return {
    ...pieces,
    matcher,
    passed,
    threshold: Math.max(0, one - margin),
    scores: { ...pieces.scores, single: one, loss: one - other },
    neutral: [...(pieces.neutral ?? []), 'single', 'loss'],
    lost: passed
      ? {}
      : Object.fromEntries(
          lower.map(({ name, title = name, weight }) => [
            title,
            (weight * ((whole.scores[name] ?? 0) - (pieces.scores[name] ?? 0))) / weights,
          ]),
        ),
    explanation: passed
      ? {}
      : {
          received: received.content,
          evidence: Object.fromEntries(lower.map(({ name }) => [name, 'met in one turn, not at the end of the conversation'])),
        },
    message: passed
      ? `Expected it not to keep up with its one-turn form, and it did: ${totals}.`
      : `Expected it to keep up with its one-turn form: ${totals}. Lost: ${titles.join('; ')}.`,
  }
}
