import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mean } from '../base/mean.ts'
import { combine, type Spread } from './jackknife.ts'
import { type Ends, metricInterval, type SpreadFigure, scoreInterval, unseen } from './metricInterval.ts'
import { type Variance, varianceOf } from './variance.ts'
import { exactInterval, wilson } from './wilson.ts'

/** 97.5 % quantiles from tables: of the normal distribution, of Student's for 3, 9, 19 degrees of freedom. */
const [Z, T3, T9, T19] = [1.959964, 3.182446, 2.262157, 2.093024]
/** So many degrees of freedom that the error is as good as known. */
const MANY = 1e9

const estimate = (value: number, se: number, designDf: number = MANY, df: number = designDf): SpreadFigure => ({
  value,
  se,
  df,
  designDf,
  effectiveUnits: designDf + 1,
})
const interval = (of: SpreadFigure, ends: Ends) => metricInterval(of, ends) as [number, number]
const score = (of: SpreadFigure, ends: readonly [number, number]) => scoreInterval(of, ends, 1.959963984540054)
const close = (ends: readonly number[], digits = 6) => ends.map((end) => expect.closeTo(end, digits))

describe('between two ends Wilson’s interval', () => {
  // Newcombe (1998), Statistics in Medicine 17, 857–872, Table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [1, 29, 0.0061, 0.1718],
  ])('of a figure that varies as %i of %i do is the published one, %d to %d', (hits, n, low, high) => {
    const share = hits / n
    const se = Math.sqrt((share * (1 - share)) / n)
    expect(score(estimate(share, se), [0, 1])).toEqual(close([low, high], 4))
    // On ratings from 1 to 5 it is four times as long.
    expect(score(estimate(1 + 4 * share, 4 * se), [1, 5])).toEqual(close([1 + 4 * low, 1 + 4 * high], 3))
  })

  test('is longer where few clusters tell the error', () => {
    // 1/4 over 1/96 is 24 observations; Student's quantile for three degrees of freedom lowers them to 9.1.
    const effective = 24 * (Z / T3) ** 2
    const half = Z / 2 / Math.sqrt(effective + Z ** 2)
    expect(score(estimate(0.5, Math.sqrt(1 / 96), 3), [0, 1])).toEqual(close([0.5 - half, 0.5 + half]))
  })

  test('is of as many observations as the design has, where few of them differ', () => {
    // One miss of twenty: 0.0475 over 0.0475/19 is 19 observations, and the design has 19 degrees of freedom; the two or so that
    // the miss shows would lower them to 4.
    const figure = estimate(0.95, Math.sqrt(0.0475 / 19), 19, 2.2)
    expect(score(figure, [0, 1])).toEqual(close(wilson(0.95, 19 * (Z / T19) ** 2)))
  })

  test('of values that vary little is lowered for few that do', () => {
    // 0.09 over 0.03² is 100 observations of a design of 9: three degrees of freedom lower them to 38, still more than 9.
    expect(score(estimate(0.9, 0.03, 9, 3), [0, 1])).toEqual(close(wilson(0.9, 100 * (Z / T3) ** 2)))
    expect(score(estimate(0.9, 0.03, 9), [0, 1])).toEqual(close(wilson(0.9, 100 * (Z / T9) ** 2)))
  })

  test('has the degrees of freedom that it is given', () =>
    expect(scoreInterval(estimate(0.9, 0.03, 9), [0, 1], Z, 3)).toEqual(close(wilson(0.9, 100 * (Z / T3) ** 2))))

  test('is that of one observation at the least', () => expect(score(estimate(0.5, 0.5, 1), [0, 1])).toEqual(close(wilson(0.5, 1))))
})

