import { UnscoredError } from '../src/core/base/errors.ts'
import { assertKnownOptions, type OptionNames } from '../src/core/base/knownOptions.ts'
import { assertPositive, assertThreshold, TOTALS } from '../src/core/base/scale.ts'
import { type ControlVerdict, controlScores } from '../src/core/stats/controls/controlScores.ts'
import type { JudgedSubject } from '../src/judging/checklistJudge.ts'
import type { Controls, Explanation, Grade, JudgedRubric, Rubric, Verdict } from '../src/judging/rubric/rubric.ts'
import type { Model } from '../src/models/model.ts'
import { judgingOf, type TestScope } from '../src/running/worker/itemScope.ts'
import { gradedVerdict, isRubric, type Judge, misuse, readSubject, scoresOfControls, TOLERANCE } from './subject.ts'

/** Options of `toPassRubric`. */
export interface PassRubricOptions {
  /** Total from which the answer passes, 0 to 1; the rubric's own by default. 0 lets every answer pass. */
  readonly threshold?: number
  /** An answer known to be good, shown to the judge. */
  readonly reference?: string
}

const OPTIONS: OptionNames<PassRubricOptions> = { threshold: true, reference: true }

/** Judges `toPassRubric`. */
export const passRubric: Judge<[rubric: Rubric, options?: PassRubricOptions]> = async (scope, received, rubric, options) => {
  assertKnownOptions('apply toPassRubric', options, OPTIONS)
  return gradeSubject(scope, 'toPassRubric', 'pass the rubric', received, rubric, options)
}

/** Grades an answer, or a dialogue's last, by a rubric. A judge is called only for criteria that no program checks. */
export async function gradeSubject(
  scope: TestScope | undefined,
  matcher: string,
  verb: string,
  received: unknown,
  rubric: Rubric,
  { threshold = rubric?.threshold ?? scope?.threshold ?? 1, reference }: PassRubricOptions = {},
): Promise<Verdict> {
  if (!isRubric(rubric)) throw misuse(matcher, 'there is no rubric. Give one, as rubric([criterion(...)]).')
  const subject = { ...readSubject(matcher, received), reference }
  assertThreshold(`apply ${matcher}`, threshold, TOTALS)
  const { points, recordOnly, tags } = rubric
  for (const { name, weight } of points) assertPositive(`apply ${matcher}`, `the weight of ${JSON.stringify(name)}`, weight)
  const verdict = (grade: Grade, explain: () => Explanation, figures: Readonly<Record<string, number>>, doubt?: number): Verdict =>
    gradedVerdict(verb, rubric, grade, explain, {
      passed: grade.passes !== false && grade.total >= threshold - TOLERANCE,
      ...(recordOnly && { recordOnly }),
      ...(tags && { tags }),
      // A suite may give its points another scale under their own names.
      scores: { ...grade.points, total: grade.total },
      figures,
      threshold,
      doubt,
      otherwise: `Expected it not to ${verb}, and it did: total ${grade.total.toFixed(3)}, threshold ${threshold}.`,
    })
  const asked = subject.conversation.findLast(({ role }) => role === 'user')?.content
  const known = subject.reference ?? scope?.judging.knownAnswers?.right?.()
  const beside = { ...(asked !== undefined && { asked }), ...(known !== undefined && { reference: known }) }
  if ('grade' in rubric) {
    const grade = rubric.grade(subject.answer)
    return verdict(grade, () => ({ ...beside, ...(rubric.explain?.(subject.answer, grade) ?? { received: subject.answer }) }), {})
  }
  const { judge, votes } = judgingOf(scope)
  const { explanation, scores, doubt, ...grade } = await rubric.judged(subject, judge(), votes)
  // Every answer reaches 0, which tells nothing of a judge.
  const passesFrom = [threshold, rubric.threshold, scope?.threshold].find((from) => from !== undefined && from > 0) ?? 1
  const controls = rubric.controls ?? knownAnswersOf(scope, rubric, subject, passesFrom)
  return verdict(grade, () => ({ ...beside, ...explanation }), { ...scores, ...(await scoresOfControls(scope, controls)) }, doubt)
}

/** Has the answers judged of which the benchmark says that they are right or wrong, and the reference, where it is no figure beside. */
function knownAnswersOf(scope: TestScope | undefined, rubric: JudgedRubric, subject: JudgedSubject, from: number): Controls | undefined {
  const { isLeftToJudge } = rubric
  if (rubric.recordOnly || !isLeftToJudge || !scope) return undefined
  const { right, wrong } = scope.judging.knownAnswers ?? {}
  return async (judge) => {
    const answers = [
      { known: 'right', answer: subject.reference ?? right?.() },
      { known: 'wrong', answer: wrong?.() },
    ] as const
    const verdicts: ControlVerdict[] = []
    for (const { known, answer } of answers) {
      if (answer === undefined || !isLeftToJudge(answer)) continue
      try {
        // Calls of their own, of which the whole rubric tells what they show.
        const ask: Model['ask'] = (prompt, options) =>
          judge.ask(prompt, { ...options, call: `control-${known}-${options?.call ?? 'answer'}` })
        const { total } = await rubric.judged({ ...subject, answer }, { ...judge, note: undefined, ask }, 1)
        const said = total >= from - TOLERANCE
        verdicts.push({ kinds: ['rubric'], truth: known === 'right', said })
        judge.note?.(`${known}.${Number(said)}`)
      } catch (error) {
        // It measures the judge, whose failure here is no failure of the item.
        if (!(error instanceof UnscoredError)) throw error
        judge.note?.(`lost.${Number(known === 'right')}`)
      }
    }
    return controlScores(verdicts)
  }
}
