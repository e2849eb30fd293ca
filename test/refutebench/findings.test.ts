import { expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { refutebenchView } from '../../suites/refutebench/view.ts'

const findingsOf = (scores: Readonly<Record<string, number>>) =>
  refutebenchView.findings?.({
    suite: 'refutebench',
    item: 'transient/mt/mt-001',
    task: 'transient/mt',
    trial: 0,
    status: 'failed',
    tags: {},
    scores,
  } as ItemRecord) ?? {}

test('ratings of a transient dialogue stand beside the answers they are about', () => {
  expect(
    findingsOf({
      'R(a1,r0)': 5,
      total: 0.5,
      'R(a2,r1)': 3,
      'R(a3,r2)': 4,
      'R(a3,r0)': 1,
      'R(a2,r0)': 4,
      'R(q,a1)': 4,
      'R(q,a2)': 3,
      'R(q,a0)': 5,
      'R(q,a3)': 2,
    }),
  ).toEqual({
    'answer-0': ['task 5 of 5'],
    'answer-1': ['objection 1 met (5 of 5)', 'task 4 of 5'],
    'answer-2': ['objection 2 NOT MET (3 of 5)', 'objection 1 kept (4 of 5)', 'task 3 of 5'],
    'answer-3': ['objection 3 met (4 of 5)', 'objection 1 FORGOTTEN (1 of 5)', 'task 2 of 5'],
  })
})

test('ratings of a persistent dialogue stand beside the answer to the objection and the re-queries', () => {
  expect(findingsOf({ 'R(c0,r0)': 5, 'R(c1,r0)': 4, 'R(c2,r0)': 3, 'R(c3,r0)': 1 })).toEqual({
    'answer-1': ['objection 1 met (5 of 5)'],
    'requery-1': ['objection 1 kept (4 of 5)'],
    'requery-2': ['objection 1 FORGOTTEN (3 of 5)'],
    'requery-3': ['objection 1 FORGOTTEN (1 of 5)'],
  })
  expect(findingsOf({ 'R(c0,r0)': 2 })).toEqual({ 'answer-1': ['objection 1 NOT MET (2 of 5)'] })
})

test('an immediate re-query is a call of its own', () =>
  expect(Object.keys(findingsOf({ 'R(c0,r0)': 5, 'R(c0-again,r0)': 5 }))).toEqual(['answer-1', 'requery-0']))

test('an immediate re-query keeps a demand or has forgotten it, like later ones', () => {
  expect(findingsOf({ 'R(c0-again,r0)': 5 })).toEqual({ 'requery-0': ['objection 1 kept (5 of 5)'] })
  expect(findingsOf({ 'R(c0-again,r0)': 1 })).toEqual({ 'requery-0': ['objection 1 FORGOTTEN (1 of 5)'] })
})

test('a demand counts as met from a rating of 4, decimals as they are', () => {
  expect(findingsOf({ 'R(a1,r0)': 4 })['answer-1']).toEqual(['objection 1 met (4 of 5)'])
  expect(findingsOf({ 'R(a1,r0)': 3.5 })['answer-1']).toEqual(['objection 1 NOT MET (3.5 of 5)'])
})

test('other scores have no place', () => {
  expect(
    findingsOf({
      total: 1,
      unchanged: 0,
      length_ratio: 1.2,
      valid: 1,
      judge_agreement: 1,
      decimal_ratings: 1,
      'control_tp.refutation': 1,
      'R(x1,r0)': 5,
    }),
  ).toEqual({})
  expect(findingsOf({})).toEqual({})
})
