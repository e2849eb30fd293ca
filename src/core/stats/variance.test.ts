import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Stratum } from './clusters.ts'
import { combine, type Spread } from './jackknife.ts'
import { metricInterval } from './metricInterval.ts'
import { type Unit, type Variance, varianceOf } from './variance.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const meanOf = (values: readonly number[]) => sum(values) / values.length
const product = (one: readonly number[], other: readonly number[]) => sum(one.map((value, at) => value * (other[at] as number)))

const ofAll = (units: readonly Unit[]) => varianceOf(units) as Variance

/** Units of one item that weigh alike, in strata as given. */
const single = (...influences: readonly (readonly [influence: number, stratum: Stratum])[]): Unit[] =>
  influences.map(([influence, stratum]) => ({ influence, size: 1, weight: 1, stratum }))

const alone = (...influences: readonly number[]) => single(...influences.map((influence) => [influence, { name: 'one' }] as const))

/** A figure as a weighted sum of items: by stratum the weight of an item, and its clusters' values. */
interface Design {
  readonly weight: number
  readonly clusters: readonly (readonly number[])[]
}

/** What the clusters owe: their deviations from the mean of the stratum, by their weight. */
const unitsOf = (design: readonly Design[]): Unit[] =>
  design.flatMap(({ weight, clusters }, at) => {
    const mean = meanOf(clusters.flat())
    return clusters.map((values) => ({
      influence: weight * sum(values.map((value) => value - mean)),
      size: values.length,
      weight,
      stratum: { name: `${at}` },
    }))
  })

/**
 * Bell and McCaffrey (2002) by their matrices. With M = I - X (X'X)^-1 X' of the stratum's columns, A_g the inverse square root
 * of the cluster's block of M, and w the weights: the variance is the sum over clusters of (w_g' A_g (M y)_g)², and its degrees
 * of freedom are trace(G)² / trace(G²) for G_gh = (M' A_g w_g) · (M' A_h w_h).
 */
function byMatrices(design: readonly Design[]): { variance: number; df: number } {
  const items = design.flatMap(({ weight, clusters }, stratum) =>
    clusters.flatMap((values, cluster) => values.map((y) => ({ weight, stratum, cluster: `${stratum}/${cluster}`, y }))),
  )
  const sizes = design.map(({ clusters }) => clusters.flat().length)
  const hat = items.map((one) => items.map((other) => (one.stratum === other.stratum ? 1 / (sizes[one.stratum] as number) : 0)))
  const m = hat.map((row, i) => row.map((h, j) => Number(i === j) - h))
  const residuals = m.map((row) =>
    product(
      row,
      items.map(({ y }) => y),
    ),
  )
  const names = [...new Set(items.map(({ cluster }) => cluster))]
  const columns = names.map((name) => {
    const own = items.flatMap(({ cluster }, at) => (cluster === name ? [at] : []))
    // (I - H)^(-1/2) by its binomial series: the largest eigenvalue of H is the cluster's share of the stratum, under 1.
    let term = own.map((at) => (items[at] as (typeof items)[number]).weight)
    const weights = [...term]
    for (let k = 1; k <= 3000; k += 1) {
      term = own.map(
        (i) =>
          (product(
            own.map((j) => (hat[i] as number[])[j] as number),
            term,
          ) *
            (2 * k - 1)) /
          (2 * k),
      )
      for (const [at, value] of term.entries()) weights[at] = (weights[at] as number) + value
    }
    return {
      sum: product(
        weights,
        own.map((at) => residuals[at] as number),
      ),
      column: items.map((_, i) =>
        product(
          own.map((at) => (m[at] as number[])[i] as number),
          weights,
        ),
      ),
    }
  })
  const g = columns.map((one) => columns.map((other) => product(one.column, other.column)))
  return {
    variance: sum(columns.map((cluster) => cluster.sum ** 2)),
    df: sum(g.map((row, at) => row[at] as number)) ** 2 / sum(g.flat().map((value) => value ** 2)),
  }
}

