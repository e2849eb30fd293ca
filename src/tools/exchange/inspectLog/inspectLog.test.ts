import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { logHeaderOf, pythonJson } from '../test/inspectLog.ts'
import { isInspectLog, parseLogJson } from './inspectLog.ts'

const HEADER = logHeaderOf({})
test.each([
  ['as Inspect writes it', HEADER, true],
  ['sorted by name', Object.fromEntries(Object.entries(HEADER).sort()), true],
  ['with other fields in front', { about: 'x'.repeat(50_000), ...HEADER }, true],
  ['within a list', [HEADER], false],
  ['with a text about a log', { eval: '"eval": {' }, false],
  ['without what was evaluated', { version: 2, status: 'success' }, false],
])('a JSON file %s is told to be a log, or none', (_name, value, expected) => {
  const path = join(temporaryFolder(), 'log.json')
  writeFileSync(path, JSON.stringify(value))
  expect(isInspectLog(path)).toBe(expected)
})

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
