import { expect } from 'vitest'
import { simulations } from '../../bench/stats/simulation.mjs'
import { random } from '../../src/base/random.ts'
import * as stats from '../../src/stats/index.ts'
import { isLong } from '../shared.ts'

/** Simulations of our statistics: what `npm run bench:stats` prints in full, a part of it in seconds. Seeded, so that each holds or not. */
export const simulated: ReturnType<typeof simulations> = simulations({ random, ...stats })

/** Numbers of clusters and of simulated runs. */
export type Sizes = (readonly [clusters: number, runs: number])[]

/** Those of the long run. */
export const WHOLE: Sizes = [
  [10, 4000],
  [30, 4000],
  [100, 2000],
  [300, 2000],
]

/** Milliseconds a simulation may take. */
export const TIMEOUT: number = isLong ? 1_800_000 : 60_000

/** Asserts that a share lies between two, both included. */
export function within(share: number, least: number, most: number): void {
  expect(share).toBeGreaterThanOrEqual(least)
  expect(share).toBeLessThanOrEqual(most)
}

/** Three standard errors of a share in that many runs. */
export function threeErrors(share: number, runs: number): number {
  return 3 * Math.sqrt((share * (1 - share)) / runs)
}