describe('the variance', () => {
  test('of equal units is n / (n - 1) of their squared distances from the mean', () => {
    // 1, 2, 6: mean 3, squares 4 + 1 + 9, times 3/2.
    expect(ofAll(alone(1, 2, 6))).toMatchObject({ variance: expect.closeTo(21, 12), designDf: expect.closeTo(2, 12) })
  })

  test('counts no difference between strata', () => {
    // 2 of 1 and 3: 2 × 2. 3 of 101, 102, 106: 21. Satterthwaite's for 2 s² and 3 s², of 1 and 2 degrees: (2 + 3)² / (4/1 + 9/2).
    const [one, two] = [{ name: 'one' }, { name: 'two' }]
    const units = single([1, one], [101, two], [3, one], [102, two], [106, two])
    expect(ofAll(units)).toMatchObject({ variance: expect.closeTo(4 + 21, 12), designDf: expect.closeTo(25 / 8.5, 12) })
  })

  const cluster = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 })
  const strata = fc.array(
    fc.record({ weight: fc.double({ min: 0.1, max: 1, noNaN: true }), clusters: fc.array(cluster, { minLength: 2, maxLength: 5 }) }),
    { minLength: 1, maxLength: 3 },
  )

  test('and its degrees of freedom by design are those of Bell and McCaffrey’s matrices', () => {
    fc.assert(
      fc.property(strata, (design) => {
        const expected = byMatrices(design)
        const { shown, designDf } = ofAll(unitsOf(design))
        expect(shown).toBeCloseTo(expected.variance, 8)
        expect(designDf).toBeCloseTo(Math.max(1, expected.df), 6)
      }),
      { numRuns: 20 },
    )
  })

  test('of fewer than two units is none', () => {
    expect(varianceOf([])).toBeUndefined()
    expect(varianceOf(alone(1))).toBeUndefined()
  })

  test('grows by the square of the figure, in whatever order the units come', () => {
    fc.assert(
      fc.property(strata, (design) => {
        const units = unitsOf(design)
        const whole = ofAll(units)
        fc.pre(whole.variance > 1e-9)
        const tenfold = ofAll(units.map((unit) => ({ ...unit, influence: 10 * unit.influence, weight: 10 * unit.weight })).reverse())
        expect(tenfold.variance / whole.variance).toBeCloseTo(100, 6)
        expect(tenfold.df).toBeCloseTo(whole.df, 6)
        expect(tenfold.designDf).toBeCloseTo(whole.designDf, 6)
      }),
    )
  })
})

describe('degrees of freedom', () => {
  test('of equal units are units less strata', () => {
    // Four strata of three: 12 - 4.
    const units = single(...[0, 1, 2, 3].flatMap((at) => [at, at + 1, at + 5].map((value) => [value, { name: `${at}` }] as const)))
    expect(ofAll(units).designDf).toBeCloseTo(8, 9)
  })

  test('of the difference of two means of equal variance are Welch’s', () => {
    // (1/4 + 1/10)² / (1/4² / 3 + 1/10² / 9), of 4 items that weigh 1/4 and 10 that weigh 1/10.
    const units = [4, 10].flatMap((n) =>
      Array.from({ length: n }, (_, at): Unit => ({ influence: at / n, size: 1, weight: 1 / n, stratum: { name: `${n}` } })),
    )
    expect(ofAll(units).designDf).toBeCloseTo((1 / 4 + 1 / 10) ** 2 / (1 / 16 / 3 + 1 / 100 / 9), 9)
  })

  test('are fewer where one cluster is most of the items', () => {
    const sized = (...sizes: readonly number[]) =>
      ofAll(sizes.map((size, at) => ({ influence: at - 1, size, weight: 1, stratum: { name: 'one' } }))).designDf
    expect(sized(3, 3, 3, 3)).toBeCloseTo(3, 9)
    expect(sized(1, 1, 1, 9)).toBeLessThan(2)
  })

  test('stand beside as many equal units as would weigh alike', () => {
    // Kish (1965): the square of the sum of the weights over the sum of their squares. 1, 1, 1, 9: 144/84.
    const sized = (...sizes: readonly number[]) =>
      ofAll(sizes.map((size, at) => ({ influence: at, size, weight: 1, stratum: { name: 'one' } }))).effectiveUnits
    expect(sized(3, 3, 3, 3)).toBeCloseTo(4, 12)
    expect(sized(1, 1, 1, 9)).toBeCloseTo(144 / 84, 12)
    // Four items of a quarter and ten of a tenth: 2² over 4/16 + 10/100.
    const units = [4, 10].flatMap((n) =>
      Array.from({ length: n }, (_, at): Unit => ({ influence: at, size: 1, weight: 1 / n, stratum: { name: `${n}` } })),
    )
    expect(ofAll(units).effectiveUnits).toBeCloseTo(4 / 0.35, 12)
  })

  // Hits among n items: squared distances q² of np and p² of nq. Twice the square of their sum over what the estimate varies by,
  // n/(n-1) times the squares of these less the square of their sum over n - 1, is 2 (n - 1) pq / (1 - 4 pq).
  test.each([
    [1, 20],
    [2, 20],
    [2, 100],
    [5, 100],
  ])('where few units differ are those that these show: %i of %i', (hits, n) => {
    const units = alone(...Array.from({ length: n }, (_, at) => Number(at < hits) - hits / n))
    const spread = (hits / n) * (1 - hits / n)
    const { df, designDf } = ofAll(units)
    expect(designDf).toBeCloseTo(n - 1, 9)
    expect(df).toBeCloseTo((2 * (n - 1) * spread) / (1 - 4 * spread), 9)
    expect(df).toBeLessThan(designDf)
  })

  test('are those of the design where no few units hold the variance', () => {
    const { df, designDf } = ofAll(alone(...Array.from({ length: 20 }, (_, at) => Number(at < 9) - 9 / 20)))
    expect(df).toBe(designDf)
  })

  test('are never under 1, nor over those of the design', () => {
    const influence = fc.constantFrom(0, 0, 0, 1, -1, 0.25)
    const unit = fc.record({
      influence,
      size: fc.integer({ min: 1, max: 9 }),
      weight: fc.constantFrom(0.1, 1),
      stratum: fc.constantFrom({ name: 'one' }, { name: 'two' }, { name: 'three' }),
    })
    fc.assert(
      fc.property(fc.array(unit, { minLength: 2, maxLength: 20 }), (units) => {
        const { variance, df, designDf } = ofAll(units)
        expect(variance).toBeGreaterThanOrEqual(0)
        expect(df).toBeGreaterThanOrEqual(1)
        expect(designDf).toBeGreaterThanOrEqual(df)
      }),
    )
  })
})

