import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { passAtK, passHatK } from './trials.ts'

/** Trials, passed ones among them, and trials drawn. */
const drawn = fc
  .integer({ min: 1, max: 30 })
  .chain((n) => fc.record({ n: fc.constant(n), c: fc.integer({ min: 0, max: n }), k: fc.integer({ min: 1, max: n }) }))

function choose(n: number, k: number): number {
  return k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k
}

/** Mean of an estimate over the number of passes of n trials that pass with probability p. */
function expected(n: number, p: number, estimate: (c: number) => number): number {
  let sum = 0
  for (let c = 0; c <= n; c += 1) sum += choose(n, c) * p ** c * (1 - p) ** (n - c) * estimate(c)
  return sum
}

describe('pass@k', () => {
  test.each([
    // 1 - C(n - c, k) / C(n, k).
    [5, 2, 1, 2 / 5],
    [5, 2, 2, 1 - 3 / 10],
    [10, 3, 5, 1 - 21 / 252],
    [5, 2, 4, 1],
    [4, 0, 3, 0],
    [3, 3, 1, 1],
    [1, 1, 1, 1],
  ])('of %i trials of which %i passed, for k = %i, is %d', (n, c, k, value) => expect(passAtK(n, c, k)).toBeCloseTo(value, 12))

  test('is what the paper’s own program gives', () => {
    fc.assert(
      fc.property(drawn, ({ n, c, k }) => {
        // Chen et al. (2021), figure 3: 1 - prod(1 - k / arange(n - c + 1, n + 1)).
        let product = n - c < k ? 0 : 1
        if (product === 1) for (let i = n - c + 1; i <= n; i += 1) product *= 1 - k / i
        expect(passAtK(n, c, k)).toBeCloseTo(1 - product, 12)
      }),
    )
  })

  test('is without bias', () => {
    fc.assert(
      fc.property(drawn, fc.double({ min: 0, max: 1, noNaN: true }), ({ n, k }, p) => {
        expect(expected(n, p, (c) => passAtK(n, c, k))).toBeCloseTo(1 - (1 - p) ** k, 9)
      }),
    )
  })
})

describe('pass^k', () => {
  test.each([
    // C(c, k) / C(n, k).
    [5, 2, 1, 2 / 5],
    [5, 2, 2, 1 / 10],
    [8, 6, 4, 15 / 70],
    [5, 2, 3, 0],
    [4, 4, 4, 1],
  ])('of %i trials of which %i passed, for k = %i, is %d', (n, c, k, value) => expect(passHatK(n, c, k)).toBeCloseTo(value, 12))

  test('is without bias', () => {
    fc.assert(
      fc.property(drawn, fc.double({ min: 0, max: 1, noNaN: true }), ({ n, k }, p) => {
        expect(expected(n, p, (c) => passHatK(n, c, k))).toBeCloseTo(p ** k, 9)
      }),
    )
  })

  test('is no more than pass@k; of one trial both are the share that passed', () => {
    fc.assert(
      fc.property(drawn, ({ n, c, k }) => {
        expect(passHatK(n, c, k)).toBeLessThanOrEqual(passAtK(n, c, k) + 1e-12)
        expect(passHatK(n, c, 1)).toBeCloseTo(c / n, 12)
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 12)
      }),
    )
  })
})
