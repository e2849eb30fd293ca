import { expect, test } from 'vitest'
import { meanDifference, percentile } from '../../suites/sharded/summary.ts'

// numpy.percentile of the same values, by its formula: place (n - 1) q, and between neighbours in proportion.
test.each([
  [[0, 100], 0.9, 90],
  [[100, 0, 50], 0.9, 90],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9, 91],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.1, 19],
  [[7], 0.1, 7],
])('of %j at %d is %d', (values, share, expected) => expect(percentile(values, share)).toBeCloseTo(expected, 12))

test('of nothing is none', () => expect(percentile([], 0.5)).toBeNaN())

/** What a figure of so many trials comes to on average, over all results that they can have; each is as likely. */
function expected(figure: (values: readonly number[]) => number, trials: number): number {
  const results = Array.from({ length: trials }).reduce<number[][]>(
    (all) => all.flatMap((some) => [0, 0, 50, 100].map((one) => [...some, one])),
    [[]],
  )
  return results.reduce((sum, values) => sum + figure(values), 0) / results.length
}

// Two draws of 0, 0, 50 and 100 differ by 0 in 6 of 16 cases, by 50 in 6 and by 100 in 4.
test.each([2, 3, 5])('the mean difference of %d trials is right on average, where percentiles hang on their number', (trials) => {
  expect(expected(meanDifference, trials)).toBeCloseTo((6 * 50 + 4 * 100) / 16, 10)
  const spread = (values: readonly number[]) => percentile(values, 0.9) - percentile(values, 0.1)
  if (trials > 2) expect(expected(spread, trials)).toBeGreaterThan(expected(spread, trials - 1) + 5)
})
