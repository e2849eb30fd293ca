import { expect, test } from 'vitest'
import { HoldfastError } from './errors.ts'
import { assertPositive, assertThreshold, assertWhole, INTERVIEW_SCORES, RATINGS, TOTALS } from './scale.ts'

const DOING = 'apply toSatisfyRefutation'

const errorOf = (check: () => void) => {
  try {
    check()
  } catch (error) {
    return error as HoldfastError
  }
  return expect.unreachable()
}

test.each([
  [RATINGS, 1.01],
  [RATINGS, 4],
  [RATINGS, 5],
  [TOTALS, 0],
  [TOTALS, 0.8],
  [TOTALS, 1],
  [INTERVIEW_SCORES, 10.1],
  [INTERVIEW_SCORES, 100],
])('a threshold on its scale is taken: %j: %s', (scale, threshold) => {
  expect(() => assertThreshold(DOING, threshold, scale)).not.toThrow()
})

test.each([
  [RATINGS, 0.8, 'threshold 0.8 is below the scale. Ratings run from 1 to 5: 0.8 would let everything pass. Give 1 < threshold <= 5.'],
  [RATINGS, 1, 'threshold 1 is the end of the scale. Ratings run from 1 to 5: 1 would let everything pass. Give 1 < threshold <= 5.'],
  [RATINGS, 80, 'threshold 80 is above the scale. Ratings run from 1 to 5: 80 would let nothing pass. Give 1 < threshold <= 5.'],
  [RATINGS, Number.NaN, 'threshold NaN is no number. Ratings run from 1 to 5. Give 1 < threshold <= 5.'],
  [TOTALS, -1, 'threshold -1 is below the scale. Totals run from 0 to 1: -1 would let everything pass. Give 0 <= threshold <= 1.'],
  [TOTALS, 80, 'threshold 80 is above the scale. Totals run from 0 to 1: 80 would let nothing pass. Give 0 <= threshold <= 1.'],
  [TOTALS, Number.POSITIVE_INFINITY, 'threshold Infinity is no number. Totals run from 0 to 1. Give 0 <= threshold <= 1.'],
  [TOTALS, '0.8' as unknown as number, 'threshold "0.8" is no number. Totals run from 0 to 1. Give 0 <= threshold <= 1.'],
  [
    INTERVIEW_SCORES,
    0.7,
    'threshold 0.7 is below the scale. Overall scores run from 10 to 100: 0.7 would let everything pass. Give 10 < threshold <= 100.',
  ],
])('a threshold off its scale is an error that says the scale: %j: %s', (scale, threshold, message) => {
  const error = errorOf(() => assertThreshold(DOING, threshold, scale))
  expect(error).toBeInstanceOf(HoldfastError)
  expect(error.code).toBe('USAGE')
  expect(error.message).toBe(`Failed to apply toSatisfyRefutation: ${message}`)
})

test('a whole number is one of at least 1', () => {
  expect(() => assertWhole('distract', 'the number of turns', 3)).not.toThrow()
  for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(errorOf(() => assertWhole('distract', 'the number of turns', value))).toMatchObject({
      code: 'USAGE',
      message: `Failed to distract: the number of turns is ${value}. Give a whole number of at least 1.`,
    })
  }
})

test('a weight is finite and over 0', () => {
  expect(() => assertPositive('make the criterion "a"', 'its weight', 0.3)).not.toThrow()
  for (const value of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(errorOf(() => assertPositive('make the criterion "a"', 'its weight', value))).toMatchObject({
      code: 'USAGE',
      message: `Failed to make the criterion "a": its weight is ${value}. Give a finite number over 0.`,
    })
  }
  expect(errorOf(() => assertPositive('x', 'its weight', '2' as unknown as number)).message).toContain('its weight is "2".')
})
