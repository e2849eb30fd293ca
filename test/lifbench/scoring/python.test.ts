import { describe, expect, test } from 'vitest'
import { decodeUnicodeEscape, pythonStr, UnicodeEscapeError } from '../../../suites/lifbench/scoring/python.ts'

const decode = (text: string) => decodeUnicodeEscape(text, 'throw')

describe('decodeUnicodeEscape', () => {
  test('leaves plain ASCII as it is', () => expect(decode('plain "text", [1]')).toBe('plain "text", [1]'))

  test('turns each byte of a character beyond ASCII into one of its own', () => {
    expect(decode('é')).toBe('Ã©')
    expect(decode('€')).toBe('\xe2\x82\xac')
    expect(decode('😀')).toBe('\xf0\x9f\x98\x80')
  })

  test.each([
    ['\\\\', '\\'],
    ["\\'", "'"],
    ['\\"', '"'],
    ['\\a', '\x07'],
    ['\\b', '\b'],
    ['\\f', '\f'],
    ['\\n', '\n'],
    ['\\r', '\r'],
    ['\\t', '\t'],
    ['\\v', '\v'],
    ['a\\\nb', 'ab'],
  ])('resolves %j', (escaped, plain) => expect(decode(escaped)).toBe(plain))

  test.each([
    ['\\0', '\0'],
    ['\\101', 'A'],
    ['\\1012', 'A2'],
    ['\\18', '\x018'],
    ['\\400', '\u0100'],
  ])('reads up to three octal digits: %j', (escaped, plain) => expect(decode(escaped)).toBe(plain))

  test.each([
    ['\\x41', 'A'],
    ['\\xe9', 'é'],
    ['\\u00e9', 'é'],
    ['\\u20AC', '€'],
    ['\\U0001f600', '😀'],
    ['\\u00e9é', 'éÃ©'],
  ])('reads the hexadecimal escape %j', (escaped, plain) => expect(decode(escaped)).toBe(plain))

  test('resolves an escaped backslash before what follows it', () => {
    expect(decode('\\\\n')).toBe('\\n')
    expect(decode('\\\\\\n')).toBe('\\\n')
  })

  test.each(['\\q', '\\[5\\]', '\\d', '\\8', '\\é'])('keeps the unknown escape in %j', (text) => {
    expect(decode(text)).toBe(Buffer.from(text, 'utf8').toString('latin1'))
  })

  test('never joins surrogate halves to an astral character', () => {
    expect(decode('\\ud83d\\ude00')).not.toContain('😀')
    expect(decode('\\ud83d\\ude00')).toHaveLength(2)
  })

  test('keeps a named character as it stands', () => expect(decode('\\N{DASH}')).toBe('\\N{DASH}'))

  describe.each(['\\', 'text\\', '\\x4', '\\xg1', '\\u12', '\\u12G4', '\\U0001f60', '\\U00110000', '\\N', '\\N{}', '\\N{DASH'])(
    'on the malformed %j',
    (text) => {
      test('throws when told to', () => expect(() => decode(text)).toThrow(UnicodeEscapeError))

      test('keeps it as text when told to', () => expect(decodeUnicodeEscape(text, 'literal')).toBe(text))
    },
  )

  test('still resolves the sound escapes beside a malformed one', () =>
    expect(decodeUnicodeEscape('\\u12 \\u0041', 'literal')).toBe('\\u12 A'))
})

test('pythonStr leaves a string alone and prints all else', () => {
  expect(pythonStr("it's\n")).toBe("it's\n")
  expect(pythonStr({ kind: 'list', items: ["it's"] })).toBe('["it\'s"]')
  expect(pythonStr(null)).toBe('None')
  expect(pythonStr({ kind: 'float', value: 2.5 })).toBe('2.5')
})
