import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseJsonl } from './parseJsonl.ts'

const row = z.object({ a: z.number() })

test('each line is a row, and empty lines are none', () => {
  expect(parseJsonl('{"a":1}\n\n{"a":2}\n', row, 'rows')).toEqual([{ a: 1 }, { a: 2 }])
})

test('a line that does not fit is named with its number in the text', () => {
  expect(() => parseJsonl('{"a":1}\n\n{"a":"2"}', row, 'rows')).toThrow('Failed to read rows, line 3, field a: ')
  expect(() => parseJsonl('<html>', row, 'rows')).toThrow('Failed to read rows, line 1: not JSON')
})
