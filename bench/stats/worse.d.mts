import type { random } from '../../src/core/base/random.ts'
import type { clusterDimensions } from '../../src/core/stats/clusters.ts'
import type { changeP, differenceInterval } from '../../src/core/stats/difference.ts'
import type { jackknife } from '../../src/core/stats/jackknife.ts'
import type * as ruleError from '../../src/core/stats/ruleError.ts'
import type { holm } from '../../src/core/stats/tests.ts'
import type { dropVerdict } from '../../src/deciding/gates/evaluateGates.ts'

/** The statistics that are tried. */
export interface TriedDrops extends Pick<typeof ruleError, 'anyByChance' | 'redByChance' | 'shownChange'> {
  readonly random: typeof random
  readonly jackknife: typeof jackknife
  readonly clusterDimensions: typeof clusterDimensions
  readonly differenceInterval: typeof differenceInterval
  readonly changeP: typeof changeP
  readonly dropVerdict: typeof dropVerdict
  readonly holm: typeof holm
}

/** Shares of runs; designs by their names in worse.mjs. */
export function worseSimulations(tried: TriedDrops): {
  red(
    design: string,
    items: number,
    runs: number,
    drop?: number,
  ): Readonly<Record<'value' | 'worse' | 'lenient' | 'strict' | 'none' | 'said' | 'shows', number>>
  joint(
    design: string,
    items: number,
    rules: number,
    runs: number,
    drop?: number,
  ): { readonly alone: number; readonly together: number; readonly said: number }
}

export const WORSE_DESIGNS: Readonly<Record<string, { readonly rate: number }>>
