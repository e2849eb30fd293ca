import type { random } from '../../src/core/base/random.ts'
import type { differenceInterval } from '../../src/core/stats/difference.ts'
import type { combine } from '../../src/core/stats/jackknife.ts'
import type { metricInterval } from '../../src/core/stats/metricInterval.ts'
import type { EarlyGate } from '../../src/core/stats/sequential/earlyGate.ts'
import type { earlyOrder } from '../../src/core/stats/sequential/earlyOrder.ts'
import type { Way } from '../../src/core/stats/sequential/turningFigures.ts'
import type { varianceOf } from '../../src/core/stats/variance.ts'
import type { widenedInterval } from '../../src/deciding/early/widened.ts'
import type { boundVerdict } from '../../src/deciding/gates/evaluateGates.ts'

/** The statistics under test. */
export interface EarlyStatistics {
  readonly random: typeof random
  readonly boundVerdict: typeof boundVerdict
  readonly differenceInterval: typeof differenceInterval
  readonly metricInterval: typeof metricInterval
  readonly varianceOf: typeof varianceOf
  readonly combine: typeof combine
  readonly widenedInterval: typeof widenedInterval
  readonly EarlyGate: typeof EarlyGate
  readonly earlyOrder: typeof earlyOrder
}

/** A benchmark that is simulated. */
export interface Design {
  readonly name: string
  readonly truth: number
  readonly units: number
}

/** A rule that is simulated. */
export interface SimulatedRule {
  readonly bound: number
  readonly decide: Way
  readonly alpha: number
}

type Words = Readonly<Partial<Record<'held' | 'broken' | 'undecided', number>>>

/** Shares of simulated runs, and the median share of the units that a decision took. */
export interface Outcomes {
  /** Green where the whole run is red, and the other way round; another word than the whole run's. */
  readonly green: number
  readonly red: number
  readonly other: number
  readonly early: number
  readonly said: Words
  readonly whole: Words
  readonly median: number
}

export const EARLY_DESIGNS: Readonly<Record<string, Omit<Design, 'name'>>>
export const DRIFTS: Readonly<Record<string, unknown>>
export function ofRate(truth: number, units: number): Design
export function ofPairs(base: number, truth: number, units: number): Design

export function earlySimulations(statistics: EarlyStatistics): {
  gates(name: string, mode: Way, alpha: number, runs: number, shift?: number): Outcomes
  outcomes(design: Design, rule: SimulatedRule, runs: number, from?: { readonly shift?: number; readonly seed?: number }): Outcomes
  hardest(name: string, alpha: number, runs: number): number
  several(name: string, runs: number, mode?: Way, total?: number): number
  drift(name: string, runs: number): Outcomes
  missing(lacking: number, everywhere: boolean, runs: number): Outcomes
}
