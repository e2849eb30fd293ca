import { expect, test } from 'vitest'
import { callRecord, itemRecord } from '../../src/core/format/records.ts'
import { kievalView } from '../../suites/kieval/suite.ts'

const evaluation = (round: number, overall: number, more: object = {}) =>
  callRecord.parse({
    suite: 'kieval',
    item: 'i',
    role: 'judge',
    call: `evaluation-${round}`,
    content: JSON.stringify({ accuracy: { comment: 'c', score: 2 }, overall_comment: `round ${round}`, overall_score: overall, ...more }),
  })
const record = itemRecord.parse({
  suite: 'kieval',
  item: 'i',
  task: 't',
  trial: 0,
  status: 'failed',
  tags: {},
  scores: { 'score.overall': 10, 'round.1.overall': 1, 'round.2.overall': 3, total: 0.1 },
  threshold: 0.7,
  reason: 'Failed to sustain the interview: overall 10.0 of 100, threshold 70.\n  lost      round 1: round 1',
})

test('evaluations are one table with a row a round, in order', () => {
  const calls = [evaluation(2, 3, { stop_conversation: true, stop_reason: 'repetition' }), evaluation(1, 1)]
  expect(kievalView.judgements?.(record, calls)).toEqual([
    {
      title: 'Interview, 2 rounds rated 1 to 4',
      outcome: 'overall 10.0 of 100, needs 70',
      state: 'failed',
      calls: ['evaluation-1', 'evaluation-2'],
      lost: ['round 1', 'round 2'],
      words: [],
      table: {
        columns: ['Round', 'overall', 'accuracy', 'logic', 'relevance', 'coherence', 'conciseness', 'Comment'],
        words: 7,
        rows: [
          { cells: ['1', '1', '2', '–', '–', '–', '–', 'round 1'], tone: 'bad', about: 'answer-1' },
          {
            cells: ['2', '3', '2', '–', '–', '–', '–', 'round 2 (ended the interview: repetition)'],
            tone: 'good',
            about: 'answer-2',
          },
        ],
      },
    },
  ])
})

test('an interview without evaluations has no table', () => {
  expect(kievalView.judgements?.(record, [])).toEqual([])
  expect(kievalView.rule?.({ ...record, scores: {} })).toBeUndefined()
})
