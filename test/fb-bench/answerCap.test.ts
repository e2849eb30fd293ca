import { expect, test } from 'vitest'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { answerCap } from '../../suites/fb-bench/suite.ts'

// Nine words, each a token in o200k_base; 100 tokens are left for the template.
const item = { query: 'one two three four', firstResponse: 'five six seven', feedback: 'eight nine' } as FbItem

test.each([
  [undefined, 4096],
  [100_000, 4096],
  [4096 + 9 + 100, 4096],
  [4096 + 9 + 99, 4095],
  [9 + 100 + 50, 50],
  [9 + 100, 0],
])('in a window of %s tokens an answer may have %i', (contextTokens, cap) => {
  expect(answerCap(contextTokens === undefined ? {} : { contextTokens })(item)).toBe(cap)
})
