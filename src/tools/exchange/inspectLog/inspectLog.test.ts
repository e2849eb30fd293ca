import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { pythonJson, writeEvalLog, writeJsonLog } from '../test/inspectLog.ts'
import { parseLogJson } from './inspectLog.ts'
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
