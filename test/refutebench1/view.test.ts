import { expect, test } from 'vitest'
import { itemRecord } from '../../src/core/format/records.ts'
import { refutebench1View } from '../../suites/refutebench1/view.ts'

test('an objection is what the candidate answers in a feedback call', () => {
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

test('an item has its ratings in words, and why a program rated so', () => {
  const record = itemRecord.parse({
    suite: 'refutebench1',
    item: 'email/memory/NC-0/email-10',
    task: 'email',
    trial: 0,
    status: 'failed',
    tags: {},
    scores: { 'FA(f0)': 5, 'RR(f0+f1,q2)': 1, total: 0.5 },
    threshold: 1,
    reason:
      'Failed to retain the refutation after 1 turn: RR(f0+f1,q2) 1 of 5, threshold 5.\n  lost      RR(f0+f1,q2): rated 1 of 5: its check does not hold',
  })
  expect(refutebench1View.judgements?.(record, [])).toMatchObject([
    { title: 'Answer to objection 1', outcome: '5 of 5', state: 'passed', about: 'feedback-0', words: [] },
    {
      title: 'Answer to query 3, objection 1 and 2',
      outcome: '1 of 5, needs 5',
      state: 'failed',
      about: 'answer-2',
      words: ['its check does not hold'],
    },
  ])
  expect(refutebench1View.rule?.(record)).toBe('lowest rating 1 of 5, every rating that decides needs 5')
})
