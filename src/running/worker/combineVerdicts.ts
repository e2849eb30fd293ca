import type { Verdict } from '../../judging/rubric/verdict.ts'

/**
 * Scores of an item from all its matchers: a score that several give is their mean, `total` too. What a matcher only
 * records (a control beside the score) has no part in the total.
 */
export function combineScores(verdicts: readonly Verdict[]): Record<string, number> {
  const given = new Map<string, number[]>()
  for (const { scores, recordOnly } of verdicts) {
    for (const [name, score] of Object.entries(scores)) {
      if (recordOnly && name === 'total') continue
      const known = given.get(name)
      if (known) known.push(score)
      else given.set(name, [score])
    }
  }
  return Object.fromEntries([...given].map(([name, scores]) => [name, scores.reduce((sum, score) => sum + score, 0) / scores.length]))
}
