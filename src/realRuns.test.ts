import { describe, expect, test } from 'vitest'
import { endpointsOf, optionsOf } from '../scripts/real/models.ts'
import { keptLines } from '../scripts/real/recordings.ts'
import { SAMPLE } from '../scripts/real/sample.ts'
import { staleCalls, staleText } from '../scripts/real/stale.ts'
import { realTable, recordedTable } from '../scripts/real/table.ts'
import { SUITE_NAMES } from '../test/catalogue.ts'
import { type CallRecord, callRecord } from './core/format/records.ts'

const call = (given: Partial<CallRecord>): CallRecord =>
  callRecord.parse({ suite: 's', item: 'one', role: 'candidate', call: 'answer', asked: 'a', content: 'x', ...given })

test('the sample names every suite', () => expect(Object.keys(SAMPLE).sort()).toEqual([...SUITE_NAMES].sort()))

describe('REAL_MODELS', () => {
  test('names endpoints', () => {
    expect(endpointsOf('a=http://127.0.0.1:8081/v1,b-0.5b=https://b.example/v1?x=y')).toEqual({
      a: 'http://127.0.0.1:8081/v1',
      'b-0.5b': 'https://b.example/v1?x=y',
    })
    expect(optionsOf('a=http://h/v1').models).toMatchObject({ a: { uri: 'openai:a@http://h/v1', maxTokens: 400, timeoutSeconds: 1800 } })
  })
  test.each(['a', 'a=ftp://h', '../a=http://h', 'a=http://h,=http://h'])('of %s is one error', (given) =>
    expect(() => endpointsOf(given)).toThrow(/^Failed to read REAL_MODELS: .+ Write name=/),
  )
})

describe('the lines that are kept of a journal', () => {
  const calls = [
    call({ item: 'two', content: 'y', model: 'openai:m', ms: 12, messages: [{ role: 'user', content: 'q' }], usage: { promptTokens: 3 } }),
    call({ ask: 1, content: '', finish: 'stop', served: { model: 'm' }, reasoning: 'so' }),
    call({ content: 'old' }),
    call({ content: 'new', attempts: 2 }),
    call({ item: 'three', content: undefined, error: 'Failed.' }),
  ]

  test('are the last answers in the replay format, and nothing else', () =>
    expect(keptLines(calls)).toBe(
      `${[
        '{"suite":"s","item":"one","role":"candidate","call":"answer","trial":0,"asked":"a","content":"new"}',
        '{"suite":"s","item":"one","role":"candidate","call":"answer","trial":0,"ask":1,"asked":"a","content":"","finish":"stop","reasoning":"so","served":{"model":"m"}}',
        '{"suite":"s","item":"two","role":"candidate","call":"answer","trial":0,"asked":"a","content":"y","usage":{"promptTokens":3}}',
      ].join('\n')}\n`,
    ))

  test('are the same in whatever order the calls ended', () =>
    expect(keptLines([...calls].reverse().filter(({ content }) => content !== 'old'))).toBe(keptLines(calls)))
})

test('stale calls are those asked otherwise, not recorded or asked no more, by role and name', () => {
  const recorded = [
    call({}),
    call({ call: 'answer-2' }),
    call({ role: 'judge', call: 'verdict' }),
    call({ role: 'judge', call: 'verdict', ask: 1 }),
  ]
  expect(staleCalls(recorded, recorded)).toEqual([])
  const asked = [
    call({ asked: 'b' }),
    call({ item: 'two' }),
    call({ call: 'answer-2', asked: 'b' }),
    call({ call: 'answer-3' }),
    recorded[2] as CallRecord,
  ]
  // A re-ask of what stays unusable is no call that a recording lacks.
  const again = call({ role: 'judge', call: 'verdict', item: 'two', ask: 1 })
  expect(staleCalls(recorded, [...asked, again]).map(staleText)).toEqual([
    'candidate answer: 1 of 1 asked otherwise, 1 not recorded',
    'candidate answer-n: 1 of 1 asked otherwise, 1 not recorded',
    'judge verdict: 1 of 2 asked no more',
  ])
})

const SHOWN = [
  { key: 'score', label: 'score', digits: 2, value: 0.5, n: 4, ci95: [-0.125, 0.875] as [number, number], floor: 0.25 },
  { key: 'strict', label: 'strict score', digits: 2, value: null, n: 0, ci95: null },
]
const ROW = { shown: SHOWN, figures: { score: 0.5, unread: 0.25 }, unscored: 1, error: 0, cut: 3, seconds: 61.4 }

test('the table has a line for each figure, with what it rests on and what went wrong', () =>
  expect(realTable([{ ...ROW, model: 'm', suite: 's' }])).toMatchInlineSnapshot(`
    "| model | suite | figure |  | 95 % interval | n | floor | unread | unscored | errors | cut | seconds |
    | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
    | m | s | score | 0.50 | −0.13 to 0.88 | 4 | 0.25 | 0.25 | 1 | 0 | 3 | 61 |
    |  |  | strict score | no value | – | 0 | – |  |  |  |  |  |"
  `))

describe('the table of a page', () => {
  const settings = { data: 'bundled', seed: 0, trials: 1, controls: 'auto' as const }
  const about = { schema: 'holdfast.recording/1' as const, title: 'Model 1B', file: 'f', licence: 'l', server: 's', machine: 'm', settings }
  const suite = { ...ROW, limit: 1, options: {}, items: ['a'], date: '2026-11-26', data: { sha256: '' } }
  const recording = (name: string, judge: string, given: Partial<typeof suite> = {}) => ({
    ...about,
    name,
    suites: { s: { ...suite, roles: { candidate: name, judge }, ...given } },
  })

  test('names the recordings of its suite and their one judge, and has no row without a value', () =>
    expect(recordedTable('s', [recording('m', 'j'), recording('k', 'j', { unscored: 0 })])).toBe(
      [
        'The judge is `j`.',
        '',
        '|figure|`m`|`k`|',
        '|---|---:|---:|',
        '|score (floor 0.25)|0.50 (−0.13 to 0.88), n 4|0.50 (−0.13 to 0.88), n 4|',
        '|unscored|1|0|',
      ].join('\n'),
    ))

  test('has the first figure without a value too, no row of unscored items where there are none, and judges that differ in its head', () =>
    expect(
      recordedTable('s', [
        recording('m', 'j', { unscored: 0, shown: SHOWN.slice(1) }),
        recording('k', 'i', { unscored: 0, shown: SHOWN.slice(1) }),
      ]),
    ).toBe('|figure|`m`, judge `j`|`k`, judge `i`|\n|---|---:|---:|\n|strict score|no value|no value|'))

  test('is empty where the suite has no recording', () => expect(recordedTable('other', [recording('m', 'j')])).toBe(''))
})
