import { sum } from '../src/core/base/collections.ts'
import { assertKnownOptions, type OptionNames } from '../src/core/base/knownOptions.ts'
import { singleLine } from '../src/core/base/text/singleLine.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import type { Rubric } from '../src/judging/rubric/rubric.ts'
import type { TestScope } from '../src/running/worker/itemScope.ts'
import { type Judge, misuse, TOLERANCE, verdictOf, withoutControls } from './subject.ts'
import { gradeSubject } from './toPassRubric.ts'

const NOT_AT_THE_END = 'met in one turn, not at the end of the conversation'

/** Options of `toKeepUpWith`. */
export interface KeepUpOptions {
  /** How much of the total the conversation may lose, 0 to 1. Default 0.05. */
  readonly margin?: number
}

const OPTIONS: OptionNames<KeepUpOptions> = { margin: true }

/** Judges whether a conversation ends as well as its one-turn form (`single`: a text, answer or dialogue) by one rubric, however good. */
export const keepUpWith: Judge<[single: unknown, rubric: Rubric, options?: KeepUpOptions]> = async (
  scope,
  received,
  single,
  rubric,
  options = {},
) => {
  const matcher = 'toKeepUpWith'
  assertKnownOptions(`apply ${matcher}`, options, OPTIONS)
  const { margin = 0.05 } = options
  if (!(received instanceof Dialogue)) throw misuse(matcher, `expected a dialogue. Write expect(dialogue).${matcher}(single, rubric).`)
  if (!(margin >= 0 && margin <= 1)) throw misuse(matcher, `the margin is ${margin}. Give a number from 0 to 1.`)
  const grade = (own: TestScope | undefined, subject: unknown) =>
    gradeSubject(own, matcher, 'pass the rubric', subject, rubric, { threshold: 0 })
  // What known answers tell of the judge is told once.
  const whole = await grade(withoutControls(scope), single)
  const pieces = await grade(scope, received)
  const [one, other] = [whole.scores.total ?? 0, pieces.scores.total ?? 0]
  const totals = `total ${other.toFixed(3)} in the conversation, ${one.toFixed(3)} in one turn, margin ${margin}`
  const { points } = rubric
  const weights = sum(points.map(({ weight }) => weight))
  const lower = points.flatMap(({ name, title = name, weight }) => {
    const loss = (whole.scores[name] ?? 0) - (pieces.scores[name] ?? 0)
    return loss > 0 ? [{ title, share: (weight * loss) / weights }] : []
  })
  const figures = { single: one, loss: one - other }
  const { neutral = [], ...found } = pieces
  const verdict = verdictOf(
    {
      ...found,
      passed: other >= one - margin - TOLERANCE,
      figures,
      threshold: Math.max(0, one - margin),
      otherwise: `Expected it not to keep up with its one-turn form, and it did: ${totals}.`,
    },
    () => ({
      lost: Object.fromEntries(lower.map(({ title, share }) => [title, share])),
      message: [
        `Expected it to keep up with its one-turn form: ${totals}.`,
        ...lower.map(({ title }) => `  lost      ${singleLine(title)}: ${NOT_AT_THE_END}`),
      ].join('\n'),
    }),
  )
  return { ...verdict, neutral: [...neutral, ...Object.keys(figures)] }
}
