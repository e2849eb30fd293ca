import type { Random, SeedParts } from '../../src/core/base/random.ts'
import type * as stats from '../../src/core/stats/index.ts'
import type { boundVerdict } from '../../src/deciding/gates/evaluateGates.ts'

/** The statistics that are tried. */
export interface Tried extends Pick<typeof stats, 'withIntervals' | 'compareRecords' | 'itemsNeeded'> {
  random(...parts: SeedParts): Random
  readonly boundVerdict: typeof boundVerdict
}

/** Shares of runs: of those whose interval holds the truth, is all better than it, is not there, leaves the scale. */
export interface Coverage {
  readonly covered: number
  readonly flattering: number
  readonly none: number
  readonly outside: number
}

/** The same of a change, with shares of pairs that tests tell apart at 5 %. */
export interface Told extends Coverage {
  readonly told: number
}

/** Shares of what is said in simulation.mjs; designs and scores by their names in designs.mjs, all seeded by their arguments. */
export interface Simulations {
  coverage(design: string, scores: string, runs: number): Coverage
  change(design: string, scores: string, runs: number, shift?: number): Told
  strictHolds(items: number, runs: number, shift?: number): number
  itemsWithinTwo(design: string, scores: string, change: number, runs: number): { within: number; right: number }
  families(design: string, scores: string, runs: number, shift: number): { first: number; together: number }
}

export function simulations(tried: Tried): Simulations
