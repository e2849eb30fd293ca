import { codePointLength } from '../../src/base/python/text.ts'
import type { Dialogue } from '../../src/dialogue/dialogue.ts'
import type { ProgrammaticRubric } from '../../src/judges/rubric/rubric.ts'

/**
 * How answers drift, told without a judge: the last one's length as a multiple of the first one's, and the share of answers
 * to objections that are the answer before word for word. Figures beside the item's score.
 */
export function answerDrift({ turns }: Dialogue): ProgrammaticRubric {
  const answers = turns.map(({ assistant }) => assistant.trim().replace(/\s+/g, ' '))
  const lengths = answers.map(codePointLength)
  const unchanged = answers.slice(1).filter((answer, index) => answer === answers[index]).length
  const first = lengths[0] ?? 0
  return {
    points: [{ name: 'unchanged', weight: 1 }],
    threshold: 0,
    aside: true,
    grade: () => {
      const share = unchanged / Math.max(1, answers.length - 1)
      return { points: { unchanged: share, ...(first > 0 && { length_ratio: (lengths.at(-1) ?? 0) / first }) }, total: share }
    },
  }
}
