import { describe, expect, test } from 'vitest'
import { codePointLength, strip } from './text.ts'

describe('strip', () => {
  test.each([
    ['a space', ' '],
    ['a line break', '\n'],
    ['a carriage return', '\r'],
    ['a vertical tab', '\v'],
    ['a form feed', '\f'],
    ['an information separator', '\x1c'],
    ['the last information separator', '\x1f'],
    ['a next line', '\x85'],
    ['a no-break space', '\xa0'],
    ['an ogham space', '\u1680'],
    ['an em space', '\u2003'],
    ['a line separator', '\u2028'],
    ['a paragraph separator', '\u2029'],
    ['an ideographic space', '\u3000'],
  ])('removes %s', (_name, space) => expect(strip(`${space}${space}a${space}b${space}`)).toBe(`a${space}b`))

  test.each([
    ['a byte order mark', '\ufeff'],
    ['a zero width space', '\u200b'],
    ['a unit before the separators', '\x1b'],
    ['a Mongolian vowel separator', '\u180e'],
    ['a null character', '\0'],
  ])('keeps %s', (_name, character) => expect(strip(`${character}a${character}`)).toBe(`${character}a${character}`))

  test('leaves nothing of nothing but space', () => {
    expect(strip(' \n\t\u2003')).toBe('')
    expect(strip('')).toBe('')
  })
})

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 2],
  ['😀', 1],
  ['a😀b🎉', 4],
  ['\ud83d', 1],
  ['\ude00\ud83d', 2],
  ['👩‍👧', 3],
])('codePointLength of %j is %i', (text, length) => expect(codePointLength(text)).toBe(length))
