import { describe, expect, test } from 'vitest'
import { pythonRepr } from '../../../src/core/base/python/value.ts'
import { parsePythonLiteral } from '../../../suites/lifbench/scoring/pythonLiteral.ts'

/** What Python prints for the literal; undefined where it is none. */
function evaluated(text: string): string | undefined {
  const parsed = parsePythonLiteral(text)
  return parsed && pythonRepr(parsed[0])
}

describe('parsePythonLiteral', () => {
  test.each([
    ['[]', '[]'],
    ['[1, [2], "a",]', "[1, [2], 'a']"],
    ['()', '()'],
    ['(1)', '1'],
    ['(1,)', '(1,)'],
    ['((1, 2), 3)', '((1, 2), 3)'],
    ['{}', '{}'],
    ['{1}', '{1}'],
    ['{"a": 1, "b": [None],}', "{'a': 1, 'b': [None]}"],
    ['[None, True, False]', '[None, True, False]'],
    [' \t[ 1 ,\f2 ] ', '[1, 2]'],
  ])('reads %j', (text, value) => expect(evaluated(text)).toBe(value))

  test.each([
    ['"it\'s"', '"it\'s"'],
    ['\'say "a"\'', '\'say "a"\''],
    ['"a" "b"', "'ab'"],
    ['["a"\'b\' "c", "d"]', "['abc', 'd']"],
    ['""', "''"],
  ])('reads the string %j, joined to its neighbours', (text, value) => expect(evaluated(text)).toBe(value))

  test.each([
    ['0', '0'],
    ['00', '0'],
    ['007.5', '7.5'],
    ['1_000', '1000'],
    ['0x10', '16'],
    ['0XfF', '255'],
    ['0o17', '15'],
    ['0b101', '5'],
    ['2.50', '2.5'],
    ['1.', '1.0'],
    ['.5', '0.5'],
    ['1e3', '1000.0'],
    ['1E-7', '1e-07'],
    ['1e999', 'inf'],
    ['-1', '-1'],
    ['- 1.5', '-1.5'],
    ['+2', '2'],
    ['-0', '0'],
    ['-0.0', '-0.0'],
    ['123456789012345678901234567890', '123456789012345678901234567890'],
  ])('reads the number %s as Python does', (text, value) => expect(evaluated(text)).toBe(value))

  test.each(['', ' ', '[', ']', '[1', '[1]]', '[,]', '[1,,2]', '[1 2]', '(,)', '{1: 2, 3}', '{1, 2: 3}', '{1:}', '{,}'])(
    'refuses the broken %j',
    (text) => expect(parsePythonLiteral(text)).toBeUndefined(),
  )

  test.each(['01', '1__0', '1_', '0x', '0b2', '1.2.3', '1e', 'e5', '.', '-', '-True', '-"a"', '1a', 'Nonesuch', 'TrueFalse', '١'])(
    'refuses %j, which is no number or word',
    (text) => expect(parsePythonLiteral(text)).toBeUndefined(),
  )

  test.each(['"a', "'a", '"a\'', 'null', 'true', 'NaN', '[1]\u00a0', '\ufeff[1]'])('refuses %j', (text) => {
    expect(parsePythonLiteral(text)).toBeUndefined()
  })

  test.each([
    '1 + 1',
    '2016-10-20',
    '[1][0]',
    '[1] * 9',
    'x',
    '[x for x in [1]]',
    'print("a")',
    "__import__('os').system('true')",
    '(lambda: 1)()',
    '[*[1]]',
    '{**{}}',
    '"a".upper()',
    '"a" if 1 else "b"',
    'not 1',
    '1 < 2',
  ])('evaluates nothing: %s', (text) => expect(parsePythonLiteral(text)).toBeUndefined())

  test('gives up on deep nesting and long runs of signs without exhausting the stack', () => {
    expect(parsePythonLiteral('['.repeat(200) + ']'.repeat(200))).toBeDefined()
    expect(parsePythonLiteral('['.repeat(100_000) + ']'.repeat(100_000))).toBeUndefined()
    expect(parsePythonLiteral(`${'-'.repeat(100_000)}1`)).toBeUndefined()
    expect(parsePythonLiteral('{1:'.repeat(100_000))).toBeUndefined()
  })

  // Known bug: one level more than CPython's 200 is accepted.
  test('refuses 201 nested brackets, as Python does', () => expect(parsePythonLiteral('['.repeat(201) + ']'.repeat(201))).toBeUndefined())

  // Known bug: the expression for numbers exhausts the regular expression stack.
  test('refuses a number of ten million digits without throwing', () => expect(parsePythonLiteral('1'.repeat(10_000_000))).toBeUndefined())

  // Known bug: Python's tokenizer takes a lone carriage return for a line break, which does not matter within brackets…
  test('passes over a carriage return within brackets', () => expect(evaluated('[1,\r2]')).toBe('[1, 2]'))

  // …and ends a string, as a null character does.
  test.each(['["a\rb"]', '["a\0b"]'])('refuses %j, a string broken by a control character', (text) => {
    expect(parsePythonLiteral(text)).toBeUndefined()
  })

  // Known bug: lists, dicts and sets cannot be members of a set or keys of a dict (TypeError in Python).
  test.each(['{[1]}', '{{1: 2}}', '{[1]: 2}', '{({1},): 2}'])('refuses %j, whose member cannot be hashed', (text) => {
    expect(parsePythonLiteral(text)).toBeUndefined()
  })

  // Known bug: equal keys and members are all kept.
  test.each([
    ['{1: 2, 1: 3}', '{1: 3}'],
    ['{"a", "a"}', "{'a'}"],
  ])('keeps the last of equal keys and one of equal members: %j', (text, value) => expect(evaluated(text)).toBe(value))

  // Known bug: a match that ends in a second list, `[["a"], 1], [["b"]]`, is a tuple for Python.
  test('reads a tuple without parentheses', () => expect(evaluated('[1], [2]')).toBe('([1], [2])'))
})
