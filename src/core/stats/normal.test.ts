import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalCdf, Z, Z_POWER } from './normal.ts'

describe('the normal distribution', () => {
  // Abramowitz and Stegun (1964), table 26.1.
  test.each([
    [0, 0.5],
    [0.5, 0.691462461274],
    [1, 0.841344746069],
    [1.5, 0.933192798731],
    [2, 0.977249868052],
    [3, 0.998650101968],
    [4, 0.999968328758],
    [5, 0.999999713348],
  ])('up to %d holds %d', (z, p) => {
    expect(normalCdf(z)).toBeCloseTo(p, 11)
    expect(normalCdf(-z)).toBeCloseTo(1 - p, 11)
  })

  test('reaches 97.5 and 90 % at the quantiles that intervals and powers are given for', () => {
    expect(normalCdf(Z)).toBeCloseTo(0.975, 14)
    expect(normalCdf(Z_POWER)).toBeCloseTo(0.9, 14)
  })

  test('is the integral of its density', () => {
    // By Simpson's rule in 400 steps: off by less than 1e-10 up to 6.
    const density = (z: number) => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
    fc.assert(
      fc.property(fc.double({ min: -6, max: 6, noNaN: true }), (z) => {
        const width = z / 400
        let sum = density(0) + density(z)
        for (let step = 1; step < 400; step += 1) sum += density(step * width) * (step % 2 === 1 ? 4 : 2)
        expect(normalCdf(z)).toBeCloseTo(0.5 + (sum * width) / 3, 9)
      }),
    )
  })

  test('grows, and keeps what is near the median apart from it', () => {
    const z = fc.double({ min: -8, max: 8, noNaN: true })
    // Where the curve is flat, two neighbours differ by the rounding of about 100 added terms.
    fc.assert(
      fc.property(z, fc.double({ min: 0, max: 2, noNaN: true }), (at, step) => {
        expect(normalCdf(at + step)).toBeGreaterThanOrEqual(normalCdf(at) - 1e-14)
      }),
    )
    // The density at 0 is 0.39894228.
    expect((normalCdf(1e-6) - 0.5) / 1e-6).toBeCloseTo(0.39894228, 6)
  })
})
