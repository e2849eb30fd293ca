import { describe, expect, test } from 'vitest'
import { RUNS, simulated, slice, TIMEOUT, threeErrors } from './simulated.ts'

// Where benchmarks really are, and where intervals of the usual kind hold the truth in 66 to 90 of 100 runs.
const FIGURES = [
  ['10 items', '90 % perfect'],
  ['5 clusters of 4', '97 % perfect'],
  ['10 clusters of 4', 'mean 0.6'],
  ['10 clusters of 4', '97 % perfect'],
  ['30 clusters of 4', '97 % perfect'],
  ['10 unequal clusters', 'mean 0.6'],
  ['20 tasks of 1, pooled', '90 % perfect'],
  ['20 tasks of 2, pooled', 'U-shaped'],
  ['20 tasks of 3, pooled', 'rate 0.97'],
  ['mean of 20 cells of 3', '97 % perfect'],
  ['5 by 18 crossed', 'rate 0.9'],
  ['mean of cells of 1 to 8', 'rate 0.9'],
] as const

describe(`of the 95 % intervals of ${RUNS} simulated runs`, () => {
  test.each(slice(FIGURES, 8))(
    'of %s, %s, 93 to 98 of 100 hold the truth, and at most 4 flatter',
    (design, scores) => {
      const { covered, flattering, none, outside } = simulated.coverage(design, scores, RUNS)
      expect(covered).toBeGreaterThanOrEqual(0.93 - threeErrors(0.93))
      expect(covered).toBeLessThanOrEqual(Math.min(1, 0.98 + threeErrors(0.98)))
      expect(flattering).toBeLessThanOrEqual(0.04 + threeErrors(0.04))
      expect([none, outside]).toEqual([0, 0])
    },
    TIMEOUT,
  )
})

test.each(slice([3, 10, 30, 5, 100], 3))(
  'a strict gate on %i nearly perfect items holds in at most 5 of 100 runs whose truth is its bound',
  (items) => {
    expect(simulated.strictHolds(items, RUNS)).toBeLessThanOrEqual(0.05 + threeErrors(0.05))
    expect(simulated.strictHolds(items, RUNS, -0.5)).toBeLessThanOrEqual(0.05 + threeErrors(0.05))
  },
  TIMEOUT,
)
