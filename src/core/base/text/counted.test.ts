import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test.each([
  [0, '0 lines'],
  [1, '1 line'],
  [2, '2 lines'],
  [1200, '1,200 lines'],
])('%i is %s', (count, text) => {
  expect(counted(count, 'line')).toBe(text)
})
