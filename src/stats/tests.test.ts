import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bootstrapT, holm, mcnemar, ratioSpread, signFlipTest } from './tests.ts'

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

describe('McNemar’s exact test', () => {
  test.each([
    // Fagerland, Lydersen and Laake (2013), BMC Medical Research Methodology 13:91: their two examples.
    [1, 7, 0.0703],
    [6, 16, 0.0525],
    // 2 (1 + 10) / 2^10 and 2 (1 + 15 + 105 + 455) / 2^15.
    [1, 9, 22 / 1024],
    [3, 12, 1152 / 32_768],
    [0, 5, 0.0625],
    [5, 5, 1],
    [4, 5, 1],
    [0, 0, 1],
    [0, 1, 1],
  ])('of %i against %i is %d', (one, other, p) => {
    expect(mcnemar(one, other)).toBeCloseTo(p, 4)
    expect(mcnemar(other, one)).toBe(mcnemar(one, other))
  })

  // The least numbers of fewer signs that are not significant at 5 %, two-sided: tables of the sign test.
  test.each([
    [5, -1],
    [6, 0],
    [8, 0],
    [9, 1],
    [11, 1],
    [12, 2],
    [15, 3],
    [17, 4],
    [20, 5],
    [25, 7],
    [30, 9],
    [40, 13],
    [50, 17],
  ])('of %i is significant up to the critical value %i', (n, critical) => {
    if (critical >= 0) expect(mcnemar(critical, n - critical)).toBeLessThanOrEqual(0.05)
    expect(mcnemar(critical + 1, n - critical - 1)).toBeGreaterThan(0.05)
  })

  test('nears the chi-square test with many items, where 2^-n is 0', () => {
    // (|940 - 1060| - 1)² / 2000 = 7.08: p 0.00779 of one degree of freedom.
    expect(mcnemar(940, 1060)).toBeCloseTo(0.00778, 4)
    expect(mcnemar(10_000, 10_000)).toBeCloseTo(1, 9)
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
  ])('of %j is exactly %d', (sums, p) => {
    expect(signFlipTest(sums)).toBe(p)
  })

  test('of differences of one is McNemar’s exact test', () => {
    for (let one = 0; one <= 7; one += 1) {
      for (let other = 0; other <= 7; other += 1) {
        const sums = Array.from({ length: one + other }, (_, index) => (index < one ? -1 : 1))
        expect(signFlipTest(sums)).toBeCloseTo(mcnemar(one, other), 12)
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

interface Cluster {
  readonly sum: number
  readonly n: number
}

const clusterOf = (values: readonly number[]): Cluster => ({ sum: values.reduce((sum, value) => sum + value, 0), n: values.length })
const scores = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 5 })

describe('the standard error of a mean over clusters', () => {
  // Miller (2024), Adding Error Bars to Evals, clustered standard error: the squared one of independent items, plus
  // 1/n² times the products of deviations of all ordered pairs of items of one cluster. With 1/n for the variance, and here
  // the factor G/(G - 1) for G clusters.
  function miller(clusters: readonly (readonly number[])[]): number {
    const all = clusters.flat()
    const mean = all.reduce((sum, value) => sum + value, 0) / all.length
    let squares = 0
    let pairs = 0
    for (const cluster of clusters) {
      for (let one = 0; one < cluster.length; one += 1) {
        for (let other = 0; other < cluster.length; other += 1) {
          const product = ((cluster[one] as number) - mean) * ((cluster[other] as number) - mean)
          if (one === other) squares += product
          else pairs += product
        }
      }
    }
    const independent = squares / all.length / all.length
    return Math.sqrt(independent + pairs / all.length ** 2)
  }

  test('is Miller’s, by hand', () => {
    // Mean 2/3 of nine; deviations 1/3 or -2/3. Cluster sums of deviations: 0, 1, -1; so 2/81, times 3/2.
    const clusters = [
      [1, 0, 1],
      [1, 1, 1],
      [0, 0, 1],
    ]
    expect(miller(clusters)).toBeCloseTo(Math.sqrt(2 / 81), 12)
    const { value, se } = ratioSpread(clusters.map(clusterOf))
    expect(value).toBeCloseTo(2 / 3, 12)
    expect(se).toBeCloseTo(Math.sqrt((2 / 81) * (3 / 2)), 12)
  })

  test('is Miller’s for clusters of any sizes', () => {
    fc.assert(
      fc.property(fc.array(scores, { minLength: 2, maxLength: 12 }), (clusters) => {
        const factor = Math.sqrt(clusters.length / (clusters.length - 1))
        expect(ratioSpread(clusters.map(clusterOf)).se).toBeCloseTo(miller(clusters) * factor, 9)
      }),
    )
  })

  test('is s/√n for clusters of one item', () => {
    // 1, 2, 3, 4, 10: variance (9 + 4 + 1 + 0 + 36)/4.
    expect(ratioSpread([1, 2, 3, 4, 10].map((value) => clusterOf([value])))).toEqual({
      value: 4,
      se: expect.closeTo(Math.sqrt(12.5 / 5), 12),
    })
  })

  test('of one cluster is not known', () => {
    expect(ratioSpread([clusterOf([0, 1])])).toEqual({ value: 0.5, se: 0 })
  })
})

describe('the bootstrap-t interval', () => {
  // Student's sleep data (1908), additional hours by drug; his interval is 0.70 to 2.46.
  const SLEEP = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4].map((value) => clusterOf([value]))

  test('is about Student’s, and longer on the side of the outlier', () => {
    const [low, high] = bootstrapT(SLEEP) as [number, number]
    expect(Math.abs(low - 0.7)).toBeLessThan(0.35)
    expect(high).toBeGreaterThan(2.46)
    expect(high - 1.58).toBeGreaterThan(1.58 - low)
  })

  test('of many clusters is Student’s to within a tenth of its width', () => {
    const values = Array.from({ length: 120 }, (_, index) => ((index * 37) % 121) / 120)
    const { value, se } = ratioSpread(values.map((entry) => clusterOf([entry])))
    const interval = bootstrapT(values.map((entry) => clusterOf([entry]))) as [number, number]
    expect(Math.abs(interval[0] - (value - 1.98 * se))).toBeLessThan(0.4 * se)
    expect(Math.abs(interval[1] - (value + 1.98 * se))).toBeLessThan(0.4 * se)
  })

  test('moves and grows with the values', () => {
    const [low, high] = bootstrapT(SLEEP) as [number, number]
    const changed = bootstrapT(SLEEP.map(({ sum, n }) => ({ sum: 10 * sum + 3 * n, n }))) as [number, number]
    expect(changed[0]).toBeCloseTo(10 * low + 3, 9)
    expect(changed[1]).toBeCloseTo(10 * high + 3, 9)
  })

  test('is the same every time', () => {
    expect(bootstrapT(SLEEP)).toEqual(bootstrapT(SLEEP))
    expect(bootstrapT(SLEEP, 1)).not.toEqual(bootstrapT(SLEEP, 2))
  })

  test('is none where nothing varies', () => {
    expect(bootstrapT([0.5, 0.5, 0.5].map((value) => clusterOf([value])))).toBeNull()
  })
})
