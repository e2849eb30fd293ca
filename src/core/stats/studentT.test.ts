import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { incompleteBeta, tAt, tCdf, tQuantile } from './studentT.ts'

// Upper critical values of Student's t distribution, NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2; its
// column for 0.999 is off in the last digit or two for 7 to 12 degrees: there as in Pearson and Hartley, Biometrika Tables.
const PROBABILITIES = [0.9, 0.95, 0.975, 0.99, 0.995, 0.999]
const TABLE: readonly (readonly [df: number, ...critical: number[]])[] = [
  [1, 3.078, 6.314, 12.706, 31.821, 63.657],
  [2, 1.886, 2.92, 4.303, 6.965, 9.925, 22.327],
  [3, 1.638, 2.353, 3.182, 4.541, 5.841, 10.215],
  [4, 1.533, 2.132, 2.776, 3.747, 4.604, 7.173],
  [5, 1.476, 2.015, 2.571, 3.365, 4.032, 5.893],
  [6, 1.44, 1.943, 2.447, 3.143, 3.707, 5.208],
  [7, 1.415, 1.895, 2.365, 2.998, 3.499, 4.785],
  [8, 1.397, 1.86, 2.306, 2.896, 3.355, 4.501],
  [9, 1.383, 1.833, 2.262, 2.821, 3.25, 4.297],
  [10, 1.372, 1.812, 2.228, 2.764, 3.169, 4.144],
  [12, 1.356, 1.782, 2.179, 2.681, 3.055, 3.93],
  [15, 1.341, 1.753, 2.131, 2.602, 2.947, 3.733],
  [20, 1.325, 1.725, 2.086, 2.528, 2.845, 3.552],
  [25, 1.316, 1.708, 2.06, 2.485, 2.787, 3.45],
  [30, 1.31, 1.697, 2.042, 2.457, 2.75, 3.385],
  [40, 1.303, 1.684, 2.021, 2.423, 2.704, 3.307],
  [60, 1.296, 1.671, 2, 2.39, 2.66, 3.232],
  [100, 1.29, 1.66, 1.984, 2.364, 2.626, 3.174],
]
// Of the normal distribution, which t tends to.
const NORMAL = [1.281552, 1.644854, 1.959964, 2.326348, 2.575829, 3.090232]

const degrees = fc.double({ min: 0.5, max: 500, noNaN: true })
const probability = fc.double({ min: 0.001, max: 0.999, noNaN: true })

describe('quantiles', () => {
  test.each(TABLE)('for %i degrees of freedom are the published ones', (df, ...critical) => {
    for (const [at, expected] of critical.entries()) {
      expect(Math.abs(tQuantile(PROBABILITIES[at] as number, df) - expected)).toBeLessThanOrEqual(0.000501)
    }
  })

  test.each([1e6, 1e7, 1e8])('for %d degrees of freedom are those of the normal distribution', (df) => {
    for (const [at, p] of PROBABILITIES.entries()) expect(tQuantile(p, df)).toBeCloseTo(NORMAL[at] as number, 4)
  })

  test('for 1 and 2 degrees of freedom have their closed forms', () => {
    fc.assert(
      fc.property(probability, (p) => {
        const cauchy = Math.tan(Math.PI * (p - 0.5))
        expect(Math.abs(tQuantile(p, 1) - cauchy)).toBeLessThan(1e-8 * Math.max(1, Math.abs(cauchy)))
        const two = (2 * p - 1) / Math.sqrt(2 * p * (1 - p))
        expect(Math.abs(tQuantile(p, 2) - two)).toBeLessThan(1e-9 * Math.max(1, Math.abs(two)))
      }),
    )
  })

  test('are mirrored about the median, which is 0', () => {
    fc.assert(
      fc.property(probability, degrees, (p, df) => {
        expect(tQuantile(1 - p, df) + tQuantile(p, df)).toBeCloseTo(0, 6)
        expect(tQuantile(0.5, df)).toBeCloseTo(0, 9)
      }),
    )
  })

  test('are where the distribution reaches the probability, for broken degrees of freedom too', () => {
    fc.assert(
      fc.property(probability, degrees, (p, df) => {
        expect(tCdf(tQuantile(p, df), df)).toBeCloseTo(p, 9)
      }),
    )
  })

  test('lie further out for fewer degrees of freedom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.6, max: 0.999, noNaN: true }), degrees, (p, df) => {
        expect(tQuantile(p, df)).toBeGreaterThan(tQuantile(p, df * 1.5))
      }),
    )
  })
})

