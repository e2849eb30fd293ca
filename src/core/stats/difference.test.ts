import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeP, differenceInterval, type Paired } from './difference.ts'
import type { SpreadFigure } from './metricInterval.ts'
import { normalCdf } from './normal.ts'

/** So many degrees of freedom that the errors are as good as known. */
const MANY = 1e9
const RATE = [0, 1] as const

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const meanOf = (values: readonly number[]) => sum(values) / values.length

const estimate = (value: number, se: number, designDf: number = MANY): SpreadFigure => ({
  value,
  se,
  df: designDf,
  designDf,
  effectiveUnits: designDf + 1,
})
const close = (ends: readonly number[], digits = 4) => ends.map((end) => expect.closeTo(end, digits))

/** A rate as Newcombe has it: with the variance of a binomial; where nothing varies n alone counts. */
const rate = (hits: number, n: number) => {
  const share = hits / n
  const variance = (share * (1 - share)) / n
  return estimate(share, Math.sqrt(variance), variance === 0 ? n - 1 : MANY)
}

/** Two figures whose samples correlate by r. */
const paired = (a: SpreadFigure, b: SpreadFigure, r: number): Paired => ({
  a,
  b,
  change: estimate(b.value - a.value, Math.sqrt(a.se ** 2 + b.se ** 2 - 2 * r * a.se * b.se)),
  // Nothing is to be learnt from how the other figure varies.
  n: 0,
})

/** Of items scored by two runs, by the usual formulas. */
function ofItems(one: readonly number[], other: readonly number[]): Paired {
  const n = one.length
  const figure = (values: readonly number[]) => {
    const variance = sum(values.map((value) => (value - meanOf(values)) ** 2)) / (n - 1)
    return estimate(meanOf(values), variance < 1e-20 ? 0 : Math.sqrt(variance / n), n - 1)
  }
  return { a: figure(one), b: figure(other), change: figure(other.map((value, at) => value - (one[at] as number))), n }
}

const interval = (of: Paired, ends: Parameters<typeof differenceInterval>[1] = RATE) => differenceInterval(of, ends) as [number, number]

