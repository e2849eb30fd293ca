import { expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { refutebench1View } from '../../suites/refutebench1/view.ts'

const findingsOf = (scores: Readonly<Record<string, number>>) => refutebench1View.findings?.({ scores } as ItemRecord) ?? {}

test('what was found stands beside the answer it is about', () => {
  expect(findingsOf({ 'FA(f0)': 5, 'RR(f0,q1)': 5, 'FA(f1)': 1, 'RR(f0,q2)': 1, 'RR(f1,q2)': 5, total: 0.6, skipped: 1 })).toEqual({
    'feedback-0': ['objection 1 met'],
    'answer-1': ['objection 1 kept'],
    'feedback-1': ['objection 2 NOT MET'],
    'answer-2': ['objection 1 FORGOTTEN', 'objection 2 kept'],
  })
})

test('what several feedbacks demand together is one remark', () =>
  expect(findingsOf({ 'RR(f0+f1,q12)': 1 })).toEqual({ 'answer-12': ['objection 1 and 2 FORGOTTEN'] }))

test('other scores have no place', () =>
  expect(findingsOf({ total: 1, skipped: 3, 'R(a1,r0)': 5, 'RR(f0)': 5, 'FA(q0)': 5 })).not.toHaveProperty('answer-1'))
