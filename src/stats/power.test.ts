import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chiSquareQuantile, itemsNeeded } from './power.ts'

describe('quantiles of chi-square', () => {
  // Tables of the chi-square distribution: 0.025, 0.05, 0.95, 0.975.
  test.each([
    [1, 0.00098, 0.00393, 3.841, 5.024],
    [2, 0.0506, 0.103, 5.991, 7.378],
    [3, 0.216, 0.352, 7.815, 9.348],
    [4, 0.484, 0.711, 9.488, 11.143],
    [5, 0.831, 1.145, 11.07, 12.833],
    [10, 3.247, 3.94, 18.307, 20.483],
    [20, 9.591, 10.851, 31.41, 34.17],
    [30, 16.791, 18.493, 43.773, 46.979],
    [100, 74.222, 77.929, 124.342, 129.561],
  ])('for %i degrees of freedom are those of the tables', (df, ...critical) => {
    for (const [at, p] of [0.025, 0.05, 0.95, 0.975].entries()) {
      const expected = critical[at] as number
      expect(Math.abs(chiSquareQuantile(p, df) - expected)).toBeLessThanOrEqual(expected < 0.01 ? 5e-6 : expected < 1 ? 5e-4 : 1e-3)
    }
  })

  test('for 2 degrees of freedom have their closed form', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (p) => {
        expect(chiSquareQuantile(p, 2)).toBeCloseTo(-2 * Math.log(1 - p), 9)
      }),
    )
  })

  test('grow with the probability, and lie about the degrees of freedom, broken and many too', () => {
    for (const df of [1, 1.5, 17.776, 199, 5000]) {
      const [low, middle, high] = [0.025, 0.5, 0.975].map((p) => chiSquareQuantile(p, df)) as [number, number, number]
      expect(low).toBeLessThan(middle)
      expect(middle).toBeLessThan(df)
      expect(high).toBeGreaterThan(df)
    }
  })
})

describe('the items it takes', () => {
  test('are by the usual formula where the error is known well', () => {
    // 1000 (1.959964 + 1.281552)² (0.01 / 0.02)².
    expect(itemsNeeded({ effect: 0.02, se: 0.01, n: 1000, df: 1e6 }).items).toBe(2627)
    expect(itemsNeeded({ effect: -0.02, se: 0.01, n: 1000, df: 1e6 }).items).toBe(2627)
  })

  test('are more where few clusters tell the error', () => {
    // t of 9 degrees of freedom is 2.262: 100 (2.262157 + 1.281552)² (0.5)².
    expect(itemsNeeded({ effect: 0.02, se: 0.01, n: 100, df: 9 }).items).toBe(314)
  })

  test('have a range by the interval of the error', () => {
    // Chi-square of 9: 2.700 to 19.023; so 314 × 9 / 19.023 to 314 × 9 / 2.700.
    const { range } = itemsNeeded({ effect: 0.02, se: 0.01, n: 100, df: 9 })
    expect(Math.abs(range[0] - 148.5)).toBeLessThan(1)
    expect(Math.abs(range[1] - 1046.5)).toBeLessThan(1.5)
  })

  test('are at least 2', () => {
    expect(itemsNeeded({ effect: 100, se: 0.01, n: 10, df: 5 })).toEqual({ items: 2, range: [2, 2] })
  })

  const setting = fc.record({
    effect: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
    se: fc.double({ min: 0.005, max: 0.1, noNaN: true }),
    n: fc.integer({ min: 10, max: 3000 }),
    df: fc.double({ min: 1, max: 300, noNaN: true }),
  })

  test('are four times as many for half the change or twice the error', () => {
    fc.assert(
      fc.property(setting, (values) => {
        const { items } = itemsNeeded(values)
        fc.pre(items > 2)
        for (const harder of [
          { ...values, effect: values.effect / 2 },
          { ...values, se: 2 * values.se },
        ]) {
          expect(itemsNeeded(harder).items).toBeLessThanOrEqual(4 * items)
          expect(itemsNeeded(harder).items).toBeGreaterThan(4 * (items - 1))
        }
      }),
    )
  })

  test('lie within their range, which is narrower for more degrees of freedom', () => {
    fc.assert(
      fc.property(setting, (values) => {
        const { items, range } = itemsNeeded(values)
        expect(range[0]).toBeLessThanOrEqual(items)
        expect(range[1]).toBeGreaterThanOrEqual(items)
        const wider = itemsNeeded({ ...values, df: values.df / 2 })
        expect(wider.range[1]).toBeGreaterThanOrEqual(range[1])
      }),
    )
  })
})
