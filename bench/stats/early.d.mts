import type { random } from '../../src/core/base/random.ts'
import type { differenceInterval } from '../../src/core/stats/difference.ts'
import type { metricInterval } from '../../src/core/stats/metricInterval.ts'
import type { EarlyGate } from '../../src/core/stats/sequential/earlyGate.ts'
import type { earlyOrder } from '../../src/core/stats/sequential/earlyOrder.ts'
import type { boundVerdict } from '../../src/deciding/gates/evaluateGates.ts'

/** The statistics under test. */
export interface EarlyStatistics {
  readonly random: typeof random
  readonly boundVerdict: typeof boundVerdict
  readonly differenceInterval: typeof differenceInterval
  readonly metricInterval: typeof metricInterval
  readonly EarlyGate: typeof EarlyGate
  readonly earlyOrder: typeof earlyOrder
}

/** Shares of simulated runs, and the median share of the units that a decision took. */
export interface GateShares {
  readonly ended: number
  readonly wrong: number
  readonly fixed: number
  readonly early: number
  readonly held: number
  readonly median: number
}

export const EARLY_DESIGNS: Readonly<Record<string, unknown>>

export function earlySimulations(statistics: EarlyStatistics): {
  gates(name: string, mode: 'value' | 'lenient' | 'strict', alpha: number, runs: number, shift?: number, looked?: boolean): GateShares
  hardest(name: string, alpha: number, runs: number): number
  several(name: string, runs: number, mode?: 'value' | 'lenient', total?: number): { readonly wrong: number; readonly ended: number }
}
