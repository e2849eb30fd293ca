import { HoldfastError } from '../src/errors.ts'
import { rubricMessage } from '../src/rubric/message.ts'
import type { Rubric } from '../src/rubric/rubric.ts'
import type { Verdict } from '../src/rubric/verdict.ts'

/** Room for rounding when a total is compared with its threshold. */
const TOLERANCE = 1e-6

/** Options of `toPassRubric`. */
export interface PassRubricOptions {
  /** Total from which the answer passes; the rubric's own by default. */
  readonly threshold?: number
}

/** What `toPassRubric` reads: a text, or an answer of a model. */
export type RubricSubject = string | { readonly content: string }

/**
 * Grades an answer by a rubric. Only reads its subject: no model is called.
 *
 * @throws HoldfastError for a subject that is not a text or an answer.
 */
export function passRubric(received: unknown, rubric: Rubric, options: PassRubricOptions = {}): Verdict {
  const text = textOf(received)
  const grade = rubric.grade(text)
  const threshold = options.threshold ?? rubric.threshold ?? 1
  const passed = grade.total >= threshold - TOLERANCE
  const explanation = passed ? {} : (rubric.explain?.(text, grade) ?? { received: text })
  return {
    matcher: 'toPassRubric',
    passed,
    scores: { ...grade.points, total: grade.total },
    threshold,
    lost: passed ? {} : lostShares(rubric, grade.points),
    explanation,
    message: passed ? `Passed the rubric: total ${grade.total.toFixed(3)}.` : rubricMessage(rubric, grade, threshold, explanation),
  }
}

function textOf(received: unknown): string {
  if (typeof received === 'string') return received
  if (typeof received === 'object' && received !== null && 'content' in received && typeof received.content === 'string')
    return received.content
  throw new HoldfastError(
    'USAGE',
    `Failed to apply toPassRubric: expected a text or an answer, received ${typeof received}. Pass what the model answered.`,
  )
}

function lostShares(rubric: Rubric, scores: Readonly<Record<string, number>>): Record<string, number> {
  const weights = rubric.points.reduce((sum, { weight }) => sum + weight, 0)
  return Object.fromEntries(
    rubric.points
      .map(({ name, title = name, weight }) => [title, (weight * (1 - (scores[name] ?? 0))) / weights] as const)
      .filter(([, share]) => share > 1e-9),
  )
}
