import { expect, test } from 'vitest'
import { refutebench1View } from '../../suites/refutebench1/view.ts'

test('a demand is what the candidate answers in a feedback call', () => {
  expect(['feedback-0', 'feedback-12', 'answer-1', 'irrelevant-1'].map((call) => refutebench1View.objectionOf?.(call))).toEqual([
    1,
    13,
    undefined,
    undefined,
  ])
})

test('ratings are named by what was to be done, whatever the query', () => {
  expect(['FA(f0)', 'FA(f3)', 'RR(f0,q1)', 'RR(f0+f1,q12)', 'format'].map((point) => refutebench1View.lostPoint?.(point))).toEqual([
    'following the objection',
    'following the objection',
    'keeping the objection in a later answer',
    'keeping the objection in a later answer',
    'format',
  ])
})
