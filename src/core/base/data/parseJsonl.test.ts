import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseJsonl } from './parseJsonl.ts'

const row = z.object({ a: z.number() })
const read = (text: string | Buffer) => parseJsonl(Buffer.from(text), row, 'rows')

test('each line is a row, and empty lines are none', () => {
  expect(read('{"a":1}\n\n{"a":2}\n')).toEqual([{ a: 1 }, { a: 2 }])
})

test('a byte order mark and Windows line ends are passed over', () => {
  expect(read('\uFEFF{"a":1}\r\n{"a":2}\r\n')).toEqual([{ a: 1 }, { a: 2 }])
})

test('a line that does not fit is named with its number in the text', () => {
  expect(() => read('{"a":1}\n\n{"a":"2"}')).toThrow('Failed to read rows, line 3, field a: ')
  expect(() => read('<html>')).toThrow('Failed to read rows, line 1: not JSON')
  expect(() => read(Buffer.from('{"a":1}\n{"a":"\xe4"}', 'latin1'))).toThrow('Failed to read rows, line 2: it is not UTF-8.')
})
