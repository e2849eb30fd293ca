import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashFraction } from '../base/random.ts'
import { type Stratum, stratifiedWilson, wilson } from './wilson.ts'

/** 97.5 % quantile of the normal distribution, from tables. */
const Z = 1.959964

const rounded = (interval: readonly number[], digits = 4) => interval.map((bound) => Number(bound.toFixed(digits)))

describe('the interval of a share', () => {
  // Newcombe (1998), Statistics in Medicine 17, 857–872, Table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i of %i is the published one, %d to %d', (successes, n, low, high) => {
    expect(rounded(wilson(successes / n, n))).toEqual([low, high])
  })

  test.each([1, 5, 26, 130, 419])('of none of %i, and of all, has its closed form', (n) => {
    const width = (Z * Z) / (n + Z * Z)
    const [none, all] = [wilson(0, n), wilson(1, n)]
    expect(none[0]).toBe(0)
    expect(none[1]).toBeCloseTo(width, 6)
    expect(all[0]).toBeCloseTo(1 - width, 6)
    expect(all[1]).toBe(1)
  })

  test.each([2, 10, 100])('of half of %i has its closed form', (n) => {
    const half = Z / 2 / Math.sqrt(n + Z * Z)
    const [low, high] = wilson(0.5, n)
    expect(low).toBeCloseTo(0.5 - half, 6)
    expect(high).toBeCloseTo(0.5 + half, 6)
  })

  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const size = fc.double({ min: 0.5, max: 1e5, noNaN: true })

  test('ends where the share is as far away as the score test allows', () => {
    fc.assert(
      fc.property(share, size, (observed, n) => {
        for (const bound of wilson(observed, n)) {
          if (bound <= 0 || bound >= 1) continue
          expect(Math.abs(observed - bound)).toBeCloseTo(Z * Math.sqrt((bound * (1 - bound)) / n), 5)
        }
      }),
    )
  })

  test('lies within 0 and 1, around the share, and is turned round with it', () => {
    fc.assert(
      fc.property(share, size, (observed, n) => {
        const [low, high] = wilson(observed, n)
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeLessThanOrEqual(1)
        expect(low).toBeLessThanOrEqual(observed + 1e-12)
        expect(high).toBeGreaterThanOrEqual(observed - 1e-12)
        const [other, another] = wilson(1 - observed, n)
        expect(other).toBeCloseTo(1 - high, 9)
        expect(another).toBeCloseTo(1 - low, 9)
      }),
    )
  })

  test('grows narrower with observations', () => {
    fc.assert(
      fc.property(share, size, (observed, n) => {
        const width = ([low, high]: readonly [number, number]) => high - low
        expect(width(wilson(observed, 2 * n))).toBeLessThan(width(wilson(observed, n)))
      }),
    )
  })

  test.each([10, 26, 130])('covers 95 %% on average over all shares, of %i observations exactly', (n) => {
    // P(k) of a binomial, by its ratio of neighbours.
    const coverage = (p: number) => {
      let covered = 0
      let probability = (1 - p) ** n
      for (let k = 0; k <= n; k += 1) {
        const [low, high] = wilson(k / n, n)
        if (low <= p && p <= high) covered += probability
        probability *= ((n - k) / (k + 1)) * (p / (1 - p))
      }
      return covered
    }
    const grid = Array.from({ length: 199 }, (_, index) => (index + 1) / 200)
    const mean = grid.reduce((sum, p) => sum + coverage(p), 0) / grid.length
    expect(mean).toBeGreaterThan(0.945)
    expect(mean).toBeLessThan(0.965)
  })
})

const repeat = (value: number, times: number): number[] => Array.from({ length: times }, () => value)
/** Yes-or-no observations, so many of them yes. */
const binary = (yes: number, n: number): Stratum => [...repeat(1, yes), ...repeat(0, n - yes)]

