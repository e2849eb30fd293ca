import { describe, test } from 'vitest'
import { isLong } from '../shared.ts'
import { type Sizes, simulated, TIMEOUT, threeErrors, WHOLE, within } from './simulated.ts'

/** A slice in the short run. */
const SHORT: Sizes = [
  [10, 1000],
  [30, 500],
]

describe.each(isLong ? WHOLE : SHORT)('of intervals from %i clusters, in %i runs,', (clusters, runs) => {
  // 93 to 97 of 100; in few runs within three standard errors of 95.
  const slack = Math.max(0.02, isLong ? 0 : threeErrors(0.95, runs))

  test.each(['normal', 'bounded'] as const)(
    'those of a mean of %s totals hold the truth in about 95 of 100',
    (kind) => within(simulated.coverage(kind, clusters, runs), 0.95 - slack, 0.95 + slack),
    TIMEOUT,
  )

  test.each([0.5, 0.7])(
    'those of a rate of %d hold it in about 95 of 100',
    (rate) => within(simulated.rateCoverage(rate, clusters, runs), 0.95 - slack, 0.95 + slack),
    TIMEOUT,
  )

  // With 10 clusters of 5, some 5 misses: Wilson's interval by itself holds more than it says, and is lowered on top of that.
  test(
    'those of a rate of 0.9 hold it in about 95 of 100, with 10 clusters in up to 98.5',
    () => within(simulated.rateCoverage(0.9, clusters, runs), 0.95 - slack, clusters === 10 ? 0.985 : 0.95 + slack),
    TIMEOUT,
  )
})

test(
  'of intervals of a mean over templates by contexts, 92 to 97.5 of 100 hold the truth',
  () => within(simulated.crossedCoverage(isLong ? 30 : 10, 18, isLong ? 1000 : 400), 0.92, 0.975),
  TIMEOUT,
)
