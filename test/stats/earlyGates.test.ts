import { describe, expect, test } from 'vitest'
import { EARLY_DESIGNS, earlySimulations, ofPairs, ofRate } from '../../bench/stats/early.mjs'
import { random } from '../../src/core/base/random.ts'
import { differenceInterval } from '../../src/core/stats/difference.ts'
import { combine } from '../../src/core/stats/jackknife.ts'
import { metricInterval } from '../../src/core/stats/metricInterval.ts'
import { EarlyGate } from '../../src/core/stats/sequential/earlyGate.ts'
import { earlyOrder } from '../../src/core/stats/sequential/earlyOrder.ts'
import { varianceOf } from '../../src/core/stats/variance.ts'
import { widenedInterval } from '../../src/deciding/early/widened.ts'
import { boundVerdict } from '../../src/deciding/gates/evaluateGates.ts'
import { isLong } from '../shared.ts'

const ofInterval = { metricInterval, differenceInterval, varianceOf, combine, widenedInterval }
const simulated = earlySimulations({ random, boundVerdict, EarlyGate, earlyOrder, ...ofInterval })
const RUNS = isLong ? 2000 : 40
/** What a share may lie above its promise by chance: three standard errors in the short run, two in the long. */
const slack = (share: number) => (isLong ? 2 : 3) * Math.sqrt((share * (1 - share)) / RUNS)
const MOST = 0.05 + slack(0.05)
const MOST_GREEN = 0.025 + slack(0.025)
const designs = isLong ? Object.keys(EARLY_DESIGNS) : ['clusters of 5']

describe.each(designs)('a truth at the bound, looked at after every unit: %s', (name) => {
  test.each(['value', 'lenient', 'strict'] as const)('%s says the whole run’s word, but for 5 %% of the runs', (decide) => {
    const { green, other } = simulated.gates(name, decide, 0.05, RUNS)
    expect(green).toBeLessThanOrEqual(MOST_GREEN)
    expect(other).toBeLessThanOrEqual(MOST)
  })

  test('also where the figure itself is the last one below its bound', () =>
    expect(simulated.hardest(name, 0.05, RUNS)).toBeLessThanOrEqual(MOST_GREEN))

  test('three gates share the error', () => expect(simulated.several(name, isLong ? 1000 : 40)).toBeLessThanOrEqual(isLong ? MOST : 0.14))
})

// Each was green where the whole run is red in 8 to 63 % of the runs while the early test had an interval of its own (Wald's).
const LARGE = [
  [0.99, 0.97, 100],
  [0.99, 0.99, 100],
  [0.97, 0.97, 100],
] as const
test.each([[0.99, 0.97, 60], [0.95, 0.95, 60], [0.9, 0.9, 30], ...(isLong ? LARGE : [])] as const)(
  'rate %d, min %d strict, %i items: no green where the whole run is red',
  (truth, bound, items) => {
    const { green, other } = simulated.outcomes(ofRate(truth, items), { bound, decide: 'strict', alpha: 0.05 }, RUNS)
    expect(green).toBeLessThanOrEqual(MOST_GREEN)
    expect(other).toBeLessThanOrEqual(MOST)
  },
)

test.each([
  [0.98, 0, 0.1, 60, 'strict'],
  [0.98, 0.05, 0.05, 60, 'strict'],
  [0.9, 0, 0, 60, 'worse'],
  [0.9, 0.1, 0.02, 60, 'worse'],
] as const)('from %d less %d, maxDrop %d of %i items, %s: the whole run’s word', (base, drop, allowed, items, decide) => {
  const { green, other } = simulated.outcomes(ofPairs(base, -drop, items), { bound: -allowed, decide, alpha: 0.05 }, RUNS)
  expect(green).toBeLessThanOrEqual(MOST_GREEN)
  expect(other).toBeLessThanOrEqual(MOST)
})

describe.each([...designs, 'rate 0.8'])('a truth that is 20 points worse: %s', (name) => {
  test('is found, and on a part of the units', () => {
    const { said, median } = simulated.gates(name, 'value', 0.05, isLong ? 500 : 40, -0.2)
    expect(said.broken).toBeGreaterThan(0.98)
    // Few units, or units of unlike weights, take more.
    expect(median).toBeLessThan({ 'clusters of 5': 0.35, '8 unequal cells': 0.45 }[name] ?? 0.25)
  })
})

describe('items drawn by weight, in unequal cells', () => {
  test('foretold wrongly in every other cell: the errors are as promised', () => {
    const { green, other } = simulated.gates('foretold wrongly in every other cell', 'value', 0.05, RUNS)
    expect(green).toBeLessThanOrEqual(MOST_GREEN)
    expect(other).toBeLessThanOrEqual(MOST)
  })

  test.each([
    [0.05, false],
    [0.2, false],
    [0.1, true],
  ] as const)('of which %d of the scores are missing, in all cells: %s', (share, everywhere) => {
    const { green, other } = simulated.missing(share, everywhere, RUNS, true)
    expect(green).toBeLessThanOrEqual(MOST_GREEN)
    expect(other).toBeLessThanOrEqual(MOST)
  })

  test('a drift ends the promise, and most runs that it meets do not end early for it', () => {
    const calm = simulated.drift('nothing', RUNS, true)
    expect(calm.other).toBeLessThanOrEqual(MOST)
    const drifting = simulated.drift('from 0.88 to 0.72', RUNS, true)
    expect(drifting.early).toBeLessThan(calm.early + 0.3)
  })
})
