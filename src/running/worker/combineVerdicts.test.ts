import { expect, test } from 'vitest'
import type { Verdict } from '../../judging/rubric/verdict.ts'
import { combineScores } from './combineVerdicts.ts'

const verdict = (scores: Record<string, number>, recordOnly = false): Verdict => ({
  matcher: 'toPassRubric',
  passed: true,
  scores,
  threshold: 1,
  recordOnly,
  lost: {},
  explanation: {},
  message: '',
})

test('what several matchers of an item score is their mean', () => {
  expect(combineScores([verdict({ total: 0, polite: 1 }), verdict({ total: 1, right: 1 })])).toEqual({ total: 0.5, polite: 1, right: 1 })
})

test('a figure beside the score has no part in the total', () => {
  expect(combineScores([verdict({ total: 0.2, score: 0.2 }), verdict({ total: 1, control: 1 }, true)])).toEqual({
    total: 0.2,
    score: 0.2,
    control: 1,
  })
})

test('nothing judged is nothing scored', () => {
  expect(combineScores([])).toEqual({})
})
