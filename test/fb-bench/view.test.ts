import { expect, test } from 'vitest'
import { callRecord, itemRecord } from '../../src/core/format/records.ts'
import { fbBenchView } from '../../suites/fb-bench/suite.ts'

const record = (status: string, reason?: string) =>
  itemRecord.parse({ suite: 'fb-bench', item: 'i', task: 't', trial: 0, status, tags: {}, scores: { total: 0.3 }, threshold: 1, reason })
const verdict = (call: string, entries: readonly (readonly [string, boolean, number | null])[], vote = 0) =>
  callRecord.parse({
    suite: 'fb-bench',
    item: 'i',
    role: 'judge',
    call,
    vote,
    content: JSON.stringify(
      Object.fromEntries(entries.map(([text, met, weight]) => [text, { 评判理由: `why ${text}`, 评判结果: met ? '是' : '否', weight }])),
    ),
  })
const REASON = 'Failed.\n  lost      criteria 0.7 of 1 points: not met\n            factors: why factors'

test('a verdict is a table of criteria, without the keys of the judge', () => {
  const judgements = fbBenchView.judgements?.(record('failed', REASON), [
    verdict('verdict', [
      ['explains', true, 0.3],
      ['factors', false, 0.7],
    ]),
  ])
  expect(judgements).toEqual([
    {
      title: 'Checklist',
      outcome: '1 of 2 criteria met',
      state: 'failed',
      calls: ['verdict'],
      about: 'answer',
      lost: ['criteria'],
      words: [],
      table: {
        columns: ['Criterion', 'Verdict', 'Weight', 'Reason'],
        words: 3,
        rows: [
          { cells: ['factors', 'not met', '0.7', 'why factors'], tone: 'bad' },
          { cells: ['explains', 'met', '0.3', 'why explains'], tone: 'good' },
        ],
      },
    },
  ])
  expect(JSON.stringify(judgements)).not.toMatch(/评判/)
})

test('a verdict of several votes is that of the majority, and without weights it has no column for them', () => {
  const votes = [true, false, true].map((met, vote) => verdict('verdict', [['stays', met, null]], vote))
  expect(fbBenchView.judgements?.(record('passed'), votes)).toMatchObject([
    { outcome: '1 of 1 criterion met', state: 'passed', table: { columns: ['Criterion', 'Verdict', 'Reason'] } },
  ])
})

test('answers beside the score decide nothing, and a reply that is no verdict is left to be shown as it is', () => {
  const calls = [
    verdict('verdict-control', [['stays', false, null]]),
    verdict('control-damaged', [['stays', false, null]]),
    callRecord.parse({ suite: 'fb-bench', item: 'i', role: 'judge', call: 'verdict', content: 'no JSON' }),
  ]
  expect(fbBenchView.judgements?.(record('failed', REASON), calls).map(({ title, state }) => [title, state])).toEqual([
    ['Checklist, on the answer to the query alone', 'noted'],
    ['An answer about which the truth is known (damaged)', 'noted'],
  ])
})
