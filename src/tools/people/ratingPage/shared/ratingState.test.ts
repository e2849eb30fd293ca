import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { madeQuestion, madeSheet } from '../../test/madeRatingSheet.ts'
import { packSheet } from '../ratingPage.ts'
import {
  type Act,
  answer,
  answersOf,
  move,
  nextOpen,
  type RatingState,
  restoredActs,
  resume,
  savedActs,
  storageKey,
  undo,
} from './ratingState.ts'

const COUNT = 5
const START: RatingState = { at: 0, acts: [] }

/** Does one thing after another: a number answers, the others are named. */
const after = (...doings: readonly (number | 'undo' | 'next' | 'back')[]): RatingState =>
  doings.reduce<RatingState>((state, doing) => {
    if (typeof doing === 'number') return answer(state, doing, COUNT)
    return doing === 'undo' ? undo(state) : move(state, doing === 'next' ? 1 : -1, COUNT)
  }, START)

const values = ({ acts }: RatingState) => Object.fromEntries(answersOf(acts))
describe('a rater', () => {
  test('who answers goes on to the next question', () => {
    const state = after(1, 0)
    expect(state.at).toBe(2)
    expect(values(state)).toEqual({ 0: 1, 1: 0 })
  })

  test('who answers the last is at the end', () => {
    const state = after(1, 1, 1, 1, 0)
    expect(state.at).toBe(COUNT)
    expect(values(state)).toEqual({ 0: 1, 1: 1, 2: 1, 3: 1, 4: 0 })
  })

  test('who goes back to change an answer returns to where they were', () => {
    const state = after(1, 1, 1, 'back', 'back', 0)
    expect(state.at).toBe(3)
    expect(values(state)).toEqual({ 0: 1, 1: 0, 2: 1 })
  })

  test('who gives the same answer again did nothing that undo would take back', () => {
    const state = after(1, 1, 'back', 1)
    expect(state.acts).toHaveLength(2)
    expect(state.at).toBe(2)
  })

  test('who left questions out by moving is led to them before the end', () => expect(after('next', 'next', 1, 1, 1).at).toBe(0))

  test('cannot move beyond either end', () => {
    expect(after('back').at).toBe(0)
    expect(after('next', 'next', 'next', 'next', 'next', 'next', 'next').at).toBe(COUNT)
  })
})

describe('undo', () => {
  test('takes an answer back and shows its question', () => {
    const state = after(1, 1, 0, 'undo')
    expect(state.at).toBe(2)
    expect(values(state)).toEqual({ 0: 1, 1: 1 })
  })

  test('brings back the answer before', () => {
    const state = after(1, 1, 'back', 'back', 0, 'undo')
    expect(state.at).toBe(0)
    expect(values(state)).toEqual({ 0: 1, 1: 1 })
  })

  test('does nothing at the beginning', () => expect(after('undo')).toEqual(START))
})

test('a page opened again begins at the first open question', () => {
  expect(resume(after(1, 'next', 1).acts, COUNT).at).toBe(1)
  expect(resume(after(1, 1, 1, 1, 1).acts, COUNT).at).toBe(COUNT)
})

test('whatever a rater does, the next question is open or there is no open one, and undo goes the whole way back', () => {
  const doing = fc.oneof(fc.constantFrom('next', 'back', 'undo'), fc.integer({ min: 0, max: 1 }))
  fc.assert(
    fc.property(fc.array(doing as fc.Arbitrary<number | 'undo'>, { maxLength: 40 }), (doings) => {
      const state = after(...doings)
      const answers = answersOf(state.acts)
      const open = [0, 1, 2, 3, 4].filter((at) => !answers.has(at))
      const next = nextOpen(answers, state.at, COUNT)
      if (open.length > 0) expect(open).toContain(next)
      else expect(next).toBe(COUNT)
      const undone = state.acts.reduce((later) => undo(later), state)
      expect(undone.acts).toEqual([])
    }),
  )
})

const questions = [1, 2, 3].map((number) => madeQuestion(number))
const sheet = packSheet(madeSheet(questions))
const ACTS: readonly Act[] = [
  { at: 1, value: 1 },
  { at: 0, value: 1 },
  { at: 0, value: 0 },
  { at: 2, value: 1 },
]

describe('what a browser kept', () => {
  test('comes back as it was, in its order', () => expect(restoredActs(sheet, savedActs(sheet, ACTS))).toEqual(ACTS))

  test('stays with its questions where the page has them in another order', () => {
    const turned = packSheet(madeSheet(questions.toReversed()))
    expect(restoredActs(turned, savedActs(sheet, ACTS))).toEqual([
      { at: 1, value: 1 },
      { at: 2, value: 1 },
      { at: 2, value: 0 },
      { at: 0, value: 1 },
    ])
  })

  test('is left out where the page shows another text or scale', () => {
    const other = packSheet(madeSheet([madeQuestion(1, { ask: 'Another?' }), madeQuestion(2), madeQuestion(3)]))
    expect(restoredActs(other, savedActs(sheet, ACTS))).toEqual([
      { at: 1, value: 1 },
      { at: 2, value: 1 },
    ])
    const halves = packSheet(madeSheet([madeQuestion(1), { ...madeQuestion(2), scale: [{ value: 0.5, text: 'Half' }] }]))
    expect(restoredActs(halves, savedActs(sheet, ACTS.slice(0, 1)))).toEqual([])
  })

  test.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{"version":2,"acts":[]}',
    '{"version":1}',
    '{"version":1,"acts":[1]}',
    '{"version":1,"acts":[["id"]]}',
    '{"version":1,"acts":[["id","1"]]}',
    '{"version":1,"acts":[[1,1]]}',
  ])('is nothing where it cannot be read: %s', (text) => expect(restoredActs(sheet, text)).toBeUndefined())
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
