import type { ProgrammaticRubric } from '../../src/kit.ts'
import { answerText, type Question } from './question.ts'

/**
 * The static answer as a score `static` beside the item's. One that names no choice has no interview and fails the item:
 * it is wrong in `accuracy` and absent from the interview's scores.
 */
export function staticRubric(question: Question, chosen: number | undefined): ProgrammaticRubric {
  const right = chosen === question.answerIndex ? 1 : 0
  const dropped = chosen === undefined
  return {
    points: [{ name: 'static', title: 'static answer', weight: 1 }],
    threshold: dropped ? 1 : 0,
    recordOnly: !dropped,
    ...(dropped && { tags: { dropped: 'yes' } }),
    grade: () => ({ points: { static: right }, total: right }),
    explain: (text) => ({
      asked: question.question,
      expected: answerText(question, question.answerIndex),
      received: text,
      evidence: { static: 'names no choice, so there is no interview' },
    }),
  }
}
