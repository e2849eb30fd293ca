import type { Random, SeedParts } from '../../src/base/random.ts'
import type * as stats from '../../src/stats/index.ts'

/** The statistics that are tried. */
export interface Tried extends Pick<typeof stats, 'withIntervals' | 'clusteredRate' | 'compareRecords' | 'itemsNeeded'> {
  random(...parts: SeedParts): Random
}

/** Kinds of item totals. */
export type ScoreKind = 'normal' | 'bounded'

/** Shares of what is said below; all seeded by their arguments. */
export interface Simulations {
  coverage(kind: ScoreKind, clusters: number, runs: number): number
  crossedCoverage(templates: number, contexts: number, runs: number): number
  rateCoverage(rate: number, clusters: number, runs: number): number
  size(kind: ScoreKind, clusters: number, runs: number): { paired: number; permutation: number; bootstrap: number }
  power(effect: number, pilotClusters: number, runs: number): { told: number; items: number }
}

export function simulations(tried: Tried): Simulations
