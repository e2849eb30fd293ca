import fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrderArbitrary, smallerOrders } from './orderArbitrary.ts'

const inversions = (order: readonly number[]) =>
  order.reduce((sum, number, place) => sum + order.slice(place + 1).filter((later) => later < number).length, 0)

test('smaller orders have fewer numbers, or fewer inversions of as many', () => {
  fc.assert(
    fc.property(new OrderArbitrary(6, 2), (order) => {
      for (const smaller of smallerOrders(order, 2)) {
        expect(smaller.length).toBeGreaterThanOrEqual(2)
        expect(new Set(smaller).size).toBe(smaller.length)
        if (smaller.length === order.length) expect(inversions(smaller)).toBeLessThan(inversions(order))
        else expect(smaller.length).toBeLessThan(order.length)
      }
    }),
  )
})

test('what fails whenever 4 comes before 1 is made smaller to these two', () => {
  const found = fc.check(
    fc.property(new OrderArbitrary(6, 0), (order) => !(order.includes(1) && order.includes(4) && order.indexOf(4) < order.indexOf(1))),
    { seed: 1 },
  )
  expect(found.counterexample).toEqual([[4, 1]])
})

test('all steps are kept where none may be left out, and their order comes as near as it can', () => {
  const found = fc.check(
    fc.property(new OrderArbitrary(5, 5), (order) => order.indexOf(4) > order.indexOf(1)),
    { seed: 1 },
  )
  expect(found.counterexample?.[0]).toHaveLength(5)
  expect(inversions(found.counterexample?.[0] ?? [])).toBe(3)
})
