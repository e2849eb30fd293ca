import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { pythonJson, writeEvalLog, writeJsonLog } from '../test/inspectLog.ts'
import { isInspectLog, parseLogJson } from './inspectLog.ts'
import { inspectLogs } from './inspectRun.ts'

test('reads what JSON.parse reads, as it does', () => {
  for (const text of ['{"a": [1, -2.5e3, null, true], "b": {"\\u00e4": "\\n"}}', '"NaN"', '[]', ' 1 '])
    expect(parseLogJson(text)).toEqual(JSON.parse(text))
})

test('the words that Python writes for what is no figure are null, but not within texts', () => {
  const value = { a: Number.NaN, b: [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1], 'NaN "quoted\\': 'NaN, -Infinity \\" NaN' }
  expect(pythonJson(value)).toContain('"a": NaN')
  expect(parseLogJson(pythonJson(value))).toEqual({ ...value, a: null, b: [null, null, 1] })
})

test.each(['{"a": NaN', '{"a": }', '[1, 2', '', 'NaNa', '"open NaN'])('refuses %j', (text) => {
  expect(() => parseLogJson(text)).toThrow(SyntaxError)
})

test.each([
  ['log.eval', writeEvalLog],
  ['log.json', writeJsonLog],
] as const)('conversations of %s are the messages of its samples, one for each epoch', async (name, write) => {
  const messages = [
    { role: 'user', content: 'Which town?' },
    { role: 'assistant', content: 'Brodick.' },
  ]
  const path = write(join(temporaryFolder(), name), {
    samples: [
      { id: 'town', messages },
      { id: 'town', epoch: 2, messages: [] },
    ],
  })
  expect(await inspectLogs.conversations(path)).toEqual([
    { name: 'town', messages },
    { name: 'town, epoch 2', messages: [] },
  ])
})

test.each([
  ['whatever follows', '{"status": "success", "eval": {"task": "a", '],
  ['with other fields in front', `{"about": "${'x'.repeat(5000)}", "status": "success", "eval": {"task": "a"}}`],
  ['behind the error of a run', `{"error": {"traceback": "${'x'.repeat(5000)}"}, "eval": {"task": "a"}}`],
])('a JSON log is told by its first megabyte, %s', (_name, text) => {
  const path = join(temporaryFolder(), 'log.json')
  writeFileSync(path, text)
  expect(isInspectLog(path)).toBe(true)
})

test.each([
  ['other.json', '{"schema": "holdfast.scores/1"}'],
  ['short.json', ''],
  ['list.json', '[{"version": 2, "status": "success", "eval": {"task": "a"}}]'],
  ['text.json', '{"eval": "\\"eval\\": {"}'],
  ['items.jsonl', '{"version": 2, "status": "success", "eval": {'],
  // Whatever comes later: a file of hundreds of MB is not read to tell what it is.
  ['late.json', `{"rows": [${'0,'.repeat(2 ** 19)}0], "version": 2, "status": "success", "eval": {"task": "a"}}`],
])('%s is no log', (name, text) => {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, text)
  expect(isInspectLog(path)).toBe(false)
  expect(isInspectLog(`${path}-missing`)).toBe(false)
})
