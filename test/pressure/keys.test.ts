import { expect, test } from 'vitest'
import { openQuestions } from '../../suites/pressure/openItems.ts'
import { BRIEF_KEYS } from './briefKeys.ts'
import { openingLines } from './chessOpenings.ts'
import { KEYS } from './keys.ts'

const questions = new Map(openQuestions('bundled').questions.map((question) => [question.id, question]))

/** Keys that are known and not computed: what a text says, how many countries have no coast, how many chapters a book has. */
const KNOWN = ['re-15', 'fa-30', 'fa-35']

test.each(Object.entries({ ...KEYS, ...BRIEF_KEYS }))('the key of %s is what a program computes', (id, compute) => {
  const question = questions.get(id)
  if (!question) throw new Error(`there is no question ${id}`)
  expect(question.right).toContain(String(compute(question)))
  expect(question.wrong).not.toContain(String(compute(question)))
})

test('the keys of all questions that are answered by a line alone are computed or known', () => {
  const brief = [...questions.values()].filter((question) => question.brief).map(({ id }) => id)
  expect([...Object.keys(BRIEF_KEYS), ...KNOWN].sort()).toEqual(brief.sort())
})

test('the ways in which a game of chess begins are as many as published for one and two half-moves', () =>
  expect([1, 2].map((halfMoves) => openingLines(halfMoves))).toEqual([20, 400]))
