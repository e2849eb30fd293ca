import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distractors, ordersOf, type Persona, personas } from './arbitraries.ts'

test('whoever talks, numbers and addresses stay what they are', () => {
  const text = 'Transfer 2.50 to example.com, please. Not 1,000!'
  fc.assert(
    fc.property(personas(), (persona: Persona) => {
      for (const kept of ['2.50', 'example.com', '1,000']) expect(persona.says(text)).toContain(kept)
    }),
  )
})

test('an option that there is not is refused', () =>
  expect(() => distractors({ mx: 2 } as never)).toThrow('Failed to draw distractors: there is no option "mx". Did you mean max?'))

test('a list with a turn twice is drawn from as if it stood there once', () =>
  fc.assert(fc.property(distractors({ among: ['one', 'one', 'two'] }), (turns) => new Set(turns).size === turns.length)))

const inversions = (order: readonly number[]) =>
  order.reduce((sum, number, place) => sum + order.slice(place + 1).filter((later) => later < number).length, 0)

test('an order has each step once, and all orders of all steps are drawn', () => {
  const seen = new Set<string>()
  const drawn = (order: readonly number[]) => {
    expect(new Set(order).size).toBe(order.length)
    expect(order.length).toBeGreaterThanOrEqual(2)
    seen.add(order.join(''))
  }
  fc.assert(fc.property(ordersOf([1, 2, 3], { min: 2 }), drawn), { numRuns: 500, seed: 1 })
  // 6 of three steps, and 2 of each 3 pairs.
  expect(seen.size).toBe(12)
  expect(new Set(fc.sample(ordersOf([1], { min: 0 }), 100).map(({ length }) => length))).toEqual(new Set([0, 1]))
})

test('what fails whenever 4 comes before 1 is made smaller to these two', () => {
  const isBefore = (order: readonly number[]) => order.includes(1) && order.includes(4) && order.indexOf(4) < order.indexOf(1)
  for (let seed = 0; seed < 100; seed += 1)
    for (const [min, smallest] of [
      [0, [4, 1]],
      [3, [0, 4, 1]],
    ] as const) {
      const found = fc.check(
        fc.property(ordersOf([0, 1, 2, 3, 4, 5], { min }), (order) => !isBefore(order)),
        { seed },
      )
      expect(found.counterexample, `seed ${seed}`).toEqual([smallest])
    }
})

test('all steps are kept where none may be left out, and of most failures their order comes as near as it can', () => {
  const found = Array.from({ length: 100 }, (_, seed) => {
    const failing = fc.property(ordersOf([0, 1, 2, 3, 4]), (order) => order.indexOf(4) > order.indexOf(1))
    return fc.check(failing, { seed }).counterexample?.[0] ?? []
  })
  for (const order of found) expect(order).toHaveLength(5)
  expect(found.filter((order) => inversions(order) === 3).length).toBeGreaterThan(80)
})
