import { describe, expect, test } from 'vitest'
import { doubtOfChecklists, doubtOfControls, doubtOfRatings, doubtOfVotes, greatestDoubt } from './doubt.ts'

describe('the doubt of votes', () => {
  test.each([
    [[true, true, true], 0],
    [[true, true, false], 2 / 3],
    [[true, false], 1],
    [['1', '1', '1', '1', '2'], 0.4],
    // Three ways, and so less than half with the commonest.
    [['1', '2', '3'], 1],
    // Two orders that contradict each other, that agree, and one that names neither.
    [['1', '2'], 1],
    [['1', '1'], 0],
    [['1', null], 1],
  ])('%j is %f', (votes, doubt) => expect(doubtOfVotes(votes)).toBe(doubt))

  test('is 1 where all of them name nothing: that is no agreement', () => expect(doubtOfVotes([null, null, null])).toBe(1))

  test('is not known of one vote or none', () => expect([doubtOfVotes([true]), doubtOfVotes([])]).toEqual([undefined, undefined]))
})

test('the doubt of ratings is how far they are apart on their scale', () => {
  expect(doubtOfRatings([4, 4, 4], 1, 5)).toBe(0)
  expect(doubtOfRatings([4, 5, 4], 1, 5)).toBe(0.25)
  expect(doubtOfRatings([1, 5], 1, 5)).toBe(1)
  expect(doubtOfRatings([3], 1, 5)).toBeUndefined()
  // Officially an evaluation may be a 5 on a scale that ends at 4.
  expect(doubtOfRatings([0, 5], 1, 4)).toBe(1)
})

describe('the doubt of checklists', () => {
  const vote = (...met: boolean[]) => met.map((is, index) => ({ criterion: `c${index}`, met: is }))

  test('is that of the most doubtful criterion', () => {
    expect(doubtOfChecklists([vote(true, true), vote(true, false), vote(true, true)])).toBeCloseTo(2 / 3, 12)
    expect(doubtOfChecklists([vote(true, false), vote(true, false)])).toBe(0)
  })

  test('takes a criterion that a vote does not name for not met, and a vote that says nothing for no vote with any', () => {
    expect(doubtOfChecklists([vote(true, true), vote(true)])).toBe(1)
    expect(doubtOfChecklists([vote(false, false), vote(false)])).toBe(0)
    expect(doubtOfChecklists([null, vote(true), vote(true)])).toBeCloseTo(2 / 3, 12)
    expect(doubtOfChecklists([null, null])).toBe(1)
  })

  test('is not known of one vote', () =>
    expect([doubtOfChecklists([vote(true)]), doubtOfChecklists([null])]).toEqual([undefined, undefined]))
})

test('a missed known answer makes its item doubtful, and those found right do not', () => {
  expect(doubtOfControls({ 'control_tp.ec': 2, 'control_tn.ec': 1 })).toBe(0)
  expect(doubtOfControls({ 'control_tp.ec': 2, 'control_fp.ec': 1 })).toBe(1)
  expect(doubtOfControls({ 'control_fn.ec': 1 })).toBe(1)
  expect(doubtOfControls({ total: 1, control_unscored: 1 })).toBeUndefined()
})

test('of several doubts the greatest counts', () => {
  expect(greatestDoubt([0.2, undefined, 0.7])).toBe(0.7)
  expect(greatestDoubt([undefined])).toBeUndefined()
})
