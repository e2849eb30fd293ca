import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type RatedFacts, ratingVerdict } from './rateRefutation.ts'

const FACTS: RatedFacts = {
  expected: { passes: 'the answer to objection 1 to follow it', fails: 'the answer to objection 1 not to follow it' },
  name: 'rating',
  rating: 2,
  threshold: 4,
  objection: 'Call it the shore!',
  turn: 2,
  received: 'He sat on the bank.',
  explanation: 'It still says bank.',
  scores: {},
}
const verdict = (facts: Partial<RatedFacts> = {}) => ratingVerdict({ ...FACTS, ...facts })

describe('a rating below its threshold', () => {
  test('has its share of the total, its loss and its reasons', () => {
    expect(verdict()).toMatchObject({
      passed: false,
      scores: { rating: 2, total: 0.25 },
      threshold: 0.75,
      lost: { rating: 0.75 },
    })
  })

  test('has the whole message', () => {
    expect(verdict().message).toBe(
      [
        'Expected the answer to objection 1 to follow it: rated 2 of 5, needs 4.',
        '  objected  "Call it the shore!" (turn 2)',
        '  received  "He sat on the bank."',
        '  lost      rating: rated 2 of 5: It still says bank.',
      ].join('\n'),
    )
  })

  test('is named in the loss where it has a name', () => {
    const { message, scores, lost } = verdict({ name: 'R(a1,r0)' })
    expect(message).toMatch(/^Expected the answer to objection 1 to follow it: rated 2 of 5, needs 4\.\n/)
    expect(message).toMatch(/lost {6}R\(a1,r0\): rated 2 of 5/)
    expect(scores).toEqual({ 'R(a1,r0)': 2, total: 0.25 })
    expect(lost).toEqual({ 'R(a1,r0)': 0.75 })
  })

  test('says so where the answer is empty, and where nothing is explained', () => {
    const { message } = verdict({ received: '', explanation: '' })
    expect(message).toContain('  received  (an empty answer)\n')
    expect(message.endsWith('  lost      rating: rated 2 of 5')).toBe(true)
  })

  test('shows texts in one line each, cut where they are long', () => {
    const { message } = verdict({ received: `one\ntwo\u001b[2J${'x'.repeat(1200)}` })
    expect(message.split('\n')).toHaveLength(4)
    expect(message).not.toContain('\u001b')
    expect(message).toMatch(/received {2}"one⏎two\\x1b\[2Jx+…" \(1,211 characters\)/)
    expect(message.length).toBeLessThan(700)
  })
})

describe('a rating that reaches its threshold', () => {
  test.each([4, 4.5, 5])('of %s has no loss and nothing to explain', (rating) => {
    expect(verdict({ rating })).toMatchObject({ passed: true, lost: {}, scores: { rating, total: (rating - 1) / 4 } })
  })

  test('says what was expected of it where it should not have', () =>
    expect(verdict({ rating: 5 }).message).toBe('Expected the answer to objection 1 not to follow it: rated 5 of 5, under 4 was expected.'))

  test.each([
    [3.99, 4, false],
    [4, 4, true],
    [3, 3, true],
    [4.5, 4.6, false],
    [1, 1, true],
  ])('of %s against %s: %s', (rating, threshold, passed) => expect(verdict({ rating, threshold }).passed).toBe(passed))
})

test('the total of a rating is 0 for the worst and 1 for the best, and says with its threshold what the rating says', () => {
  const rating = fc.integer({ min: 10, max: 50 }).map((tenths) => tenths / 10)
  expect(verdict({ rating: 1 }).scores.total).toBe(0)
  expect(verdict({ rating: 5 }).scores.total).toBe(1)
  fc.assert(
    fc.property(rating, rating, (one, threshold) => {
      const { passed, scores, threshold: share, lost } = verdict({ rating: one, threshold })
      const { total = Number.NaN } = scores
      expect(passed).toBe(one >= threshold)
      expect(passed).toBe(total >= share)
      expect(Object.values(lost).reduce((sum, part) => sum + part, 0)).toBeCloseTo(passed ? 0 : 1 - total, 12)
    }),
  )
})

test('a figure that is only recorded passes whatever it is, and says so', () => {
  expect(verdict({ rating: 1, recordOnly: true })).toMatchObject({
    passed: true,
    recordOnly: true,
    lost: {},
    scores: { rating: 1, total: 0 },
  })
  expect(verdict({ rating: 5 })).not.toHaveProperty('recordOnly')
})

test('decimals are shown to two digits and kept as they are', () => {
  const { message, scores } = verdict({ rating: 10 / 3, threshold: 3.5 })
  expect(message).toMatch(/^Expected the answer to objection 1 to follow it: rated 3\.33 of 5, needs 3\.5\./)
  expect(scores.rating).toBe(10 / 3)
})

test.each([
  [3.998, 4, '3.998 of 5, needs 4.'],
  [3.99949, 4, '3.999 of 5, needs 4.'],
  [4.3312, 4.3333, '4.331 of 5, needs 4.333.'],
  [10 / 3, 3.3334, '3.3333 of 5, needs 3.3334.'],
  [4 - 2 ** -51, 4, '3.9999999999999996 of 5, needs 4.'],
])('a rating of %s that fails does not read like its threshold, %s', (rating, threshold, words) => {
  const { message, passed } = verdict({ rating, threshold })
  expect(passed).toBe(false)
  expect(message).toContain(`rated ${words}\n`)
  expect(message).toContain(`rated ${words.split(' ')[0]} of 5`)
})

test('further scores stand beside the rating', () =>
  expect(verdict({ scores: { judge_agreement: 0.5 } })).toMatchObject({ scores: { rating: 2, total: 0.25, judge_agreement: 0.5 } }))