describe('strata of which one agrees', () => {
  test('lend it two degrees of freedom of what they vary by', () => {
    // 0, 0 (an item varies by 0, and two of weight 1 by twice as much), and 0, 2, 4 (by 4, and three by 12). Of all: (1 × 0 + 2 × 4) / 3.
    const units = single(
      ...[0, 0].map((one) => [one, { name: 'agrees' }] as const),
      ...[0, 2, 4].map((one) => [one, { name: 'b' }] as const),
    )
    const drawn = 2 * ((0 + (2 * 8) / 3) / (1 + 2)) + 3 * ((2 * 4 + (2 * 8) / 3) / (2 + 2))
    expect(ofAll(units)).toMatchObject({ variance: expect.closeTo(drawn, 12), shown: expect.closeTo(12, 12) })
  })

  test('and that are alike show what they vary by together', () => {
    const units = single(...[0, 0, 0, 3, 1, 5].map((one, at) => [one, { name: `${at >> 1}` }] as const))
    expect(ofAll(units).variance).toBeCloseTo(2 * (4.5 + 8), 12)
  })

  /** Chance, by all outcomes, that the interval of a mean over cells of so many items lies above the rate that all of them have. */
  function chanceAbove(cells: readonly number[], rate: number): number {
    const outcomes = cells.reduce<{ readonly hits: readonly number[]; readonly chance: number }[]>(
      (some, n) => some.flatMap(({ hits, chance }) => binomial(n, rate).map((own, k) => ({ hits: [...hits, k], chance: chance * own }))),
      [{ hits: [], chance: 1 }],
    )
    return sum(
      outcomes
        .filter(({ chance }) => chance > 1e-7)
        .map(({ hits, chance }) => {
          const shares = cells.map((n, at) => (hits[at] as number) / n)
          const units = cells.flatMap((n, at) => {
            const weight = 1 / n / cells.length
            return Array.from({ length: n }, (_, item): Unit => {
              const value = Number(item < (hits[at] as number))
              return { influence: weight * (value - (shares[at] as number)), size: 1, weight, stratum: { name: `${at}` } }
            })
          })
          const spread = combine([{ sign: 1, ...ofAll(units) }]) as Spread
          const [low = 0] = metricInterval({ value: meanOf(shares), ...spread }, [0, 1]) ?? []
          return low > rate ? chance : 0
        }),
    )
  }

  const binomial = (n: number, rate: number) =>
    Array.from({ length: n + 1 }, (_, k) => {
      const ways = Array.from({ length: k }, (_way, at) => (n - at) / (at + 1)).reduce((product, one) => product * one, 1)
      return ways * rate ** k * (1 - rate) ** (n - k)
    })

  // A strict gate at its bound holds as often. Before, these were 6.2, 10.4, 4.8, 5.7 and 4.0 %; cells of like sizes had no fault.
  test.each([
    [[4, 30], 0.5],
    [[4, 30], 0.7],
    [[8, 30], 0.7],
    [[4, 4, 20], 0.7],
    [[3, 10, 20], 0.5],
    [[4, 4, 4], 0.7],
    [[10, 10], 0.7],
  ])('do not flatter: of cells of %j at rate %d at most 2.5 %% of the intervals lie above it', (cells, rate) =>
    expect(chanceAbove(cells, rate)).toBeLessThanOrEqual(0.025),
  )
})

