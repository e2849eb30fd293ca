import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { earlyOrder } from './earlyOrder.ts'

const entries = fc
  .array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }), { maxLength: 40 })
  .map((all) => all.map((cells, at) => ({ cells, name: `unit ${at}` })))

test('units are drawn by their size, and those of none come last', () => {
  const own = [6, 3, 1, 0].map((size) => ({ name: `size ${size}`, cells: [], size }))
  const orders = Array.from({ length: 2000 }, (_, seed) => earlyOrder(own, seed).order.map(({ size }) => size))
  const share = (is: (order: number[]) => boolean) => orders.filter(is).length / orders.length
  // By hand: 6 of 10 come first; of those that begin with 6 the next is 3 in 3 of 4.
  expect(share(([first]) => first === 6)).toBeCloseTo(0.6, 1)
  expect(share(([first, second]) => first === 6 && second === 3)).toBeCloseTo(0.45, 1)
  expect(share((order) => order.at(-1) === 0)).toBe(1)
})

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
