import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectableChange, itemsNeeded } from './power.ts'

/** Quantiles from tables: 97.5 and 90 % of the normal distribution. */
const [Z, POWER] = [1.959964, 1.281552]

describe('the change that can be told', () => {
  test('is 3.24 errors where the error is known well', () =>
    expect(detectableChange({ se: 0.01, df: 1e9, n: 1000 })).toBeCloseTo((Z + POWER) * 0.01, 7))

  test('is more where few clusters tell the error', () => {
    // Student's quantiles of 9 and 3 degrees of freedom.
    expect(detectableChange({ se: 0.01, df: 9, n: 100 })).toBeCloseTo((2.262157 + POWER) * 0.01, 7)
    expect(detectableChange({ se: 0.01, df: 3, n: 100 })).toBeCloseTo((3.182446 + POWER) * 0.01, 7)
  })

  test('is more where it is one of several tests', () => {
    // 1 % in place of 5: quantiles of 99.5 %, of the normal distribution and of Student's for 9 degrees of freedom.
    expect(detectableChange({ se: 0.01, df: 1e9, n: 1000 }, 0.01)).toBeCloseTo((2.575829 + POWER) * 0.01, 7)
    expect(detectableChange({ se: 0.01, df: 9, n: 100 }, 0.01)).toBeCloseTo((3.249836 + POWER) * 0.01, 7)
  })
})

describe('the items it takes', () => {
  test('are by the usual formula where the error is known well', () => {
    // 1000 (1.959964 + 1.281552)² (0.01 / 0.02)².
    expect(itemsNeeded(0.02, { se: 0.01, n: 1000, df: 1e6 })).toBe(2627)
  })

  test('are more at the level of several tests', () => {
    // 0.05 over 13, two-sided: 2.890512. 1000 (2.890512 + 1.281552)² (0.01 / 0.02)² = 4351.5.
    expect(itemsNeeded(0.02, { se: 0.01, n: 1000, df: 1e6 }, 0.05 / 13)).toBe(4352)
  })

  test('are more where few clusters tell the error, though further items tell it better', () => {
    // 279 items have 25.1 degrees of freedom, Student's quantile of 25 being 2.0595: 100 (2.0592 + 1.2816)² (0.5)² = 279.0. With
    // the 9 degrees that there are it would be 314, with the normal quantile 263.
    expect(itemsNeeded(0.02, { se: 0.01, n: 100, df: 9 })).toBe(279)
  })

  test('are at least 2', () => expect(itemsNeeded(100, { se: 0.01, n: 10, df: 5 })).toBe(2))

  const setting = fc.record({
    change: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
    se: fc.double({ min: 0.005, max: 0.1, noNaN: true }),
    n: fc.integer({ min: 10, max: 3000 }),
    df: fc.double({ min: 1, max: 300, noNaN: true }),
    level: fc.double({ min: 0.0005, max: 0.05, noNaN: true }),
  })

  test('tell the change, and one fewer does not', () => {
    fc.assert(
      fc.property(setting, ({ change, se, n, df, level }) => {
        const items = itemsNeeded(change, { se, n, df }, level)
        const detectable = (some: number) =>
          detectableChange({ se: se * Math.sqrt(n / some), df: Math.max(1, (df * some) / n), n: some }, level)
        expect(detectable(items)).toBeLessThanOrEqual(change)
        if (items > 2) expect(detectable(items - 1)).toBeGreaterThan(change)
      }),
    )
  })

  test('are those there are for the change that they can tell', () => {
    fc.assert(
      fc.property(setting, ({ se, n, df, level }) => {
        expect(Math.abs(itemsNeeded(detectableChange({ se, n, df }, level), { se, n, df }, level) - n)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('are four times as many for half the change or twice the error, where it is known well', () => {
    fc.assert(
      fc.property(setting, ({ change, se, n }) => {
        const known = { se, n, df: 1e4 }
        const items = itemsNeeded(change, known)
        fc.pre(items >= n)
        for (const harder of [itemsNeeded(change / 2, known), itemsNeeded(change, { ...known, se: 2 * se })]) {
          // But for rounding up, and for the little that ten thousand degrees of freedom lack.
          expect(Math.abs(harder - 4 * items)).toBeLessThanOrEqual(4 + 1e-3 * items)
        }
      }),
    )
  })
})
