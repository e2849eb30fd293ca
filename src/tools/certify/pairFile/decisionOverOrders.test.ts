import { expect, test } from 'vitest'
import { decisionOverOrders } from './decisionOverOrders.ts'

// By hand from the rule: +1 for the label, -1 for the other, 0 for a tie, added. Output 1 is the better one.
const TABLE = [
  [1, 1, 'right'],
  [1, null, 'right'],
  [null, 1, 'right'],
  [1, 2, 'tie'],
  [2, 1, 'tie'],
  [null, null, 'tie'],
  [2, null, 'wrong'],
  [null, 2, 'wrong'],
  [2, 2, 'wrong'],
] as const

test.each(TABLE)('verdicts for %s and %s where 1 is better: %s', (forward, swapped, decision) => {
  expect(decisionOverOrders([forward, swapped], 1)).toBe(decision)
})

test.each(TABLE)('verdicts for %s and %s where 2 is better are the other way round', (forward, swapped, decision) => {
  const opposite = { right: 'wrong', tie: 'tie', wrong: 'right' } as const
  expect(decisionOverOrders([forward, swapped], 2)).toBe(opposite[decision])
})
