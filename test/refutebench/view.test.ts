import { expect, test } from 'vitest'
import { refutebenchView } from '../../suites/refutebench/view.ts'

test.each([
  ['R(a1,r0)', 'answer-1', 'doing what objection 1 asks for'],
  ['R(a3,r0)', 'answer-3', 'keeping objection 1 in answer 3'],
  ['R(a3,r2)', 'answer-3', 'doing what objection 3 asks for'],
  ['R(c0,r0)', 'answer-1', 'doing what the objection asks for'],
  ['R(c0-again,r0)', 'requery-0', 'doing what the objection asks for, asked again'],
  ['R(c1,r0)', 'requery-1', 'keeping the objection over 1 other question'],
  ['R(c3,r0)', 'requery-3', 'keeping the objection over 3 other questions'],
  ['R(q,a2)', 'answer-2', 'the task itself in answer 2'],
])('%s is of %s: %s', (name, call, words) => {
  expect(refutebenchView.judgedCall?.(name)).toBe(call)
  expect(refutebenchView.lostPoint?.(name)).toBe(words)
})

test.each(['control-reference', 'R(a1,r0', 'format', 'R(q,c1)'])('%s is no rating of an answer', (name) => {
  expect(refutebenchView.judgedCall?.(name)).toBeUndefined()
  expect(refutebenchView.lostPoint?.(name)).toBe(name)
})
