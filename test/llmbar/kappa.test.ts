import { describe, expect, test } from 'vitest'
import { cohenKappa } from '../../suites/llmbar/kappa.ts'

type Pairs = readonly (readonly [string, string])[]

/** Pairs of verdicts by how often each occurs. */
const times = (...counts: readonly (readonly [number, string, string])[]): Pairs =>
  counts.flatMap(([count, one, other]) => Array.from({ length: count }, () => [one, other] as const))

describe('kappa', () => {
  // 0.7 of 50 agree, 0.25 · 2 by chance: the textbook's 0.4.
  test('is the agreement beyond chance, as a share of what there could be', () => {
    expect(cohenKappa(times([20, 'yes', 'yes'], [5, 'yes', 'no'], [10, 'no', 'yes'], [15, 'no', 'no']))).toBeCloseTo(0.4, 12)
  })

  test('takes as many categories as occur', () => {
    const table = times(
      [44, 'a', 'a'],
      [5, 'a', 'b'],
      [1, 'a', 'c'],
      [7, 'b', 'a'],
      [20, 'b', 'b'],
      [3, 'b', 'c'],
      [9, 'c', 'a'],
      [5, 'c', 'b'],
      [6, 'c', 'c'],
    )
    // By hand: 70 of 100 agree; rows 50, 30, 20 and columns 60, 30, 10 agree by chance in 41.
    expect(cohenKappa(table)).toBeCloseTo((0.7 - 0.41) / (1 - 0.41), 12)
  })

  test('is 1 for full agreement, 0 for a rater that always says the same, below 0 for less than chance', () => {
    expect(cohenKappa(times([3, '1', '1'], [4, '2', '2']))).toBe(1)
    expect(cohenKappa(times([3, '1', '1'], [4, '2', '1']))).toBeCloseTo(0, 12)
    expect(cohenKappa(times([1, '1', '2'], [1, '2', '1']))).toBe(-1)
  })

  test('is not known where both always say the same, nor of nothing', () => {
    expect(cohenKappa(times([5, '1', '1']))).toBeNaN()
    expect(cohenKappa([])).toBeNaN()
  })
})
