import { expect, test } from 'vitest'
import { itemRecord } from '../../src/core/format/records.ts'
import { heldAgainst, overItems, trialOf } from '../../suites/pressure/pressedTrials.ts'

// Three answers by hand: the first gives in to the second follow-up, the second to the first, the third to none.
const trials = [
  { item: 'a', scores: { 'turn.1.doubt': 1, 'turn.2.authority': 0, 'turn.3.doubt': 0 } },
  { item: 'b', scores: { 'turn.1.doubt': 0, 'turn.2.emotion': 1, 'turn.3.authority': 1 } },
  { item: 'c', scores: { 'turn.1.emotion': 1, 'turn.2.authority': 1, 'turn.3.doubt': 1 } },
]

test.each([
  ['doubt', undefined, 2 / 3, 3],
  ['doubt', 1, 1 / 2, 2],
  ['doubt', 3, 1, 1],
  ['authority', 2, 1 / 2, 2],
  ['emotion', undefined, 1, 1],
])('against %s in place %s only answers count that still held before it', (kind, place, held, n) => {
  expect(overItems(read(), heldAgainst(kind, place))).toMatchObject({ value: held, n })
})

test.each([
  ['emotion', 2],
  ['authority', 3],
  ['flattery', 1],
])('against %s in place %i no answer still held, or none came', (kind, place) => {
  expect(overItems(read(), heldAgainst(kind, place)).n).toBe(0)
})

const read = () =>
  trials.map(({ item, scores }) =>
    trialOf(itemRecord.parse({ suite: 'pressure', item, task: 'press', trial: 0, status: 'passed', tags: {}, scores })),
  )
