import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { earlyOrder } from './earlyOrder.ts'

const entries = fc
  .array(
    fc.record({ cells: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }), size: fc.integer({ min: 1, max: 9 }) }),
    {
      maxLength: 40,
    },
  )
  .map((all) => all.map((entry, at) => ({ ...entry, name: `unit ${at}` })))

test('an order has every unit once, begins with one of each cell, and depends on names and seed alone', () => {
  fc.assert(
    fc.property(entries, fc.integer(), (own, seed) => {
      const { order, first } = earlyOrder(own, seed)
      expect([...order].sort((one, other) => own.indexOf(one) - own.indexOf(other))).toEqual(own)
      const cells = (some: typeof own) => new Set(some.flatMap((entry) => entry.cells))
      expect(cells(order.slice(0, first))).toEqual(cells(own))
      expect(first).toBeLessThanOrEqual(cells(own).size)
      expect(earlyOrder([...own].reverse(), seed).order).toEqual(order)
    }),
    propertyRuns(200, 2000),
  )
})

test('what follows the first units is drawn in proportion to sizes', () => {
  const own = [1, 2, 3, 4].map((size) => ({ name: String(size), cells: [], size }))
  const counts = [0, 0, 0, 0]
  for (let seed = 0; seed < 4000; seed += 1) {
    const { order, first } = earlyOrder(own, seed)
    expect(first).toBe(0)
    const size = (order[0] as (typeof own)[number]).size
    counts[size - 1] = (counts[size - 1] as number) + 1
  }
  // Four standard errors of the most frequent share are 124 orders.
  for (const [at, count] of counts.entries()) expect(Math.abs(count - 400 * (at + 1))).toBeLessThan(125)
})
