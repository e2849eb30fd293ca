import { describe, expect, test } from 'vitest'
import { officialId } from '../../../suites/kieval/question.ts'
import { publishedFiles } from '../../../test/publishedData.ts'
import { hasShared } from '../../../test/shared.ts'
import { difference } from './content.ts'
import { arcSample, kievalIds, refuteQueries, refuteSentences } from './conversions.ts'
import { OFFICIAL_DATA } from './manifest.ts'
import { upstreamPaths } from './officialFile.ts'

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const jsonl = (...rows: unknown[]) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
const ids = (valid: string[], invalid: string[]) => json({ valid_uuids: valid, invalid_uuids: invalid })

test('the lists of KIEval become one table, in the order of the first', () => {
  expect(String(kievalIds.convert([ids(['b', 'a'], ['c']), ids(['c', 'a'], ['b'])]))).toBe('uuid\tgpt4\tgpt35\nb\t1\t0\na\t1\t1\nc\t0\t1\n')
})

test('ARC questions get the ids and flags of the lists, valid ones first', () => {
  const row = (id: string, question: string) => ({ id, question, choices: { text: ['yes', 'nö'], label: ['A', 'B'] }, answerKey: 'B' })
  const uuid = (id: string, question: string) => officialId({ question, choices: ['yes', 'nö'], answerIndex: 1 }, `{"id": "${id}"}`)
  const [one, two] = [uuid('x1', 'Really?'), uuid('x2', 'So?')]
  expect(String(arcSample.convert([jsonl(row('x1', 'Really?'), row('x2', 'So?')), ids([two], [one]), ids([], [one, two])]))).toBe(
    `{"id": "x2", "uuid": "${two}", "index": 1, "question": "So?", "choices": ["yes", "nö"], "labels": ["A", "B"], "answerIndex": 1, "validGpt4": true, "validGpt35": false}\n` +
      `{"id": "x1", "uuid": "${one}", "index": 0, "question": "Really?", "choices": ["yes", "nö"], "labels": ["A", "B"], "answerIndex": 1, "validGpt4": false, "validGpt35": false}\n`,
  )
})

test('sentences and queries are taken once, with where they are used', () => {
  const ask = (text: string) => `Please translate the following sentence from English into Chinese.\n[English]: ${text} \n[Chinese]: `
  const first = jsonl({ queries: [ask('One, two.'), '[MAYBE FEEDBACK]', 'Why?', ask('Three.')] })
  const second = jsonl({ queries: [ask('Three.'), '[MAYBE FEEDBACK]', 'When?', 'Why?', ask('Three.')] })
  expect(String(refuteSentences(['multi', 'memory']).convert([first, second]))).toBe(
    '{"id": "mt-enzh-0000", "source": "One, two.", "words": 2, "usedIn": ["multi"]}\n' +
      '{"id": "mt-enzh-0001", "source": "Three.", "words": 1, "usedIn": ["memory", "multi"]}\n',
  )
  expect(String(refuteQueries(['qa', 'mt']).convert([first, second]))).toBe(
    '{"id": "irr-0000", "query": "Why?", "usedIn": ["mt", "qa"]}\n{"id": "irr-0001", "query": "When?", "usedIn": ["mt"]}\n',
  )
})

test('a published file of another form is named with its line', () => {
  expect(() => arcSample.convert([jsonl({ id: 'x' }), ids([], []), ids([], [])])).toThrow(
    'Failed to read the ARC test questions, line 1, field question',
  )
  expect(() => kievalIds.convert([Buffer.from('<html>'), ids([], [])])).toThrow('Failed to read the ids validated by gpt-4: not JSON')
})

describe.skipIf(!hasShared)('of what was published, as far as it is at hand', () => {
  const made = OFFICIAL_DATA.flatMap(({ suite, files }) =>
    files.flatMap((file) => (file.conversion ? [{ name: `${suite}/${file.path}`, file }] : [])),
  )

  test.each(made)('$name is made to the byte', ({ file }) => {
    const published = publishedFiles()
    const parts = file.upstream.map((upstream) => published[upstreamPaths(upstream)[0] as string] as Buffer)
    expect(difference(file.conversion?.convert(parts) as Buffer, file)).toBeUndefined()
  })
})
