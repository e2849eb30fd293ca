import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holm, holmAfter, mcnemar, signFlipTest } from './tests.ts'

const pValue = fc.double({ min: 0, max: 1, noNaN: true })
const pValues = fc.array(pValue, { minLength: 1, maxLength: 12 })

describe('Holm’s correction', () => {
  test.each([
    // Wikipedia, Holm–Bonferroni method, example: of these at 5 % the first and the last are significant.
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [[0.02], [0.02]],
    [
      [0.01, 0.01, 0.01],
      [0.03, 0.03, 0.03],
    ],
    [
      [0.6, 0.4],
      [0.8, 0.8],
    ],
    [[], []],
  ])('of %j is %j', (raw, adjusted) => {
    expect(holm(raw)).toHaveLength(adjusted.length)
    for (const [index, p] of holm(raw).entries()) expect(p).toBeCloseTo(adjusted[index] as number, 12)
  })

  test('calls significant what the step-down procedure does', () => {
    fc.assert(
      fc.property(pValues, (raw) => {
        // Holm (1979): from the smallest on, while p is under 0.05 over the number of tests that are left.
        const order = raw.map((_, index) => index).sort((one, other) => (raw[one] as number) - (raw[other] as number))
        const kept = order.findIndex((index, rank) => (raw[index] as number) * (raw.length - rank) >= 0.05)
        const rejected = new Set(kept === -1 ? order : order.slice(0, kept))
        expect(holm(raw).map((p) => p < 0.05)).toEqual(raw.map((_, index) => rejected.has(index)))
      }),
    )
  })

  test('lies between no correction and Bonferroni’s, and keeps the order of the tests', () => {
    fc.assert(
      fc.property(pValues, (raw) => {
        const adjusted = holm(raw)
        for (const [index, p] of raw.entries()) {
          expect(adjusted[index]).toBeGreaterThanOrEqual(p)
          expect(adjusted[index]).toBeLessThanOrEqual(Math.min(1, raw.length * p))
        }
        expect(holm([...raw].reverse()).reverse()).toEqual(adjusted)
      }),
    )
  })
})

describe('Holm’s correction after a first test', () => {
  test('leaves the first as it is, and does not count it among the others', () => {
    // Of 0.01, 0.04 and 0.005: 3 × 0.005, 2 × 0.01, 0.04.
    const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 12))
    expect(holmAfter([0.01, 0.03, 0.04, 0.005], 1)).toEqual(close([0.02, 0.03, 0.04, 0.015]))
    expect(holmAfter([0.03, 0.01, 0.04, 0.005], 0)).toEqual(close([0.03, 0.02, 0.04, 0.015]))
    expect(holmAfter([0.01, 0.04, 0.005, 0.03], 3)).toEqual(close([0.02, 0.04, 0.015, 0.03]))
    expect(holmAfter([0.03], 0)).toEqual([0.03])
  })

  test('is Holm’s without a first', () => {
    fc.assert(
      fc.property(pValues, (raw) => {
        expect(holmAfter(raw, undefined)).toEqual(holm(raw))
      }),
    )
  })

  test('is Holm’s of the others', () => {
    fc.assert(
      fc.property(pValues, fc.nat(), (raw, place) => {
        const first = place % raw.length
        const adjusted = holmAfter(raw, first)
        expect(adjusted).toHaveLength(raw.length)
        expect(adjusted[first]).toBe(raw[first])
        expect(adjusted.toSpliced(first, 1)).toEqual(holm(raw.toSpliced(first, 1)))
      }),
    )
  })
})

