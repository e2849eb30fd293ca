import { simulations } from '../../bench/stats/simulation.mjs'
import { random } from '../../src/core/base/random.ts'
import * as stats from '../../src/core/stats/index.ts'
import { boundVerdict } from '../../src/deciding/gates/evaluateGates.ts'
import { isLong } from '../shared.ts'

/** Simulations of our statistics: what `npm run bench:stats` prints in full, a slice of it in seconds. Seeded, so that each holds or not. */
export const simulated: ReturnType<typeof simulations> = simulations({ random, ...stats, boundVerdict })

/** Simulated runs of a cell. */
export const RUNS: number = isLong ? 1000 : 200

/** All rows of a table in the long run, else the first. */
export function slice<Row>(rows: readonly Row[], count: number): readonly Row[] {
  return isLong ? rows : rows.slice(0, count)
}

/** Milliseconds a simulation may take: in the long run more than other tests. */
export const TIMEOUT: number = isLong ? 1_800_000 : 600_000

/** Three standard errors of a share in as many runs. */
export function threeErrors(share: number): number {
  return 3 * Math.sqrt((share * (1 - share)) / RUNS)
}
