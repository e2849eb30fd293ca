import type { Winner } from '../../../kit.ts'

/** What a judge decides about a pair over both orders. */
export type Decision = 'right' | 'wrong' | 'tie'

/**
 * JudgeBench's rule (arXiv 2410.12784; `compute_final_metrics` in utils/metrics.py of ScalerLab/JudgeBench; docs/suites/llmbar.md, R10): a verdict for the better output counts
 * 1, one for the other -1, a tie and a missing verdict 0. The pair is right where the sum of both orders is over 0, so one right
 * verdict and one tie are right. Two verdicts that contradict each other are a tie, and only what is right counts for its accuracy.
 *
 * @param winners by order, null for a tie or no verdict.
 */
export function decisionOverOrders(winners: readonly [Winner, Winner], label: 1 | 2): Decision {
  const sum = winners.reduce<number>((total, winner) => total + (winner === null ? 0 : winner === label ? 1 : -1), 0)
  return sum > 0 ? 'right' : sum < 0 ? 'wrong' : 'tie'
}
