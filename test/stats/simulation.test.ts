import { describe, expect, test } from 'vitest'
import { simulations } from '../../bench/stats/simulation.mjs'
import { random } from '../../src/base/random.ts'
import * as stats from '../../src/stats/index.ts'
import { isLong } from '../shared.ts'

// What `npm run bench:stats` prints in full, a part of it in seconds; all of it with TEST_LONG=1. Seeded, so it holds or not.
const simulated = simulations({ random, ...stats })

type Sizes = (readonly [clusters: number, runs: number])[]

const WHOLE: Sizes = [
  [10, 4000],
  [30, 4000],
  [100, 2000],
  [300, 2000],
]
const SHORT: Sizes = [
  [10, 2000],
  [30, 1000],
]
/** Numbers of clusters and of simulated runs. */
const RUNS = isLong ? WHOLE : SHORT
/** The same for pairs of runs, which take longer. */
const PAIRS: Sizes = isLong ? WHOLE : [[10, 800]]
const TIMEOUT = isLong ? 1_800_000 : 60_000

function within(share: number, least: number, most: number): void {
  expect(share).toBeGreaterThanOrEqual(least)
  expect(share).toBeLessThanOrEqual(most)
}

describe.each(RUNS)('of intervals from %i clusters, in %i runs,', (clusters, runs) => {
  test.each(['normal', 'bounded'] as const)(
    'those of a mean of %s totals hold the truth in 93 to 97 of 100',
    (kind) => within(simulated.coverage(kind, clusters, runs), 0.93, 0.97),
    TIMEOUT,
  )

  test.each([0.5, 0.7])(
    'those of a rate of %d hold it in 93 to 97 of 100',
    (rate) => within(simulated.rateCoverage(rate, clusters, runs), 0.93, 0.97),
    TIMEOUT,
  )

  // With 10 clusters of 5, some 5 misses: Wilson's interval by itself holds more than it says, and is lowered on top of that.
  test(
    'those of a rate of 0.9 hold it in 93 to 97 of 100, with 10 clusters in up to 98.5',
    () => within(simulated.rateCoverage(0.9, clusters, runs), 0.93, clusters === 10 ? 0.985 : 0.97),
    TIMEOUT,
  )
})

test.each(PAIRS)(
  'of equally good runs of %i clusters, in %i pairs, 4 to 6 of 100 are told apart',
  (clusters, pairs) => {
    // Fewer pairs in the short test: within three standard errors.
    const slack = isLong ? 0.01 : 3 * Math.sqrt((0.05 * 0.95) / pairs)
    const { paired, permutation, bootstrap } = simulated.size('bounded', clusters, pairs)
    within(paired, 0.05 - slack, 0.05 + slack)
    within(permutation, 0.05 - slack, 0.05 + slack)
    within(bootstrap, 0.05 - slack, 0.05 + slack)
  },
  TIMEOUT,
)

test(
  'of intervals of a mean over templates by contexts, 92 to 97.5 of 100 hold the truth',
  () => within(simulated.crossedCoverage(isLong ? 30 : 10, 18, isLong ? 1000 : 400), 0.92, 0.975),
  TIMEOUT,
)

test(
  'with as many items as a pilot run says it takes, a true change is told in at least 80 of 100 seeds',
  () => {
    const [effect, pilot, seeds] = isLong ? ([0.02, 100, 200] as const) : ([0.1, 20, 60] as const)
    const { told, items } = simulated.power(effect, pilot, seeds)
    expect(told).toBeGreaterThanOrEqual(0.8)
    // Nor by asking for far more than it takes. Variance of a difference of two cluster means of 5 items: of what is a model's
    // own, half of each deviation, twice: (0.25² + 0.35² / 5) / 2; times 10.51 over the squared change; 5 items each.
    const needed = ((5 * (0.25 ** 2 + 0.35 ** 2 / 5)) / 2) * (10.51 / effect ** 2)
    within(items, 0.9 * needed, 1.25 * needed)
  },
  TIMEOUT,
)
