import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { earlyOrder } from './earlyOrder.ts'

const entries = fc
  .array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }), { maxLength: 40 })
  .map((all) => all.map((cells, at) => ({ cells, name: `unit ${at}` })))

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