describe('the quantile at one of the normal distribution', () => {
  test('is that of the same probability', () => {
    for (const [df, ...row] of TABLE) {
      const [critical, last] = [row[2], row[5]]
      if (last === undefined) continue
      expect(Math.abs(tAt(1.959963984540054, df) - (critical as number))).toBeLessThanOrEqual(0.000501)
      // 99.9 %: 3.090232.
      expect(Math.abs(tAt(3.090232306167813, df) - (last as number))).toBeLessThanOrEqual(0.000501)
    }
  })

  test('is further out, the more so the fewer degrees of freedom, and grows', () => {
    const z = fc.double({ min: 0.01, max: 6, noNaN: true })
    fc.assert(
      fc.property(z, fc.double({ min: 1, max: 200, noNaN: true }), (at, df) => {
        expect(tAt(at, df)).toBeGreaterThan(at)
        expect(tAt(at, df)).toBeGreaterThan(tAt(at, 2 * df))
        expect(tAt(at + 0.1, df)).toBeGreaterThan(tAt(at, df))
      }),
    )
  })

  test('is 0 at the median, and finite where the tail is nearly nothing', () => {
    expect(tAt(0, 5)).toBe(0)
    for (const z of [8, 40, 1e6]) expect(tAt(z, 1)).toBeLessThan(Number.POSITIVE_INFINITY)
  })
})

describe('the distribution', () => {
  const value = fc.double({ min: -50, max: 50, noNaN: true })

  test('has its closed forms for 1, 2 and 4 degrees of freedom', () => {
    fc.assert(
      fc.property(value, (t) => {
        expect(tCdf(t, 1)).toBeCloseTo(0.5 + Math.atan(t) / Math.PI, 12)
        expect(tCdf(t, 2)).toBeCloseTo(0.5 + t / (2 * Math.sqrt(2 + t * t)), 12)
        const u = t / Math.sqrt(4 + t * t)
        expect(tCdf(t, 4)).toBeCloseTo(0.5 + (3 / 4) * (u - u ** 3 / 3), 12)
      }),
    )
  })

  test('is a half at 0, mirrored about it, and grows', () => {
    fc.assert(
      fc.property(value, degrees, fc.double({ min: 0, max: 5, noNaN: true }), (t, df, step) => {
        expect(tCdf(0, df)).toBeCloseTo(0.5, 14)
        expect(tCdf(t, df) + tCdf(-t, df)).toBeCloseTo(1, 12)
        expect(tCdf(t + step, df)).toBeGreaterThanOrEqual(tCdf(t, df) - 1e-12)
      }),
    )
  })

  test('is 0 and 1 at its ends', () => {
    for (const df of [0.5, 1, 30]) expect([tCdf(Number.NEGATIVE_INFINITY, df), tCdf(Number.POSITIVE_INFINITY, df)]).toEqual([0, 1])
  })
})

describe('the incomplete beta function', () => {
  const x = fc.double({ min: 0.001, max: 0.999, noNaN: true })
  const parameter = fc.double({ min: 0.25, max: 60, noNaN: true })

  test('has its closed forms', () => {
    fc.assert(
      fc.property(x, parameter, (at, a) => {
        expect(incompleteBeta(at, a, 1)).toBeCloseTo(at ** a, 11)
        expect(incompleteBeta(at, 1, a)).toBeCloseTo(1 - (1 - at) ** a, 11)
        expect(incompleteBeta(at, 0.5, 0.5)).toBeCloseTo((2 / Math.PI) * Math.asin(Math.sqrt(at)), 11)
        expect(incompleteBeta(0.5, a, a)).toBeCloseTo(0.5, 11)
      }),
    )
  })

  test('and that of the other side are 1 together', () => {
    fc.assert(
      fc.property(x, parameter, parameter, (at, a, b) => {
        expect(incompleteBeta(at, a, b) + incompleteBeta(1 - at, b, a)).toBeCloseTo(1, 11)
      }),
    )
  })

  // P(at least k of n successes) = I_p(k, n - k + 1).
  test.each([
    [1, 5],
    [3, 10],
    [7, 12],
    [20, 40],
  ])('is the probability of at least %i of %i successes', (k, n) => {
    const choose = (of: number, count: number): number => (count === 0 ? 1 : (choose(of - 1, count - 1) * of) / count)
    for (const p of [0.05, 0.3, 0.5, 0.92]) {
      let sum = 0
      for (let successes = k; successes <= n; successes += 1) sum += choose(n, successes) * p ** successes * (1 - p) ** (n - successes)
      expect(incompleteBeta(p, k, n - k + 1)).toBeCloseTo(sum, 11)
    }
  })

  test('is 0 and 1 outside of 0 to 1', () => expect([-1, 0, 1, 2].map((at) => incompleteBeta(at, 2, 3))).toEqual([0, 0, 1, 1]))
})
