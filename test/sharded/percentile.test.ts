import { expect, test } from 'vitest'
import { percentile } from '../../suites/sharded/summary.ts'

// numpy.percentile of the same values, by its formula: place (n - 1) q, and between neighbours in proportion.
test.each([
  [[0, 100], 0.9, 90],
  [[100, 0, 50], 0.9, 90],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9, 91],
  [[10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.1, 19],
  [[7], 0.1, 7],
])('of %j at %d is %d', (values, share, expected) => expect(percentile(values, share)).toBeCloseTo(expected, 12))

test('of nothing is none', () => expect(percentile([], 0.5)).toBeNaN())