describe('the interval of a mean of strata', () => {
  test('where nothing varies is that of as many observations', () => {
    expect(stratifiedWilson([repeat(1, 26)])).toEqual(wilson(1, 26))
    expect(stratifiedWilson([repeat(0, 26)])).toEqual(wilson(0, 26))
    expect(stratifiedWilson(Array.from({ length: 5 }, () => repeat(1, 26)))).toEqual(wilson(1, 130))
    expect(stratifiedWilson(repeat(0.5, 4).map((value) => repeat(value, 10)))).toEqual(wilson(0.5, 40))
  })

  test('where nothing varies weighs strata and not observations', () => {
    // The variance of the mean of two means of 10 and 30 is (1/10 + 1/30)/4 of one observation's.
    const [low] = stratifiedWilson([repeat(1, 10), repeat(1, 30)])
    expect(low).toBeCloseTo(wilson(1, 4 / (1 / 10 + 1 / 30))[0], 12)
    expect(low).toBeLessThan(wilson(1, 40)[0])
  })

  test.each([
    [1, 10],
    [13, 26],
    [25, 26],
  ])('of one stratum, %i of %i, is Wilson’s with the unbiased variance', (yes, n) => {
    const [low, high] = stratifiedWilson([binary(yes, n)])
    const [expectedLow, expectedHigh] = wilson(yes / n, n - 1)
    expect(low).toBeCloseTo(expectedLow, 12)
    expect(high).toBeCloseTo(expectedHigh, 12)
  })

  test('takes the difference between strata for no chance', () => {
    // 26 of 26 and 0 of 26, but for one observation each: the strata tell nearly everything.
    const [low, high] = stratifiedWilson([binary(25, 26), binary(1, 26)])
    const pooled = stratifiedWilson([binary(26, 52)])
    expect(high - low).toBeLessThan((pooled[1] - pooled[0]) / 2)
    expect((low + high) / 2).toBeCloseTo(0.5, 9)
  })

  test('is narrower for values that vary less than yes and no do', () => {
    const [low, high] = stratifiedWilson([[...repeat(0.5, 10), ...repeat(1, 10)]])
    const [lowest, highest] = stratifiedWilson([binary(15, 20)])
    expect(high - low).toBeLessThan(highest - lowest)
  })

  test('of one observation a stratum is that of as many observations', () => {
    expect(stratifiedWilson([[1], [1], [0], [1], [1]])).toEqual(wilson(0.8, 5))
  })

  // The variance within such a stratum is unknown; taken for 0, it would make these 8 observations count as 24 (0.9 × 0.1
  // over 0.06/16). A partial run can leave one.
  test('is not narrower than that of all observations where a stratum has but one', () => {
    const [low, high] = stratifiedWilson([[1], [1], [1], [1, 0, 1, 0, 1]])
    const [least, most] = wilson(0.9, 8)
    expect(high - low).toBeGreaterThanOrEqual(most - least)
  })

  const strata = fc.array(fc.array(fc.constantFrom<number>(0, 0.5, 1), { minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 6 })

  test('lies within 0 and 1 around the mean of the means, in whatever order they come', () => {
    fc.assert(
      fc.property(strata, (values) => {
        const [low, high] = stratifiedWilson(values)
        const means = values.map((stratum) => stratum.reduce((sum, value) => sum + value, 0) / stratum.length)
        const mean = means.reduce((sum, value) => sum + value, 0) / means.length
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(mean + 1e-12)
        expect(high).toBeGreaterThanOrEqual(mean - 1e-12)
        expect(high).toBeLessThanOrEqual(1)
        const again = stratifiedWilson([...values].reverse().map((stratum) => [...stratum].reverse()))
        expect(again[0]).toBeCloseTo(low, 9)
        expect(again[1]).toBeCloseTo(high, 9)
      }),
    )
  })

  // Accuracy of a judge who errs with probability 1 - p in each order by itself: values of 0, a half and 1.
  test.each([0.5, 0.8, 0.95])('holds a true mean of %d in at least 92 %% of 500 samples of five strata of 26', (p) => {
    const samples = 500
    let covered = 0
    for (let sample = 0; sample < samples; sample += 1) {
      const right = (...where: number[]) => (hashFraction('wilson', sample, ...where) < p ? 0.5 : 0)
      const drawn = Array.from({ length: 5 }, (_, stratum) =>
        Array.from({ length: 26 }, (__, index) => right(stratum, index, 1) + right(stratum, index, 2)),
      )
      const [low, high] = stratifiedWilson(drawn)
      if (low <= p && p <= high) covered += 1
    }
    expect(covered / samples).toBeGreaterThanOrEqual(0.92)
    expect(covered / samples).toBeLessThanOrEqual(0.99)
  })
})
