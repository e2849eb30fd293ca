import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemDiscriminations } from './itemDiscrimination.ts'

test('of three takers by hand', () => {
  // Totals without the first item: 0, 2, 1. Deviations -1, 1, 0, and of the item -2/3, 1/3, 1/3: r = 1 / sqrt(2 * 2/3).
  const [first] = itemDiscriminations([
    [0, 1, 1],
    [0, 1, 0],
    [0, 1, 1],
  ])
  expect(first?.r).toBeCloseTo(1 / Math.sqrt(4 / 3), 12)
  expect(first?.sd).toBeCloseTo(Math.sqrt(2 / 9), 12)
})

test('is unknown of two takers, and where item or rest has one value', () => {
  expect(itemDiscriminations([[0, 1]])).toEqual([{ r: null, sd: 0.5 }])
  const [same, other] = itemDiscriminations([
    [0.1, 0.1, 0.1],
    [0, 1, 0],
  ])
  expect(same?.r).toBeNull()
  expect(other?.r).toBeNull()
  expect(itemDiscriminations([])).toEqual([])
})

test('is Guilford’s formula of the uncorrected correlation', () => {
  const item = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 5, maxLength: 5 })
  fc.assert(
    fc.property(fc.array(item, { minLength: 3, maxLength: 6 }), (scores) => {
      const sd = (values: readonly number[]) => Math.sqrt(covariance(values, values))
      const totals = [0, 1, 2, 3, 4].map((taker) => scores.reduce((sum, own) => sum + (own[taker] as number), 0))
      for (const [at, { r }] of itemDiscriminations(scores).entries()) {
        const own = scores[at] as number[]
        if (r === null) continue
        const [si, st] = [sd(own), sd(totals)]
        const uncorrected = st === 0 ? 0 : covariance(own, totals) / (si * st)
        expect(r).toBeCloseTo((uncorrected * st - si) / Math.sqrt(st * st + si * si - 2 * uncorrected * si * st), 8)
      }
    }),
  )
})

function covariance(one: readonly number[], other: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return mean(one.map((value, at) => value * (other[at] as number))) - mean(one) * mean(other)
}
