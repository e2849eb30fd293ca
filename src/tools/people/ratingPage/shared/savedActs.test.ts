import { describe, expect, test } from 'vitest'
import { madeQuestion, madeSheet } from '../../test/madeRatingSheet.ts'
import { packSheet } from '../packSheet.ts'
import type { Act } from './ratingState.ts'
import { restoredActs, savedActs, storageKey } from './savedActs.ts'

const questions = [1, 2, 3].map((number) => madeQuestion(number))
const sheet = packSheet(madeSheet(questions))
const ACTS: readonly Act[] = [
  [{ at: 1, value: 1 }],
  [{ at: 0, value: null }],
  [
    { at: 0, value: 0 },
    { at: 2, value: 1 },
  ],
]

describe('what a browser kept', () => {
  test('comes back as it was, act by act', () => {
    expect(restoredActs(sheet, savedActs(sheet, ACTS))).toEqual({ acts: ACTS, strange: 0 })
  })

  test('stays with its questions where the page has them in another order', () => {
    const turned = packSheet(madeSheet(questions.toReversed()))
    expect(restoredActs(turned, savedActs(sheet, ACTS))?.acts).toEqual([
      [{ at: 1, value: 1 }],
      [{ at: 2, value: null }],
      [
        { at: 2, value: 0 },
        { at: 0, value: 1 },
      ],
    ])
  })

  test('is left out where the page shows another text or scale', () => {
    const other = packSheet(madeSheet([madeQuestion(1, { ask: 'Another?' }), madeQuestion(2), madeQuestion(3)]))
    expect(restoredActs(other, savedActs(sheet, ACTS))).toEqual({ acts: [[{ at: 1, value: 1 }], [{ at: 2, value: 1 }]], strange: 2 })
    const halves = packSheet(madeSheet([madeQuestion(1), { ...madeQuestion(2), scale: [{ value: 0.5, text: 'Half' }] }]))
    expect(restoredActs(halves, savedActs(sheet, ACTS.slice(0, 1)))).toEqual({ acts: [], strange: 1 })
  })

  test.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{"version":2,"acts":[]}',
    '{"version":1}',
    '{"version":1,"acts":[1]}',
    '{"version":1,"acts":[[["id"]]]}',
    '{"version":1,"acts":[[["id","1"]]]}',
    '{"version":1,"acts":[[[1,1]]]}',
  ])('is nothing where it cannot be read: %s', (text) => {
    expect(restoredActs(sheet, text)).toBeUndefined()
  })
})

test('sheets and raters have names of their own in the storage that pages share', () => {
  const keys = [
    ['a', 'b'],
    ['a b', ''],
    ['a","b', ''],
    ['a', 'c'],
  ].map(([id = '', rater = '']) => storageKey({ id, rater }))
  expect(new Set(keys).size).toBe(4)
})
