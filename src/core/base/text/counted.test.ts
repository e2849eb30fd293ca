import { expect, test } from 'vitest'
import { counted, roughCount } from './counted.ts'

test.each([
  [0, '0 lines'],
  [1, '1 line'],
  [2, '2 lines'],
  [1200, '1,200 lines'],
])('%i is %s', (count, text) => expect(counted(count, 'line')).toBe(text))

test.each([
  [2_874, 'about 2,900'],
  [60, 'about 60'],
  [50_000, 'about 50,000'],
  [50_001, 'over 50,000'],
])('%d is %s', (count, text) => expect(roughCount(count)).toBe(text))
