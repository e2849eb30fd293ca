import { describe, expect, test } from 'vitest'
import { parsePythonJson } from './json.ts'
import { pythonRepr } from './value.ts'

/** What Python prints for `json.loads(text)`; undefined where it raises. */
function loads(text: string): string | undefined {
  const parsed = parsePythonJson(text)
  return parsed && pythonRepr(parsed.value)
}

describe('parsePythonJson', () => {
  test.each([
    ['null', 'None'],
    ['true', 'True'],
    ['false', 'False'],
    ['"a"', "'a'"],
    ['[]', '[]'],
    ['{}', '{}'],
    [' [1, "a", null, {"b": [true]}]\n', "[1, 'a', None, {'b': [True]}]"],
  ])('reads %j', (text, value) => expect(loads(text)).toBe(value))

  test('tells a parsed null from no JSON', () => {
    expect(parsePythonJson('null')).toEqual({ value: null, repeatsKey: false })
    expect(parsePythonJson('nul')).toBeUndefined()
  })

  test.each([
    ['NaN', 'nan'],
    ['[Infinity, -Infinity]', '[inf, -inf]'],
  ])('accepts %s, as Python does', (text, value) => expect(loads(text)).toBe(value))

  test.each([
    ['1', '1'],
    ['-0', '0'],
    ['1.0', '1.0'],
    ['-0.0', '-0.0'],
    ['1e3', '1000.0'],
    ['1E-7', '1e-07'],
    ['1e999', 'inf'],
    ['12345678901234567890123', '12345678901234567890123'],
  ])('keeps integers and floats apart: %s', (text, value) => expect(loads(text)).toBe(value))

  test('keeps the last of equal keys, at the place of the first', () => {
    expect(loads('{"a": 1, "b": 2, "a": 3}')).toBe("{'a': 3, 'b': 2}")
    expect(loads('{"__proto__": 1}')).toBe("{'__proto__': 1}")
  })

  test.each([
    ['"\\u00e9"', "'é'"],
    ['"\\ud83d\\ude00"', "'😀'"],
    ['"\\ud83d"', "'\\ud83d'"],
    ['"\\/\\b\\f\\n\\r\\t\\"\\\\"', "'/\\x08\\x0c\\n\\r\\t\"\\\\'"],
    ['"\x7f\u2028"', "'\\x7f\\u2028'"],
  ])('reads the string %j', (text, value) => expect(loads(text)).toBe(value))

  test.each([
    '',
    ' ',
    '[1,]',
    '{"a": 1,}',
    '[1 2]',
    "['a']",
    '{a: 1}',
    '{1: 2}',
    '"a',
    '"a\nb"',
    '"\\x41"',
    '"\\u12"',
    '"\\u 123"',
    '01',
    '.5',
    '1.',
    '+1',
    '-',
    '1e',
    'None',
    'True',
    'nan',
    '[1] 2',
    '[1]]',
    '\ufeff[1]',
    '\xa0[1]',
    '[1]\f',
    '١',
  ])('refuses %j', (text) => expect(parsePythonJson(text)).toBeUndefined())

  test('reads deep nesting, and refuses it where Python runs out of stack', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(parsePythonJson(nested(900))).toBeDefined()
    expect(parsePythonJson(nested(1000))).toBeUndefined()
    expect(parsePythonJson(nested(1_000_000))).toBeUndefined()
    expect(parsePythonJson('{"a":'.repeat(100_000))).toBeUndefined()
  })

  test('refuses an integer of more than 4,300 digits, as Python does', () => {
    expect(parsePythonJson('9'.repeat(4300))).toBeDefined()
    expect(parsePythonJson('9'.repeat(4301))).toBeUndefined()
    expect(parsePythonJson(`-${'9'.repeat(4301)}`)).toBeUndefined()
  })

  // Known bug: the sign is counted as a digit.
  test('accepts a negative integer of 4,300 digits', () => expect(parsePythonJson(`-${'9'.repeat(4300)}`)).toBeDefined())
})

test.each([
  ['{"a": 1, "a": 1}', true],
  ['[{"b": {"a": 1, "c": 2, "a": 3}}]', true],
  ['{"a": 1, "\\u0061": 1}', true],
  ['{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}', false],
  ['["a", "a"]', false],
])('%s repeats a key: %s', (text, repeats) => expect(parsePythonJson(text)?.repeatsKey).toBe(repeats))
