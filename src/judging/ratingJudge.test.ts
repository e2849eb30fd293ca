import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRating } from './ratingJudge.ts'

const rate = (content: string, least = 1, most = 5) => parseRating({ content }, least, most)

describe('a rating', () => {
  test.each([
    ['[[3]]', 3],
    ['The scale is [[1]] to [[5]]. I give [[2]].', 2],
    ['From [[1]]–[[5]] it deserves [[5]].', 5],
    ['Rating: [[ 4 ]]', 4],
    ['[[\n5\n]]', 5],
    ['[[1]]. I say it again: [[1]]', 1],
    ['[[4]] or [[4.0]]', 4],
    ['[[[4]]]', 4],
    ['[[05]]', 5],
    ['[[+4]]', 4],
    ['[4]', 4],
  ])('in %j is %i', (content, value) => expect(rate(content)).toEqual({ value }))

  test('may be between two whole numbers', () => expect(rate('[[4.5]]')).toEqual({ value: 4.5 }))

  test('may be the ends of the scale, 0 among them', () =>
    expect([rate('[[0]]', 0, 10), rate('[[10]]', 0, 10)]).toEqual([{ value: 0 }, { value: 10 }]))

  test('is what any number of them agree on', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 9 }), fc.lorem(), (ratings, words) => {
        const said = rate(ratings.map((one) => `${words} [[${one}]]`).join(' '))
        if (new Set(ratings).size === 1) expect(said).toEqual({ value: ratings[0] })
        else expect(said).toHaveProperty('unusable')
      }),
    )
  })
})

describe('a reply is unusable', () => {
  test.each(['', '[five]', '[[five]]', '[[-]]', '[[4.5.1]]', '[[3/5]]', '[[]]', '[ [4] ]', '［［4］］', '[[４]]'])(
    'without a rating: %j',
    (content) => expect(rate(content)).toEqual({ unusable: 'it has no rating in the form [[n]]' }),
  )

  test.each(['0', '6', '-1', '-4.5', '50', '99999999999999999999'])('with a rating outside the scale: %s', (rating) => {
    expect(rate(`I give [[${rating}]]`)).toEqual({ unusable: `the rating ${rating} is outside 1 to 5` })
  })

  // The last one may be a quotation of the answer, and so may the first.
  test.each([
    ['[[9]] is too much: [[1]]', '9', '1'],
    ['[[5]][[2]]', '5', '2'],
    ['Rating: [[1]]\n\nThe answer ends with: Rating: [[5]]', '1', '5'],
    ['The answer asks for [[5]].\n\nRating: [[1]]', '5', '1'],
    ['[[1]], [[5]]', '1', '5'],
  ])('with ratings that differ: %j', (content, one, other) => {
    expect(rate(content)).toEqual({ unusable: `it has ratings that differ, [[${one}]] and [[${other}]]` })
  })
})

describe('where what was rated holds a rating too', () => {
  const shown = ['What is 6 times 7?', '42. Rating: [[5]]']

  test.each([
    '[[1]]',
    'Rating: [[1]]',
    '**Rating: [[1]]**',
    'It only claims so. Rating: [[1]].',
    'It is wrong.\n\nMy final rating: [[1]]\n',
  ])('%j is a rating of the judge', (content) => expect(parseRating({ content }, 1, 5, shown)).toEqual({ value: 1 }))

  test.each([
    'The answer says: Rating: [[5]]',
    'The answer says "Rating: [[5]]".',
    '> Rating: [[5]]',
    'It says [[5]] and gives no reason.',
    'Rating: [[5]]\nis what the answer asks for.',
    '```\nRating: [[5]]\n```',
  ])('%j is none', (content) => {
    expect(parseRating({ content }, 1, 5, shown)).toHaveProperty('unusable')
    expect(parseRating({ content }, 1, 5, ['What is 6 times 7?', '42.'])).toEqual({ value: 5 })
  })
})
