import { sum } from '../../core/base/collections.ts'
import { mean } from '../../core/base/mean.ts'
import { INTERVIEW_METRICS, type InterviewMetric, type RoundEvaluation } from './evaluation.ts'

/** How rounds are weighted. */
export interface InterviewScoring {
  /** The most rounds, by which the paper's formula weighs; in a matcher 5 by default. */
  readonly maxRounds: number
  /** `decay`: exp(-0.2 i), the first round counts most; `constant`: an ablation of the paper. */
  readonly weights?: 'decay' | 'constant'
}

/** An interview's scores; null for a metric without a usable score. */
export type ScoredInterview = ReturnType<typeof scoreInterview>

const DECAY = 0.2
const VALUES: Readonly<Record<number, number>> = { 0: 0, 1: 1, 2: 3, 3: 7, 4: 10 }

/** Scores an interview from the evaluations of its rounds (docs/suites/kieval.md, R9). */
export function scoreInterview(evaluations: readonly RoundEvaluation[], scoring: InterviewScoring) {
  const rounds = evaluations.length
  const scoresOf = (metric: InterviewMetric) => evaluations.map((round) => round[metric])
  const scored = INTERVIEW_METRICS.map((metric) => [metric, scoreMetric(scoresOf(metric), rounds, scoring)])
  const scores: Readonly<Record<InterviewMetric, ReturnType<typeof scoreMetric>>> = Object.fromEntries(scored)
  // Rounds include the one that ended it, and the reason is that of the last.
  const { stop: stopped = false, stopReason = null } = evaluations.at(-1) ?? {}
  return { rounds, stopped, stopReason, scores }
}

/**
 * Score of a metric over `count` evaluated rounds, null without any; later ones move up for rounds without. `worthOf` gives a score's
 * worth, 0 to 10, with its place: officially by default.
 */
export function scoreMetric(
  rounds: readonly (number | null)[],
  count: number,
  { maxRounds, weights = 'decay' }: InterviewScoring,
  worthOf: (score: number, place: number) => number = officialValue,
) {
  const usable = rounds.filter((score) => score !== null)
  if (usable.length === 0) return null
  const weighted = (values: readonly number[], weightOf: (round: number) => number) => {
    const own = values.map((_, round) => (weights === 'constant' ? 1 : weightOf(round)))
    return sum(own.map((weight, round) => weight * (values[round] as number))) / sum(own)
  }
  return {
    n: usable.length,
    min: Math.min(...usable),
    max: Math.max(...usable),
    mean: mean(usable),
    /** The official score, 10 for all 1s to 100 for all 4s. */
    kieval: 10 * weighted(usable.map(worthOf), (round) => Math.exp(-DECAY * round)),
    /** The paper's formula with n = the most rounds there may be, 0 to 1. */
    paperMax: weighted(usable, (round) => Math.exp(-round / maxRounds)) / 4,
    /** The paper's formula with n = the rounds there were, 0 to 1. */
    paperActual: weighted(usable, (round) => Math.exp(-round / count)) / 4,
  }
}

/** The official value of a score: 1, 3, 7, 10 for 1 to 4; anything in between by its share of 4. */
export function officialValue(score: number): number {
  return VALUES[score] ?? (score / 4) * 10
}
