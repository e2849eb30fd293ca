import { controlScores, judgeRating, type Model, refutationPrompt, simulateRating, UnscoredError } from '../../../src/kit.ts'
import { FOLLOWED } from '../ratingNames.ts'
import type { KnownRating } from './knownRatings.ts'

/** Has answers rated of which the truth is known, and tells where the judge was right. */
export async function rateControls(judge: Model, query: string, known: readonly KnownRating[]): Promise<Record<string, number>> {
  const verdicts = []
  let unscored = 0
  for (const { name, kinds, before, objection, after, truth } of known) {
    try {
      const { rating } = await judgeRating(judge, {
        prompt: refutationPrompt({ query, before, refutation: objection, after }),
        shown: [query, before, objection, after],
        call: `control-${name}`,
        least: 1,
        most: 5,
        votes: 1,
        options: { simulation: { verdict: simulateRating(truth) } },
      })
      verdicts.push({ kinds, truth, said: rating >= FOLLOWED })
    } catch (error) {
      if (!(error instanceof UnscoredError)) throw error
      unscored += 1
    }
  }
  return { ...controlScores(verdicts), ...(unscored > 0 && { control_unscored: unscored }) }
}
