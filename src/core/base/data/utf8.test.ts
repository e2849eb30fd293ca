import { describe, expect, test } from 'vitest'
import { byteLines, decodeUtf8 } from './utf8.ts'

describe('bytes are read as UTF-8', () => {
  test('whatever characters they are', () => {
    expect(decodeUtf8(Buffer.from('Ufer, 岸, 🏖'), 'x')).toBe('Ufer, 岸, 🏖')
    expect(decodeUtf8(new Uint8Array(), 'x')).toBe('')
  })

  test('without a byte order mark before them; one further in stays', () => {
    expect(decodeUtf8(Buffer.from('\uFEFF{"a":1}'), 'x')).toBe('{"a":1}')
    expect(decodeUtf8(Buffer.from('{"a":"\uFEFF"}'), 'x')).toBe('{"a":"\uFEFF"}')
  })

  test.each([
    ['Latin-1', Buffer.from('Wir saßen', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF{"a":1}', 'utf16le')],
    ['a character that is cut', Buffer.from('岸').subarray(0, 2)],
  ])('and %s is an error that says where', (_, bytes) => {
    expect(() => decodeUtf8(bytes, 'out.jsonl, line 3')).toThrow(
      'Failed to read out.jsonl, line 3: it is not UTF-8. Save the file as UTF-8.',
    )
  })
})

test('lines end with LF or CR LF', () => {
  const lines = (text: string) => [...byteLines(Buffer.from(text))].map((line) => decodeUtf8(line, 'x'))
  expect(lines('one\r\n\ntwo \rstill\nthree')).toEqual(['one', '', 'two \rstill', 'three'])
  expect(lines('one\n')).toEqual(['one'])
  expect(lines('')).toEqual([])
})
