import type { TestCase } from 'vitest/node'
import type { SuiteTimes } from '../../deciding/liveRun.ts'

/** When each suite of a run began and ended, by Vitest's own times of its tests: they stand in its blobs too, which a run may be merged from. */
export class SuiteClock {
  readonly #times = new Map<string, SuiteTimes>()

  /** By suite, as far as its tests have ended. */
  get times(): ReadonlyMap<string, SuiteTimes> {
    return this.#times
  }

  /** Takes in a test of a suite that ended. */
  add(suite: string, test: Pick<TestCase, 'diagnostic'>): void {
    const ran = test.diagnostic()
    if (!ran) return
    const [known, end] = [this.#times.get(suite), ran.startTime + ran.duration]
    this.#times.set(suite, { start: Math.min(known?.start ?? ran.startTime, ran.startTime), end: Math.max(known?.end ?? end, end) })
  }
}
