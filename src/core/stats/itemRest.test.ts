import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemRest } from './itemRest.ts'

test('of six takers by hand', () => {
  // Totals without the first item: 0, 2, 1, twice. Deviations -1, 1, 0, and of the item -2/3, 1/3, 1/3: r = 1 / sqrt(2 * 2/3).
  const [first] = itemRest([
    [0, 1, 1, 0, 1, 1],
    [0, 1, 0, 0, 1, 0],
    [0, 1, 1, 0, 1, 1],
  ])
  expect(first).toBeCloseTo(1 / Math.sqrt(4 / 3), 12)
})

test('is unknown where item or rest has one value, and of what nobody else took', () => {
  expect(itemRest([[0, 1]])).toEqual([null])
  const rest = [0, 1, 0, 0, 1, 0]
  expect(itemRest([rest.map(() => 0.1), rest])).toEqual([null, null])
  expect(
    itemRest([
      [0, 1, 1],
      [undefined, null, undefined],
    ]),
  ).toEqual([null, null])
  expect(itemRest([])).toEqual([])
})

test('is of those alone who took the item, and of the others that they took', () => {
  // The first three took all; the fourth has no score of the last item, and the mean of the other two is not pulled down by it.
  const [first] = itemRest([
    [0, 1, 0, 1],
    [0, 1, 0, 1],
    [0, 1, 0, null],
  ])
  expect(first).toBeCloseTo(1, 12)
})

test('is Guilford’s formula of the uncorrected correlation', () => {
  const item = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 6, maxLength: 6 })
  fc.assert(
    fc.property(fc.array(item, { minLength: 3, maxLength: 6 }), (scores) => {
      const sd = (values: readonly number[]) => Math.sqrt(covariance(values, values))
      const totals = [0, 1, 2, 3, 4, 5].map((taker) => scores.reduce((sum, own) => sum + (own[taker] as number), 0))
      for (const [at, r] of itemRest(scores).entries()) {
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
