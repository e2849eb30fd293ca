import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRating } from './ratingJudge.ts'

const rate = (content: string, least = 1, most = 5) => parseRating({ content }, least, most)

describe('a rating', () => {
  test.each([
    ['[[3]]', 3],
    ['The scale is [[1]] to [[5]]. I give [[2]].', 2],
    ['Rating: [[ 4 ]]', 4],
    ['[[\n5\n]]', 5],
    ['[[9]] is too much: [[1]]', 1],
    ['[[5]][[2]]', 2],
    ['[[[4]]]', 4],
    ['[[05]]', 5],
    ['[[+4]]', 4],
  ])('in %j is the last one: %i', (content, value) => {
    expect(rate(content)).toEqual({ value })
  })

  test('may be between two whole numbers', () => {
    expect(rate('[[4.5]]')).toEqual({ value: 4.5 })
  })

  test('may be the ends of the scale, 0 among them', () => {
    expect([rate('[[0]]', 0, 10), rate('[[10]]', 0, 10)]).toEqual([{ value: 0 }, { value: 10 }])
  })

  test('is the last one of any number of them', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 9 }), fc.lorem(), (ratings, words) => {
        expect(rate(ratings.map((one) => `${words} [[${one}]]`).join(' '))).toEqual({ value: ratings.at(-1) })
      }),
    )
  })
})

describe('a reply is unusable', () => {
  test.each(['', '5', '[5]', '[[five]]', '[[-]]', '[[4.5.1]]', '[[3/5]]', '[[]]', '[ [4] ]', '［［4］］', '[[４]]'])(
    'without a rating: %j',
    (content) => {
      expect(rate(content)).toEqual({ unusable: 'it has no rating in the form [[n]]' })
    },
  )

  test.each(['0', '6', '-1', '-4.5', '50', '99999999999999999999'])('with the last rating outside the scale: %s', (rating) => {
    expect(rate(`[[3]] or rather [[${rating}]]`)).toEqual({ unusable: `the rating ${rating} is outside 1 to 5` })
  })
})