describe('between two ends the interval', () => {
  test('is no narrower than Wilson’s, and than the exact one of as many observations', () => {
    for (const [share, se] of [
      [0.95, Math.sqrt(0.0475 / 19)],
      [0.5, 0.05],
      [0.9, 0.03],
    ] as const) {
      // As many units as a yes or no would need to vary so.
      const own = { ...estimate(share, se, 19), effectiveUnits: (share * (1 - share)) / se ** 2 }
      const [low, high] = interval(own, [0, 1])
      const [[from, to], exact] = [score(estimate(share, se, 19), [0, 1]), exactInterval(share, (share * (1 - share)) / se ** 2)]
      expect([low, high]).toEqual(close([Math.min(from, exact[0]), Math.max(to, exact[1])], 9))
    }
  })

  test('where nothing varies holds what as many further units could do', () => {
    // Newcombe (1998), Table I, method 5: none of 20 has an exact upper end of 0.1684.
    expect(interval(estimate(0, 0, 19), [0, 1])).toEqual(close([0, 0.1684], 4))
    expect(interval(estimate(1, 0, 19), [0, 1])).toEqual(close([0.8316, 1], 4))
    expect(interval(estimate(5, 0, 19), [1, 5])).toEqual(close([5 - 4 * 0.1684, 5], 3))
    // Units may be at either end: 0.1684 of the way to each.
    expect(interval(estimate(0.25, 0, 19), [0, 1])).toEqual(close([0.25 - 0.1684 * 0.25, 0.25 + 0.1684 * 0.75], 4))
  })

  test('is that between the ends where the upper one is open, until the figure itself exceeds it', () => {
    expect(interval(estimate(0.99, 0.02, 9), [0, 1, 'open'])).toEqual(interval(estimate(0.99, 0.02, 9), [0, 1]))
    // Then nothing is known of an upper end, and below it is that of the logarithm.
    const beyond = [1.02 * Math.exp((-T9 * 0.02) / 1.02), 1.02 * Math.exp((T9 * 0.02) / 1.02)]
    expect(interval(estimate(1.02, 0.02, 9), [0, 1, 'open'])).toEqual(close(beyond))
  })

  const scale = fc.tuple(fc.double({ min: -10, max: 10, noNaN: true }), fc.double({ min: 0.01, max: 20, noNaN: true }))
  const figure = fc.record({
    // Millionths: 1 less a share near 0 has lost the digits that the share had.
    share: fc.integer({ min: 0, max: 1_000_000 }).map((millionths) => millionths / 1_000_000),
    spread: fc.oneof(fc.constant(0), fc.double({ min: 1e-6, max: 0.5, noNaN: true })),
    designDf: fc.double({ min: 1, max: 300, noNaN: true }),
    shown: fc.double({ min: 0.01, max: 1, noNaN: true }),
  })
  const placed = (
    [low, width]: [number, number],
    { share, spread, designDf, shown }: { share: number; spread: number; designDf: number; shown: number },
  ) => estimate(Math.min(low + width, low + share * width), spread * width, designDf, Math.max(1, shown * designDf))

  test('never leaves the scale, and holds the figure', () => {
    fc.assert(
      fc.property(scale, figure, ([low, width], of) => {
        const placedFigure = placed([low, width], of)
        const [from, to] = interval(placedFigure, [low, low + width])
        const rounding = 1e-9 * (Math.abs(low) + width)
        expect(from).toBeGreaterThanOrEqual(low - rounding)
        expect(to).toBeLessThanOrEqual(low + width + rounding)
        expect(from).toBeLessThanOrEqual(placedFigure.value + rounding)
        expect(to).toBeGreaterThanOrEqual(placedFigure.value - rounding)
        // Nothing is certain.
        expect(to - from).toBeGreaterThan(0)
      }),
    )
  })

  test('is turned round with the scale', () => {
    fc.assert(
      fc.property(figure, (of) => {
        const own = placed([0, 1], of)
        const [from, to] = interval(own, [0, 1])
        expect(interval({ ...own, value: 1 - own.value }, [0, 1])).toEqual(close([1 - to, 1 - from], 9))
      }),
    )
  })

  test('of a higher level holds that of a lower one', () => {
    fc.assert(
      fc.property(figure, fc.double({ min: 0.1, max: 4, noNaN: true }), fc.double({ min: 0.01, max: 2, noNaN: true }), (of, z, more) => {
        const [lower, higher] = [z, z + more].map((level) => metricInterval(placed([0, 1], of), [0, 1], level) as [number, number])
        expect(higher?.[0]).toBeLessThanOrEqual((lower?.[0] as number) + 1e-9)
        expect(higher?.[1]).toBeGreaterThanOrEqual((lower?.[1] as number) - 1e-9)
      }),
    )
  })
})