describe('strata of one unit', () => {
  test('are put together, and never dropped', () => {
    // Twenty tasks of one item are a sample of twenty: 0 to 19 have squared distances of 665 in all, times 20/19.
    const units = single(...Array.from({ length: 20 }, (_, at) => [at, { name: `task ${at}` }] as const))
    expect(ofAll(units)).toMatchObject({ variance: expect.closeTo(700, 9), designDf: expect.closeTo(19, 9) })
  })

  test('count beside one of two', () => {
    // 98 tasks of one item and one of two that agree: before, nothing but these two was left, and they vary by nothing.
    const units = single(
      ...Array.from({ length: 98 }, (_, at) => [at % 2, { name: `task ${at}` }] as const),
      [0.5, { name: 'pair' }],
      [0.5, { name: 'pair' }],
    )
    // Half of 98 are 0, half 1: squared distances of 98/4, times 98/97.
    expect(ofAll(units).shown).toBeCloseTo((98 / 4) * (98 / 97), 9)
  })

  test('are put together with those within the same alone', () => {
    // 0 and 2: 2 × 2. 10 and 16: 2 × 18.
    const stratum = (name: string, within: string): Stratum => ({ name, within })
    const units = single([0, stratum('a', 'x')], [10, stratum('b', 'y')], [2, stratum('c', 'x')], [16, stratum('d', 'y')])
    expect(ofAll(units)).toMatchObject({ variance: expect.closeTo(4 + 36, 12), designDf: expect.closeTo(2, 12) })
  })

  test('with an order are put together with neighbours, the last three where their number is odd', () => {
    const lengths = (influences: readonly number[]) =>
      single(...influences.map((influence, order) => [influence, { name: `${order}`, within: 'scenario', order }] as const))
    // By their order, not by their coming: (0, 1) and (10, 13) make 1 and 9, two squared distances of half the difference, times 2.
    const four = lengths([0, 1, 10, 13])
    for (const units of [four, [...four].reverse()])
      expect(ofAll(units)).toMatchObject({ variance: expect.closeTo(1 + 9, 12), designDf: expect.closeTo(2, 12) })
    // 10, 13, 16 of five: 18 times 3/2.
    expect(ofAll(lengths([0, 1, 10, 13, 16]))).toMatchObject({ variance: expect.closeTo(1 + 27, 12) })
    expect(ofAll(lengths([0, 1, 5]))).toMatchObject({ variance: expect.closeTo((4 + 1 + 9) * (3 / 2), 12) })
  })

  test('of which one lacks an order are put together as one', () => {
    const units = single(
      [0, { name: 'a', within: 'x', order: 1 }],
      [1, { name: 'b', within: 'x', order: 2 }],
      [5, { name: 'c', within: 'x' }],
      [6, { name: 'd', within: 'x', order: 3 }],
    )
    // Mean 3: squares 9 + 4 + 4 + 9, times 4/3.
    expect(ofAll(units).variance).toBeCloseTo((26 * 4) / 3, 12)
  })

  test('alone within theirs make one of those that are left', () => {
    const [x, y, pair] = [{ name: 'a', within: 'x' }, { name: 'b', within: 'y' }, { name: 'pair' }]
    // 0 and 2: 4. 7 and 8 of the pair: 1.
    expect(ofAll(single([0, x], [7, pair], [2, y], [8, pair])).variance).toBeCloseTo(4 + 1, 12)
  })

  test('left alone join the largest', () => {
    const [three, two, one] = [{ name: 'three' }, { name: 'two' }, { name: 'one' }]
    const units = single([1, two], [2, two], [0, three], [0, three], [3, three], [9, one])
    // 0, 0, 3, 9: mean 3, squares 9 + 9 + 0 + 36, times 4/3; the pair 1. Satterthwaite's: (4 + 2)² / (16/3 + 4/1).
    expect(ofAll(units)).toMatchObject({ variance: expect.closeTo((54 * 4) / 3 + 1, 12), designDf: expect.closeTo(36 / (16 / 3 + 4), 12) })
  })
})