describe('McNemar’s test with mid-p', () => {
  test.each([
    // Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91: their two examples.
    [1, 7, 0.0391],
    [6, 16, 0.0347],
    // 2 × 1 + 10 and 2 (1 + 15 + 105) + 455 of 2^10 and 2^15.
    [1, 9, 12 / 1024],
    [3, 12, 697 / 32_768],
    [0, 5, 1 / 32],
    // All splits but half of the even one, on either side: 1 - 252/1024 + 252/1024.
    [5, 5, 1],
    // 2 × 256 of 512, less 126.
    [4, 5, 386 / 512],
    [0, 0, 1],
    [0, 1, 0.5],
  ])('of %i against %i is %d', (one, other, p) => {
    expect(mcnemar(one, other)).toBeCloseTo(p, 4)
    expect(mcnemar(other, one)).toBe(mcnemar(one, other))
  })

  test('is the mean of the sums with and without the split, by the binomial distribution', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)
    for (let n = 1; n <= 25; n += 1) {
      for (let least = 0; 2 * least <= n; least += 1) {
        const upTo = (k: number) => Array.from({ length: k }, (_, at) => choose(n, at)).reduce((sum, count) => sum + count, 0) / 2 ** n
        expect(mcnemar(least, n - least)).toBeCloseTo(Math.min(1, upTo(least) + upTo(least + 1)), 10)
      }
    }
  })

  test('nears the chi-square test with many items, where 2^-n is 0', () => {
    // (940 - 1060)² / 2000 = 7.2, without a correction for continuity: p 0.00729 of one degree of freedom.
    expect(mcnemar(940, 1060)).toBeCloseTo(0.00729, 4)
    expect(mcnemar(10_000, 10_000)).toBeCloseTo(1, 9)
  })

  // Tables of the sign test: the least numbers of fewer signs that are not significant at 5 %, two-sided, by the exact test.
  test.each([
    [6, 0],
    [9, 1],
    [12, 2],
    [15, 3],
    [17, 4],
    [20, 5],
    [25, 7],
    [50, 17],
  ])('of %i is significant wherever the exact test is, up to %i', (n, critical) => {
    expect(mcnemar(critical, n - critical)).toBeLessThanOrEqual(0.05)
    expect(mcnemar(critical + 2, n - critical - 2)).toBeGreaterThan(0.05)
  })

  test('errs in at most 5 % of even splits on average over 6 to 60, and in more than the exact one', () => {
    // Sums of the probabilities of all splits that are called significant. The exact p has all of the observed split.
    const sizes = Array.from({ length: 55 }, (_, at) => at + 6).map((n) => {
      let [size, exact, probability] = [0, 0, 2 ** -n]
      for (let k = 0; k <= n; k += 1) {
        if (mcnemar(k, n - k) < 0.05) size += probability
        if (mcnemar(k, n - k) + probability < 0.05) exact += probability
        probability *= (n - k) / (k + 1)
      }
      return { size, exact }
    })
    const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(meanOf(sizes.map(({ size }) => size))).toBeLessThanOrEqual(0.05)
    expect(meanOf(sizes.map(({ size }) => size))).toBeGreaterThan(meanOf(sizes.map(({ exact }) => exact)))
    for (const { exact } of sizes) expect(exact).toBeLessThanOrEqual(0.05)
  })
})

describe('the permutation test', () => {
  // Darwin's maize, crossed against self-fertilized, eighths of an inch; Fisher (1935), The Design of Experiments, section 21:
  // of the 32,768 ways to change signs 863 give a sum of at least 314, as many on the other side.
  const DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]

  test('of Darwin’s maize is Fisher’s', () => {
    // Sampled: three standard errors of a share of 9,999.
    const p = 1726 / 32_768
    expect(Math.abs(signFlipTest(DARWIN) - p)).toBeLessThan(3 * Math.sqrt((p * (1 - p)) / 9999))
  })

  test('draws the same sample every time, another with another seed', () => {
    expect(signFlipTest(DARWIN)).toBe(signFlipTest(DARWIN))
    expect(new Set([1, 2, 3, 4].map((seed) => signFlipTest(DARWIN, seed))).size).toBeGreaterThan(1)
  })

  test.each([
    [[1, 2, 3], 2 / 8],
    [[1, 2, -3], 1],
    // |±1 ±1 ±5| ≥ 5: all but ±(5 - 1 - 1).
    [[1, -1, 5], 6 / 8],
    [[0.1, 0.2, 0.3], 2 / 8],
    [[4], 1],
    [[0, 0, 0], 1],
    [[], 1],
  ])('of %j is exactly %d', (sums, p) => expect(signFlipTest(sums)).toBe(p))

  test('of differences of one is McNemar’s, with all of the observed split', () => {
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)
    for (let one = 0; one <= 7; one += 1) {
      for (let other = 0; other <= 7; other += 1) {
        const sums = Array.from({ length: one + other }, (_, index) => (index < one ? -1 : 1))
        const half = choose(one + other, Math.min(one, other)) / 2 ** (one + other)
        expect(signFlipTest(sums)).toBeCloseTo(Math.min(1, mcnemar(one, other) + (one === other ? 0 : half)), 12)
      }
    }
  })

  test('does not heed clusters without a difference, or which run is called first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 9 }), fc.nat({ max: 3 }), (sums, zeros) => {
        const p = signFlipTest(sums)
        expect(signFlipTest([...sums, ...Array.from({ length: zeros }, () => 0)])).toBe(p)
        expect(signFlipTest(sums.map((sum) => -sum))).toBe(p)
      }),
    )
  })
})