describe('over 0 without an upper end the interval', () => {
  const ends = [0, Number.POSITIVE_INFINITY] as const

  test('is Student’s of the logarithm', () => {
    // The error of ln 2 is 0.3/2.
    expect(interval(estimate(2, 0.3), ends)).toEqual(close([2 * Math.exp(-Z * 0.15), 2 * Math.exp(Z * 0.15)]))
    expect(interval(estimate(2, 0.3, 9), ends)).toEqual(close([2 * Math.exp(-T9 * 0.15), 2 * Math.exp(T9 * 0.15)]))
  })

  test('keeps over 0, and turns with the inverse', () => {
    const [low, high] = interval(estimate(0.1, 0.2, 9), ends)
    expect(low).toBeGreaterThan(0)
    expect(low * high).toBeCloseTo(0.01, 12)
  })

  test('of 0 has no logarithm and is Student’s above it', () => expect(interval(estimate(0, 0.1, 9), ends)).toEqual(close([0, T9 * 0.1])))

  test('is none where nothing varies', () => expect(metricInterval(estimate(2, 0, 9), ends)).toBeNull())
})

describe('without ends the interval', () => {
  // Student (1908): R, t.test(extra ~ 1) of the ten differences of its data set sleep: mean 1.58, t 4.0621, df 9.
  const sleepers = estimate(1.58, 1.58 / 4.062128, 9)
  const published = [0.7001142, 2.4598858]

  test('is Student’s', () => {
    expect(metricInterval(sleepers, undefined)).toEqual(close(published, 5))
    expect(metricInterval(sleepers, [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])).toEqual(close(published, 5))
  })

  test('has the degrees of freedom of the design', () =>
    expect(metricInterval({ ...sleepers, df: 2 }, undefined)).toEqual(close(published, 5)))

  test('ends at the end that there is', () => {
    expect(metricInterval(sleepers, [1, Number.POSITIVE_INFINITY])).toEqual(close([1, published[1] as number], 5))
    expect(metricInterval(sleepers, [Number.NEGATIVE_INFINITY, 2])).toEqual(close([published[0] as number, 2], 5))
  })

  test('is none where nothing varies', () => {
    expect(metricInterval(estimate(1, 0, 9), undefined)).toBeNull()
    expect(metricInterval(estimate(1, 0, 9), [Number.NEGATIVE_INFINITY, 2])).toBeNull()
  })

  test('is also that of a figure that lies beyond the ends it should keep', () => {
    expect(metricInterval(sleepers, [0, 1])).toEqual(close(published, 5))
    expect(metricInterval(sleepers, [2, 2])).toEqual(close(published, 5))
  })
})

test('what is unseen in none of n is Wilson’s upper end', () => {
  for (const n of [1, 5, 20, 130]) expect(unseen(0, 0, 1, n, Z)[1]).toBeCloseTo(wilson(0, n)[1], 6)
})

describe('of all samples of few finer scores', () => {
  /** Share of them whose intervals lie above the mean that they are drawn from, and below it. */
  function missed(scores: readonly number[], n: number) {
    const truth = mean(scores)
    const all = scores.length ** n
    let [above, below] = [0, 0]
    for (let sample = 0; sample < all; sample += 1) {
      const drawn = Array.from({ length: n }, (_, at) => scores[Math.floor(sample / scores.length ** at) % scores.length] as number)
      const value = mean(drawn)
      const units = drawn.map((own) => ({ influence: (own - value) / n, size: 1, weight: 1, stratum: { name: '' } }))
      const spread = combine([{ ...(varianceOf(units) as Variance), sign: 1 }]) as Spread
      const [low, high] = metricInterval({ ...spread, value }, [0, 1]) as [number, number]
      above += Number(low > truth + 1e-9) / all
      below += Number(high < truth - 1e-9) / all
    }
    return { above, below }
  }

  // While they had the shape of as many rare answers 5.5 % were above; and where three of four lie close together, 32 %.
  test.each([
    [[0, 0.5], 10],
    [[0, 0.4, 0.45, 0.5], 4],
    [[0.5, 0.6, 1], 4],
    [[0, 1], 10],
  ] as const)('%j, %i items, at most 3 of 100 intervals are above the truth and at most 7 beside it', (scores, n) => {
    const { above, below } = missed(scores, n)
    expect(above).toBeLessThanOrEqual(0.03)
    expect(above + below).toBeLessThanOrEqual(0.07)
  })
})