describe('the interval of a difference of rates', () => {
  // Newcombe (1998), Statistics in Medicine 17, 873–890, Table II, method 10: second sample against first.
  test.each([
    [48, 80, 56, 70, 0.0524, 0.3339],
    [3, 10, 9, 10, 0.1705, 0.809],
    [2, 7, 6, 7, 0.0582, 0.8062],
    [0, 29, 5, 56, -0.0381, 0.1926],
  ])('that do not correlate, %i of %i and %i of %i, is the published one, %d to %d', (x, m, y, n, low, high) => {
    expect(interval(paired(rate(x, m), rate(y, n), 0))).toEqual(close([low, high]))
  })

  // Fagerland, Lydersen and Laake (2017), Statistical Analysis of Contingency Tables, chapter 8, Newcombe's square-and-add interval:
  // of 161 patients of Cavo et al. 59 answered to both, 6 and 16 to one, 80 to neither treatment. Of the correlation Newcombe
  // (1998, method 10) takes off half an item.
  test('of the same patients, is the published one', () => {
    const [both, first, second, neither] = [59, 6, 16, 80] as const
    const n = both + first + second + neither
    const phi = (both * neither - first * second - n / 2) / Math.sqrt(65 * 96 * 75 * 86)
    // To three digits: as far as the rates go together, their intervals are stretched to the width of Student's, here by a hundredth.
    expect(interval(paired(rate(75, n), rate(65, n), phi))).toEqual(close([-0.1186, -0.0046], 3))
  })

  test('is as long on another scale', () => {
    const stretched = ({ value, se }: SpreadFigure) => estimate(1 + 4 * value, 4 * se)
    const [a, b] = [rate(48, 80), rate(56, 70)].map(stretched) as [SpreadFigure, SpreadFigure]
    expect(interval(paired(a, b, 0), [1, 5])).toEqual(close([4 * 0.0524, 4 * 0.3339], 3))
  })

  test('is longer where few clusters tell the error', () => {
    // Of halves: with 40 observations each, of Student's 2.262157 for nine degrees of freedom, and r of 1/2.
    const se = Math.sqrt(1 / 4 / 40)
    const half = 1.959964 / 2 / Math.sqrt(40 * (1.959964 / 2.262157) ** 2 + 1.959964 ** 2)
    const [a, b] = [estimate(0.5, se, 9), estimate(0.5, se, 9)]
    // With r of 1/2 half of the way to Student's 2.262157 × se; squared, twice, less 2 × 1/2 of it.
    const stretched = (half + 2.262157 * se) / 2
    expect(interval({ a, b, change: estimate(0, se, 9), n: 0 })).toEqual(close([-stretched, stretched], 6))
  })

  test('where nothing varies says what as many further items could do', () => {
    // Of none in 20 the upper end is 0.1611 (Newcombe, 1998, Table I): so many may change from 0 to 1, or back.
    const same = { a: rate(14, 20), b: rate(14, 20), change: estimate(0, 0, 19), n: 0 }
    expect(interval(same)).toEqual(close([-0.1611, 0.1611]))
    // Where all went from 0 to 1, so many may go from 1 to 0.
    expect(interval({ a: rate(0, 20), b: rate(20, 20), change: estimate(1, 0, 19), n: 0 })).toEqual(close([1 - 2 * 0.1611, 1], 3))
  })

  const scores = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 2,
    maxLength: 25,
  })
  const hits = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.constantFrom(0, 1)), { minLength: 2, maxLength: 25 })
  const nearlyPerfect = fc.array(fc.tuple(fc.constantFrom(1, 1, 1, 1, 0.9, 0), fc.constantFrom(1, 1, 1, 1, 0.95, 0)), {
    minLength: 2,
    maxLength: 25,
  })
  const runs = fc.oneof(scores, hits, nearlyPerfect).map((pairs) => [pairs.map(([a]) => a), pairs.map(([, b]) => b)] as const)

  test('never leaves the scale, and holds the difference', () => {
    fc.assert(
      fc.property(runs, ([one, other]) => {
        const of = ofItems(one, other)
        const [low, high] = interval(of)
        expect(low).toBeGreaterThanOrEqual(-1 - 1e-12)
        expect(high).toBeLessThanOrEqual(1 + 1e-12)
        expect(low).toBeLessThanOrEqual(of.change.value + 1e-12)
        expect(high).toBeGreaterThanOrEqual(of.change.value - 1e-12)
      }),
    )
  })

  test('and its p are turned round with the runs, and with the scale', () => {
    fc.assert(
      fc.property(runs, ([one, other]) => {
        const of = ofItems(one, other)
        const [low, high] = interval(of)
        const back = ofItems(other, one)
        expect(interval(back)).toEqual(close([-high, -low], 9))
        expect(changeP(back, RATE)).toBeCloseTo(changeP(of, RATE), 6)
        const down = ofItems(
          one.map((value) => 1 - value),
          other.map((value) => 1 - value),
        )
        expect(interval(down)).toEqual(close([-high, -low], 6))
      }),
      { numRuns: 60 },
    )
  })

  test('leaves out 0 where p is under 0.05, and only there', () => {
    fc.assert(
      fc.property(runs, ([one, other]) => {
        const of = ofItems(one, other)
        const p = changeP(of, RATE)
        expect(p).toBeGreaterThanOrEqual(0)
        expect(p).toBeLessThanOrEqual(1)
        fc.pre(Math.abs(p - 0.05) > 1e-6)
        const [low, high] = interval(of)
        expect(low > 0 || high < 0).toBe(p < 0.05)
      }),
      { numRuns: 300 },
    )
  })

  // Figures that nearly go together: what is left of their two intervals need not grow with the level.
  test.each([
    [
      [0.3, 0.3, 0.9],
      [0.4, 0.4, 0.8],
    ],
    [
      [0.2, 0.6, 0.5],
      [0.5, 0.7, 0.6],
    ],
    [
      [0.3, 0.4],
      [0.1, 0.8],
    ],
    [
      [0.6, 0.2, 0.5, 0.5],
      [0.8, 0.1, 0.7, 0.6],
    ],
  ])('leaves out 0 where p is under 0.05, and only there, also from %j to %j', (one, other) => {
    const of = ofItems(one, other)
    const [low, high] = interval(of)
    expect(low > 0 || high < 0).toBe(changeP(of, RATE) < 0.05)
  })

  test('of items that change in opposite directions has a width', () => {
    // One up by 0.1, one down by 0.1: an error of 0.1 that the two figures’ own errors, 0.3 and 0.4, do not show.
    const [low, high] = interval(ofItems([0.8, 0.2], [0.9, 0.1]))
    expect(high - low).toBeGreaterThan(0.2)
  })
})

