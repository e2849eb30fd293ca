import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactInterval, wilson } from './wilson.ts'

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

  test('of another level is by its quantile', () => {
    // Of none of n the upper end is z²/(n + z²): 90 % and 99 %, from tables.
    for (const z of [1.644854, 2.575829]) expect(wilson(0, 20, z)[1]).toBeCloseTo(z ** 2 / (20 + z ** 2), 12)
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

describe('the exact interval of a share', () => {
  // Newcombe (1998), Table I, method 5.
  test.each([
    [81, 263, 0.2527, 0.3676],
    [15, 148, 0.0578, 0.1617],
    [0, 20, 0, 0.1684],
    [1, 29, 0.0009, 0.1776],
  ])('of %i of %i is the published one, %d to %d', (hits, n, low, high) => {
    expect(rounded(exactInterval(hits / n, n))).toEqual([low, high])
  })

  test.each([1, 2, 5, 20, 400])('of none of %i, and of all, has its closed form', (n) => {
    const hidden = 1 - 0.025 ** (1 / n)
    expect(exactInterval(0, n)).toEqual([0, expect.closeTo(hidden, 9)])
    expect(exactInterval(1, n)).toEqual([expect.closeTo(1 - hidden, 9), 1])
  })
})
