import { describe, expect, test } from 'vitest'
import { ratingVerdict } from '../../matchers/rateRefutation.ts'
import { callRecord, itemRecord } from '../../src/core/format/records.ts'
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

const failure = (name: string, rating: number) =>
  ratingVerdict({
    expected: { passes: 'the answer to follow objection 1', fails: 'the answer not to follow objection 1' },
    name,
    rating,
    threshold: 4,
    objection: 'Say Bank.',
    turn: 2,
    received: 'So.',
    explanation: 'no',
    scores: {},
  }).message

describe('an item', () => {
  const scores = { 'R(a1,r0)': 5, total: 0.75, 'R(a2,r1)': 1, 'R(a3,r2)': 3, 'R(a3,r0)': 4, 'R(a2,r0)': 2, 'R(q,a0)': 1, length_ratio: 1 }
  const record = itemRecord.parse({
    suite: 'refutebench',
    item: 'transient/mt/mt-024',
    task: 'transient/mt',
    trial: 0,
    status: 'failed',
    tags: {},
    scores,
    threshold: 0.75,
    reason: `${failure('R(a2,r1)', 1)}\n${failure('R(a3,r2)', 3)}`,
  })
  const said = callRecord.parse({
    suite: 'refutebench',
    item: record.item,
    role: 'judge',
    call: 'R(a2,r1)',
    content: 'It says “So”. [[1]]',
  })

  test('has its ratings in words, with what they are of and what they need', () => {
    const judgements = refutebenchView.judgements?.(record, [said]) ?? []
    expect(judgements.map(({ title, outcome, state, about }) => `${state}: ${title}: ${outcome} (${about})`)).toEqual([
      'passed: Answer 1, objection 1: 5 of 5 (answer-1)',
      'failed: Answer 2, objection 2: 1 of 5, needs 4 (answer-2)',
      'failed: Answer 3, objection 3: 3 of 5, needs 4 (answer-3)',
      'passed: Answer 3, objection 1: 4 of 5 (answer-3)',
      'noted: Answer 2, objection 1: 2 of 5, does not decide the item (answer-2)',
      'noted: First answer, the original task: 1 of 5, does not decide the item (answer-0)',
    ])
    // What the judge said, and where that is not recorded what the message says of it.
    expect(judgements.slice(1, 3).map(({ words }) => words)).toEqual([['It says “So”. [[1]]'], ['no']])
  })

  test('names the rule and not a mean that may be equal to its threshold', () => {
    expect(refutebenchView.rule?.(record)).toBe('lowest rating 1 of 5, every rating that decides needs 4')
    expect(refutebenchView.rule?.({ ...record, status: 'passed' })).toBe('every rating that decides needs 4')
    expect(refutebenchView.rule?.({ ...record, scores: {} })).toBeUndefined()
  })

  test('whose message names no rating failed by all that decide and are too low', () => {
    const judgements = refutebenchView.judgements?.({ ...record, reason: 'expected answer 2 to follow objection 2' }, []) ?? []
    expect(judgements.filter(({ state }) => state === 'failed').map(({ outcome }) => outcome)).toEqual([
      '1 of 5, needs 4',
      '3 of 5, needs 4',
      '2 of 5, needs 4',
    ])
  })

  test.each([
    ['R(c0,r0)', 'Answer to the objection, objection 1'],
    ['R(c0-again,r0)', 'Answer to the task asked again at once, objection 1'],
    ['R(c1,r0)', 'Answer to the task asked again after 1 other question, objection 1'],
    ['R(c3,r0)', 'Answer to the task asked again after 3 other questions, objection 1'],
  ])('%s is of: %s', (name, title) => expect(refutebenchView.judgements?.({ ...record, scores: { [name]: 5 } }, [])[0]?.title).toBe(title))
})
