import { expect, test } from 'vitest'
import { officialId } from '../../suites/kieval/question.ts'
import { arcSample, validatedIds } from '../../suites/kieval/suite.ts'

const json = (value: unknown) => JSON.stringify(value)
const jsonl = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const ids = (valid: string[], invalid: string[]) => json({ valid_uuids: valid, invalid_uuids: invalid })

test('the lists of KIEval become one table, in the order of the first', () =>
  expect(validatedIds.convert([ids(['b', 'a'], ['c']), ids(['c', 'a'], ['b'])])).toBe('uuid\tgpt4\tgpt35\nb\t1\t0\na\t1\t1\nc\t0\t1\n'))

test('ARC questions get the ids and flags of the lists, valid ones first', () => {
  const row = (id: string, question: string) => ({ id, question, choices: { text: ['yes', 'nö'], label: ['A', 'B'] }, answerKey: 'B' })
  const uuid = (id: string, question: string) => officialId({ question, choices: ['yes', 'nö'], answerIndex: 1 }, `{"id": "${id}"}`)
  const [one, two] = [uuid('x1', 'Really?'), uuid('x2', 'So?')]
  expect(arcSample.convert([jsonl(row('x1', 'Really?'), row('x2', 'So?')), ids([two], [one]), ids([], [one, two])])).toBe(
    `{"id": "x2", "uuid": "${two}", "index": 1, "question": "So?", "choices": ["yes", "nö"], "labels": ["A", "B"], "answerIndex": 1, "validGpt4": true, "validGpt35": false}\n` +
      `{"id": "x1", "uuid": "${one}", "index": 0, "question": "Really?", "choices": ["yes", "nö"], "labels": ["A", "B"], "answerIndex": 1, "validGpt4": false, "validGpt35": false}\n`,
  )
})

test('a published file of another form is named with its line', () => {
  expect(() => arcSample.convert([jsonl({ id: 'x' }), ids([], []), ids([], [])])).toThrow(
    'Failed to read the ARC test questions, line 1, field question',
  )
  expect(() => validatedIds.convert(['<html>', ids([], [])])).toThrow('Failed to read the ids validated by gpt-4: not JSON')
})
