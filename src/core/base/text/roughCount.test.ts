import { expect, test } from 'vitest'
import { roughCount } from './roughCount.ts'

test.each([
  [2_874, 'about 2,900'],
  [60, 'about 60'],
  [50_000, 'about 50,000'],
  [50_001, 'over 50,000'],
])('%d is %s', (count, text) => expect(roughCount(count)).toBe(text))
