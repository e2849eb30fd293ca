import type { Random, SeedParts } from '../../../core/base/random.ts'
import type { wilson } from '../../../core/stats/wilson.ts'
import type { correctedRate } from '../agreement/corrected.ts'
import type { correctedMean } from '../agreement/correctedMean.ts'

/** The statistics that are tried. */
export interface TriedJudges {
  random(...parts: SeedParts): Random
  readonly correctedMean: typeof correctedMean
  readonly correctedRate: typeof correctedRate
  readonly wilson: typeof wilson
}

/** Shares of intervals that hold the true rate, and of runs without one. */
export interface JudgeCoverage {
  readonly ppi: number
  readonly lee: number
  readonly uncorrected: number
  readonly leeMissing: number
  readonly ppiMissing: number
  /** Shares of the intervals all of which lie above the true rate. */
  readonly leeOver: number
  readonly ppiOver: number
}

/** Judges, rates, numbers of labels and of clusters that are tried, as judgeSimulations.mjs says. */
export const JUDGES: Readonly<Record<string, { readonly specificity: number; readonly sensitivity: number }>>
export const RATES: readonly number[]
export const SAMPLES: readonly { readonly labels: number; readonly clusters: number }[]

export function judgeSimulations(tried: TriedJudges): {
  coverage(judge: string, rate: number, labels: number, clusters: number, runs: number): JudgeCoverage
}
