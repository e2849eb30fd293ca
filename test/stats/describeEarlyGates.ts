import { describe, expect, test } from 'vitest'
import { EARLY_DESIGNS, earlySimulations } from '../../bench/stats/early.mjs'
import { random } from '../../src/core/base/random.ts'
import { differenceInterval } from '../../src/core/stats/difference.ts'
import { metricInterval } from '../../src/core/stats/metricInterval.ts'
import { EarlyGate } from '../../src/core/stats/sequential/earlyGate.ts'
import { earlyOrder } from '../../src/core/stats/sequential/earlyOrder.ts'
import { boundVerdict } from '../../src/deciding/gates/evaluateGates.ts'
import { isLong } from '../shared.ts'

const simulated = earlySimulations({ random, boundVerdict, metricInterval, differenceInterval, EarlyGate, earlyOrder })
/** Pairs take three times as long as the rest. */
const runsOf = (name: string) => (isLong ? 2000 : name.includes('paired') ? 50 : 100)
/** What a share of 5 % may lie above it by chance, in the short run: three standard errors. The long run gives nothing. */
const mostOf = (runs: number) => 0.05 + (isLong ? 0 : 3 * Math.sqrt((0.05 * 0.95) / runs))
/** By the whole run's own interval 2.5 % of the runs at the bound end broken, and early ones may add as many. */
const OF_INTERVAL = 0.025
const SHORT = ['rate 0.8', 'drop, paired', 'clusters of 5']

/** Describes what gates that are decided early promise, in the designs of a kind. */
export function describeEarlyGates(kind: RegExp): void {
  const designs = (isLong ? Object.keys(EARLY_DESIGNS) : SHORT).filter((name) => kind.test(name))

  describe.each(designs)('a truth at the bound, looked at after every unit: %s', (name) => {
    const RUNS = runsOf(name)
    const MOST = mostOf(RUNS)

    test('a lenient gate ends broken in at most 5 % of the runs; the ordinary interval, looked at as often, in more', () => {
      const { ended, wrong, fixed } = simulated.gates(name, 'lenient', OF_INTERVAL, RUNS, 0, true)
      expect(ended).toBeLessThanOrEqual(MOST)
      expect(wrong).toBeLessThanOrEqual(MOST)
      // At 5 % of the runs it would keep its promise.
      expect(fixed).toBeGreaterThan(isLong ? 0.07 : 0.05)
    })

    test('a gate on the number says something else than the whole run in at most 5 % of the runs', () => {
      expect(simulated.gates(name, 'value', 0.05, RUNS).wrong).toBeLessThanOrEqual(MOST)
      // The hardest case: the figure itself is the last one below its bound.
      expect(simulated.hardest(name, 0.05, RUNS)).toBeLessThanOrEqual(isLong ? MOST + 2 * Math.sqrt((0.05 * 0.95) / RUNS) : MOST)
    })

    test('three gates share the error', () =>
      expect(simulated.several(name, isLong ? 1000 : 50).wrong).toBeLessThanOrEqual(isLong ? MOST : 0.14))
  })

  describe.each(designs)('a truth that is 20 points worse: %s', (name) => {
    test('is found, and on a part of the units', () => {
      const { ended, median } = simulated.gates(name, 'value', 0.05, isLong ? 500 : 40, -0.2)
      expect(ended).toBeGreaterThan(0.98)
      // Few units, or units of unlike weights, take more.
      expect(median).toBeLessThan({ 'clusters of 5': 0.3, '8 unequal cells': 0.4 }[name] ?? 0.2)
    })
  })
}
