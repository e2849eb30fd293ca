import { expect, test } from 'vitest'
import { pythonRound } from './pythonRound.ts'

// Values of Python's round(), which rounds the exact binary value and ties to even.
test.each([
  [2.675, 2, 2.67], // the double lies below 2.675
  [0.5, 0, 0],
  [1.5, 0, 2],
  [2.5, 0, 2],
  [0.125, 2, 0.12],
  [0.375, 2, 0.38],
  [1.005, 2, 1],
  [-2.5, 0, -2],
  [0.75475, 4, 0.7548],
  [0, 4, 0],
  [1e21, 2, 1e21],
  [5e-324, 4, 0],
])('round(%d, %i) is %d', (value, digits, rounded) => expect(pythonRound(value, digits)).toBeCloseTo(rounded, 15))

test('what is no number stays as it is', () => {
  expect(pythonRound(Number.NaN, 2)).toBeNaN()
  expect(pythonRound(Number.POSITIVE_INFINITY, 2)).toBe(Number.POSITIVE_INFINITY)
})
