import { describe, expect, test } from 'vitest'
import { isLong } from '../shared.ts'
import { RUNS, simulated, slice, TIMEOUT, threeErrors } from './simulated.ts'

/** Designs and scores, and whether the truth of a change lets as many as 3 of 100 pairs be told apart by chance. */
const PAIRS = [
  ['10 clusters of 4', '90 % perfect', true],
  ['20 tasks of 2, pooled', 'rate 0.5', true],
  ['30 items', '97 % perfect', false],
  ['10 items', 'mean 0.6', true],
  ['10 unequal clusters', 'mean 0.6', true],
  ['5 by 18 crossed', 'mean 0.6', true],
  ['mean of 20 cells of 3', 'U-shaped', true],
] as const

describe(`of ${RUNS} pairs of equally good runs`, () => {
  test.each(slice(PAIRS, 2))(
    'of %s, %s, 3 to 6 of 100 are told apart',
    (design, scores, often) => {
      const { told, covered, outside } = simulated.change(design, scores, RUNS)
      expect(told).toBeLessThanOrEqual(0.06 + threeErrors(0.06))
      // One pair at the least: a test that never tells is none.
      if (often) expect(told).toBeGreaterThanOrEqual(Math.max(1 / RUNS, 0.03 - threeErrors(0.03)))
      // One verdict: it is told where the interval leaves 0 out, which is the truth here.
      expect(covered).toBeCloseTo(1 - told, 12)
      expect(outside).toBe(0)
    },
    TIMEOUT,
  )
})

const DROPS = [
  ['10 clusters of 4', '90 % perfect'],
  ['5 by 18 crossed', 'rate 0.97'],
  ['20 tasks of 2, pooled', '97 % perfect'],
] as const

test.each(slice(DROPS, 1))(
  `the intervals of a change for the worse, of %s, %s, hold it in 93 of 100 pairs or more, and flatter in at most 4`,
  (design, scores) => {
    const { covered, flattering } = simulated.change(design, scores, RUNS, -0.5)
    expect(covered).toBeGreaterThanOrEqual(0.93 - threeErrors(0.93))
    expect(flattering).toBeLessThanOrEqual(0.04 + threeErrors(0.04))
  },
  TIMEOUT,
)

test.runIf(isLong)(
  'the headline, tested by itself, is told more often than as one of many',
  () => {
    const { first, together } = simulated.families('20 tasks of 10, pooled', 'mean 0.6', RUNS / 4, -0.15)
    expect(first).toBeGreaterThan(together + 0.1)
  },
  TIMEOUT,
)

const NUMBERS = [
  ['30 items', 'mean 0.6'],
  ['30 clusters of 4', 'rate 0.5'],
  ['20 tasks of 3, pooled', 'U-shaped'],
] as const

test.each(slice(NUMBERS, 1))(
  'the items for a drop of 0.02, of %s, %s, are within a factor of two of the right number in 85 of 100 runs',
  (design, scores) => {
    expect(simulated.itemsWithinTwo(design, scores, 0.02, RUNS).within).toBeGreaterThanOrEqual(0.85)
  },
  TIMEOUT,
)
