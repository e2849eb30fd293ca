import { assertPositive, assertThreshold, TOTALS } from '../src/core/base/scale.ts'
import { rubricMessage } from '../src/judging/rubric/message.ts'
import type { Explanation, Grade, Rubric } from '../src/judging/rubric/rubric.ts'
import type { Verdict } from '../src/judging/rubric/verdict.ts'
import { judgingOf, type TestScope } from '../src/running/worker/itemScope.ts'
import { readSubject } from './readSubject.ts'

/** Room for rounding when a total is compared with its threshold. */
const TOLERANCE = 1e-6

/** Options of `toPassRubric`. */
export interface PassRubricOptions {
  /** Total from which the answer passes, 0 to 1; the rubric's own by default. 0 lets every answer pass. */
  readonly threshold?: number
  /** An answer known to be good, shown to the judge. */
  readonly reference?: string
}

/**
 * Grades an answer, or the last answer of a dialogue, by a rubric. Only reads its subject: the candidate is not called,
 * and a judge only where the rubric has criteria that no program can check.
 *
 * @param scope the test it is applied in
 * @throws HoldfastError for a subject that is not a text, an answer or a dialogue, and for a threshold that is not from 0 to
 * 1; UnscoredError for an unusable judge.
 */
export async function passRubric(
  scope: TestScope | undefined,
  received: unknown,
  rubric: Rubric,
  options: PassRubricOptions = {},
): Promise<Verdict> {
  return gradeSubject(scope, 'toPassRubric', 'pass the rubric', received, rubric, options)
}

/** Grades a subject for the matcher of that name. */
export async function gradeSubject(
  scope: TestScope | undefined,
  matcher: string,
  verb: string,
  received: unknown,
  rubric: Rubric,
  options: PassRubricOptions,
): Promise<Verdict> {
  const subject = { ...readSubject(matcher, received), reference: options.reference }
  const threshold = options.threshold ?? rubric.threshold ?? scope?.threshold ?? 1
  assertThreshold(`apply ${matcher}`, threshold, TOTALS)
  for (const { name, weight } of rubric.points) assertPositive(`apply ${matcher}`, `the weight of ${JSON.stringify(name)}`, weight)
  if ('grade' in rubric) {
    const grade = rubric.grade(subject.answer)
    const explain = () => rubric.explain?.(subject.answer, grade) ?? { received: subject.answer }
    return verdictOf(matcher, verb, rubric, grade, threshold, explain, {})
  }
  const { judge, votes, controlled } = judgingOf(scope)
  const { explanation, scores = {}, doubt, ...grade } = await rubric.judged(subject, judge(), votes)
  const controls = controlled ? await rubric.controls?.(judge()) : {}
  return { ...verdictOf(matcher, verb, rubric, grade, threshold, () => explanation, { ...scores, ...controls }), doubt }
}

function verdictOf(
  matcher: string,
  verb: string,
  rubric: Rubric,
  grade: Grade,
  threshold: number,
  explain: () => Explanation,
  scores: Readonly<Record<string, number>>,
): Verdict {
  const passed = grade.passes !== false && grade.total >= threshold - TOLERANCE
  const explanation = passed ? {} : explain()
  return {
    matcher,
    passed,
    ...(rubric.recordOnly && { recordOnly: true }),
    ...(rubric.tags && { tags: rubric.tags }),
    // A suite may give its points another scale under their own names.
    scores: { ...grade.points, total: grade.total, ...scores },
    ...(Object.keys(scores).length > 0 && { neutral: Object.keys(scores) }),
    threshold,
    lost: passed ? {} : lostShares(rubric, grade.points),
    explanation,
    message: passed
      ? `Expected it not to ${verb}, and it did: total ${grade.total.toFixed(3)}, threshold ${threshold}.`
      : rubricMessage(verb, rubric, grade, threshold, explanation),
  }
}

function lostShares(rubric: Rubric, scores: Readonly<Record<string, number>>): Record<string, number> {
  const weights = rubric.points.reduce((sum, { weight }) => sum + weight, 0)
  return Object.fromEntries(
    rubric.points
      .map(({ name, title = name, weight }) => [title, (weight * (1 - (scores[name] ?? 0))) / weights] as const)
      .filter(([, share]) => share > 1e-9),
  )
}
