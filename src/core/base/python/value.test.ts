import { describe, expect, test } from 'vitest'
import { isList, type PythonValue, pythonRepr } from './value.ts'

const int = (value: bigint): PythonValue => ({ kind: 'int', value })
const float = (value: number): PythonValue => ({ kind: 'float', value })
const list = (...items: PythonValue[]): PythonValue => ({ kind: 'list', items })

describe('pythonRepr', () => {
  test.each<[PythonValue, string]>([
    [null, 'None'],
    [true, 'True'],
    [false, 'False'],
    [int(0n), '0'],
    [int(-12n), '-12'],
    [int(10n ** 30n), '1000000000000000000000000000000'],
  ])('prints %o as %s', (value, text) => expect(pythonRepr(value)).toBe(text))

  test.each([
    ['plain', "'plain'"],
    ["it's", '"it\'s"'],
    ['say "a"', '\'say "a"\''],
    ['both \' and "', "'both \\' and \"'"],
    ['a\\b', "'a\\\\b'"],
    ['a\nb\rc\td', "'a\\nb\\rc\\td'"],
    ['\0\x1b\x7f', "'\\x00\\x1b\\x7f'"],
    ['é 😀', "'é 😀'"],
    ['\xa0', "'\\xa0'"],
    ['\xad', "'\\xad'"],
    ['\u200b\u2028\u3000', "'\\u200b\\u2028\\u3000'"],
    ['\ud83d', "'\\ud83d'"],
    ['\u{e0001}', "'\\U000e0001'"],
    ['', "''"],
  ])('quotes %j as %s', (text, quoted) => expect(pythonRepr(text)).toBe(quoted))

  test.each([
    [1, '1.0'],
    [0, '0.0'],
    [-0, '-0.0'],
    [0.1, '0.1'],
    [-2.5, '-2.5'],
    [1e15, '1000000000000000.0'],
    [1e16, '1e+16'],
    [1.5e16, '1.5e+16'],
    [0.0001, '0.0001'],
    [0.00012345, '0.00012345'],
    [0.00001, '1e-05'],
    [1.25e-7, '1.25e-07'],
    [1e100, '1e+100'],
    [5e-324, '5e-324'],
    [123456789.125, '123456789.125'],
    [Number.NaN, 'nan'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NEGATIVE_INFINITY, '-inf'],
  ])('prints the float %d as %s', (value, text) => expect(pythonRepr(float(value))).toBe(text))

  test('prints containers with their members quoted', () => {
    expect(pythonRepr(list('a', int(1n), list()))).toBe("['a', 1, []]")
    expect(pythonRepr({ kind: 'tuple', items: [] })).toBe('()')
    expect(pythonRepr({ kind: 'tuple', items: ['a'] })).toBe("('a',)")
    expect(pythonRepr({ kind: 'tuple', items: ['a', null] })).toBe("('a', None)")
    expect(pythonRepr({ kind: 'set', items: [] })).toBe('set()')
    expect(pythonRepr({ kind: 'set', items: ['a'] })).toBe("{'a'}")
    expect(pythonRepr({ kind: 'dict', entries: [['a', float(1)]] })).toBe("{'a': 1.0}")
  })
})

test('isList is true of lists alone', () => {
  expect(isList(list())).toBe(true)
  for (const other of [null, true, 'a', int(1n), { kind: 'tuple', items: [] } as const]) expect(isList(other)).toBe(false)
})
