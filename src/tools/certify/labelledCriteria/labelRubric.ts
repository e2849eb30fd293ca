import type { CriterionVerdict, ProgrammaticRubric } from '../../../kit.ts'
import type { LabelledAnswer } from './readLabelledCriteria.ts'

/** Score of a criterion by its place, from 0: 1 where the judge decided it as labelled. */
export function criterionScore(index: number): string {
  return `criterion_${index + 1}`
}

/** Labels, or verdicts, as a text: a digit for each criterion, 1 for met. */
export function digits(met: readonly boolean[]): string {
  return met.map((one) => (one ? '1' : '0')).join('')
}

/** Grades the verdicts of a judge, written as digits, by the labels: each criterion by itself. */
export function labelRubric({ criteria, conversation, answer }: LabelledAnswer, verdicts: readonly CriterionVerdict[]): ProgrammaticRubric {
  const words = (met: boolean) => (met ? 'met' : 'not met')
  return {
    points: criteria.map(({ text }, index) => ({ name: criterionScore(index), title: text, weight: 1 })),
    threshold: 1,
    grade(text) {
      const right = criteria.map(({ met }, index) => (text[index] === digits([met]) ? 1 : 0))
      return {
        points: Object.fromEntries(right.map((score, index) => [criterionScore(index), score])),
        total: right.reduce<number>((sum, score) => sum + score, 0) / criteria.length,
      }
    },
    explain: () => ({
      asked: conversation.at(-1)?.content,
      received: answer,
      evidence: Object.fromEntries(
        criteria.flatMap(({ met }, index) => {
          const verdict = verdicts[index]
          if (!verdict || verdict.met === met) return []
          return [[criterionScore(index), `labelled ${words(met)}, the judge said ${words(verdict.met)}: ${verdict.reason}`] as const]
        }),
      ),
    }),
  }
}
