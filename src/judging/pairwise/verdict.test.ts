import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { majority, majorityVerdict } from './judgePair.ts'
import type { Winner } from './pair.ts'

describe('the majority', () => {
  test.each<[readonly Winner[], Winner]>([
    [[1], 1],
    [[null], null],
    [[], null],
    [[1, 2, 1], 1],
    [[2, 2, 1], 2],
    [[1, 2], null],
    [[1, 2, null], null],
    [[null, null, 2], 2],
    [[null, 1, 1, 2], 1],
    [[null, null, null], null],
  ])('of %j is %s', (winners, winner) => expect(majority(winners)).toBe(winner))

  const winners = fc.array(fc.constantFrom<Winner>(1, 2, null), { maxLength: 9 })

  test('does not depend on the order of the votes', () => {
    fc.assert(
      fc.property(winners, (votes) => {
        expect(majority([...votes].reverse())).toBe(majority(votes))
      }),
    )
  })

  test('turns round with the outputs', () => {
    const swap = (winner: Winner): Winner => (winner === null ? null : winner === 1 ? 2 : 1)
    fc.assert(
      fc.property(winners, (votes) => {
        expect(majority(votes.map(swap))).toBe(swap(majority(votes)))
      }),
    )
  })
})

test('several verdicts become one: both readings by themselves, and every reply kept', () => {
  expect(
    majorityVerdict([
      { winner: 1, strictWinner: 2, text: 'first' },
      { winner: 1, strictWinner: 2, text: 'second' },
      { winner: 2, strictWinner: 1, text: 'third' },
    ]),
  ).toEqual({ winner: 1, strictWinner: 2, text: 'first\n\nsecond\n\nthird' })
})