describe('p of a difference of rates', () => {
  test('is by the level at which the interval reaches 0', () => {
    // Of 1/2 ± d with n observations each and no correlation the interval reaches 0 where both ends meet: by symmetry at 1/2, and
    // a half is d away by the score test where z = 2 d √n.
    const of = paired(rate(16, 40), rate(24, 40), 0)
    // Each end is z²/(n + z²) (p - 1/2) further from its middle: the distances x, y of both add to squares of the change.
    const reaches = (z: number) => {
      const ends = (share: number, sign: number) => {
        const square = z ** 2 / 40
        return (share + square / 2 + sign * z * Math.sqrt((share * (1 - share)) / 40 + square / 160)) / (1 + square)
      }
      return 0.2 - Math.hypot(0.6 - ends(0.6, -1), ends(0.4, 1) - 0.4)
    }
    let [low, high] = [0, 8]
    for (let step = 0; step < 60; step += 1) {
      const middle = (low + high) / 2
      if (reaches(middle) > 0) low = middle
      else high = middle
    }
    expect(changeP(of, RATE)).toBeCloseTo(2 * (1 - normalCdf(low)), 6)
  })

  test('is 1 of no change', () => {
    expect(changeP(paired(rate(14, 20), rate(14, 20), 0.5), RATE)).toBe(1)
    expect(changeP({ a: rate(14, 20), b: rate(14, 20), change: estimate(0, 0, 19), n: 0 }, RATE)).toBe(1)
  })

  test('is smaller for more items', () => {
    const of = (n: number) => changeP(paired(rate(0.5 * n, n), rate(0.6 * n, n), 0.5), RATE)
    const all = [20, 50, 100, 400, 2000].map(of)
    expect(all).toEqual([...all].sort((one, other) => other - one))
    expect(all[0]).toBeGreaterThan(0.3)
    expect(all[4]).toBeLessThan(1e-6)
  })

  test('of items that all went up alike is by how many they are', () => {
    // Nothing varies: of n items z²/(n + z²) may say otherwise, and from 1 to -1. That reaches 0 at a half, z² = n.
    for (const n of [3, 5, 20]) {
      const of = { a: rate(0, n), b: rate(n, n), change: estimate(1, 0, n - 1), n }
      expect(changeP(of, RATE)).toBeCloseTo(2 * (1 - normalCdf(Math.sqrt(n))), 8)
    }
  })
})

describe('without ends', () => {
  // Student (1908), data set sleep of R: t.test(..., paired = TRUE): p 0.002833, interval 0.7001142 to 2.4598858.
  const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
  const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
  const sleepers = ofItems(FIRST, SECOND)

  test('the interval and p are the paired t test’s', () => {
    for (const ends of [undefined, [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], [-2, Number.POSITIVE_INFINITY]] as const) {
      expect(interval(sleepers, ends)).toEqual(close([0.7001142, 2.4598858], 6))
      expect(changeP(sleepers, ends)).toBeCloseTo(0.002833, 6)
    }
  })

  test('and beyond the ends too', () => {
    // 2.33 hours are over the 2 that would be the most.
    expect(interval(sleepers, [-2, 2])).toEqual(close([0.7001142, 2.4598858], 6))
  })

  test('the degrees of freedom are those of the design', () => {
    const few = { ...sleepers, change: { ...sleepers.change, df: 2 } }
    expect(interval(few, undefined)).toEqual(close([0.7001142, 2.4598858], 6))
    expect(changeP(few, undefined)).toBeCloseTo(0.002833, 6)
  })

  test('there is no interval where nothing varies, and p is 1', () => {
    const alike = { a: estimate(1, 0.2, 9), b: estimate(2, 0.2, 9), change: estimate(1, 0, 9), n: 10 }
    expect(differenceInterval(alike, undefined)).toBeNull()
    expect(changeP(alike, undefined)).toBe(1)
    expect(differenceInterval(alike, [0, Number.POSITIVE_INFINITY])).toBeNull()
  })
})
