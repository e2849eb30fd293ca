import { type JudgedRubric, judgeRating, simulateRating, taskQualityPrompt } from '../../src/kit.ts'

/**
 * How well an answer does the original task, 1 to 5: R(q, a) of the paper. A figure beside the item's score. The judge
 * sees the query and the answer, not the dialogue (docs/suites/refutebench.md, R9).
 *
 * @param isRight what simulated judges rate by.
 */
export function taskQuality(name: string, query: string, isRight: (answer: string) => boolean): JudgedRubric {
  return {
    points: [{ name, weight: 1, title: 'the original task' }],
    threshold: 0,
    recordOnly: true,
    async judged({ answer }, judge, votes) {
      const { rating, explanation, decimal, doubt } = await judgeRating(judge, {
        prompt: taskQualityPrompt(query, answer),
        shown: [query, answer],
        call: name,
        least: 1,
        most: 5,
        votes,
        options: { simulation: { verdict: simulateRating(isRight(answer)) } },
      })
      const share = (rating - 1) / 4
      return {
        points: { [name]: share },
        total: share,
        scores: { [name]: rating, ...(decimal && { decimal_ratings: 1 }) },
        doubt,
        explanation: { asked: query, received: answer, evidence: { [name]: explanation } },
      }
    },
  }
}
