import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions, type Dimension } from './clusters.ts'
import { type Figures, jackknife, type Spread, studentInterval } from './jackknife.ts'
import { ratioSpread } from './tests.ts'

function record(item: string, total: number, more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status: 'failed', tags: {}, scores: { total }, ...more }
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const totals = (records: readonly ItemRecord[]) => records.map(({ scores }) => scores.total as number)
const mean = (records: readonly ItemRecord[]): Figures => ({ mean: { value: meanOf(totals(records)), n: records.length } })

/** The spread of figures over the clusters that records declare. */
function spreads(records: readonly ItemRecord[], summarize: (records: readonly ItemRecord[]) => Figures): Map<string, Spread> {
  return jackknife(clusterDimensions(records), summarize(records), ({ members }) =>
    summarize(records.filter((entry) => !members.has(entry))),
  )
}

const spreadOf = (records: readonly ItemRecord[]) => spreads(records, mean).get('mean') as Spread

// Student (1908): hours of sleep gained with each of two drugs by ten patients; figures as R prints them for its data set
// sleep.
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 })

describe('the error of a mean', () => {
  test('is s/√n with n - 1 degrees of freedom', () => {
    fc.assert(
      fc.property(values, (scores) => {
        const centre = meanOf(scores)
        const variance = scores.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (scores.length - 1)
        fc.pre(variance > 1e-12)
        const { se, df } = spreadOf(scores.map((score, index) => record(`${index}`, score)))
        expect(se).toBeCloseTo(Math.sqrt(variance / scores.length), 9)
        expect(df).toBeCloseTo(scores.length - 1, 9)
      }),
    )
  })

  test('gives Student’s interval of the ten patients', () => {
    const differences = SECOND.map((value, index) => value - (FIRST[index] as number))
    const spread = spreadOf(differences.map((value, index) => record(`${index}`, value)))
    const [low, high] = studentInterval(1.58, spread) as [number, number]
    expect(low).toBeCloseTo(0.7001142, 6)
    expect(high).toBeCloseTo(2.4598858, 6)
  })

  const clusters = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }), {
    minLength: 30,
    maxLength: 60,
  })
  const clustered = (groups: readonly (readonly number[])[]) =>
    groups.flatMap((scores, cluster) =>
      scores.map((score, index) => record(`${cluster}/${index}`, score, { clusters: { cluster: `${cluster}` } })),
    )
  const robust = (groups: readonly (readonly number[])[]) =>
    ratioSpread(groups.map((scores) => ({ sum: scores.reduce((sum, score) => sum + score, 0), n: scores.length })))

  test('over clusters of one size is the cluster-robust one', () => {
    const equal = fc.integer({ min: 1, max: 4 }).chain((size) =>
      fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size, maxLength: size }), {
        minLength: 2,
        maxLength: 20,
      }),
    )
    fc.assert(
      fc.property(equal, (groups) => {
        fc.pre(robust(groups).se > 1e-9)
        const { se, df } = spreadOf(clustered(groups))
        expect(se).toBeCloseTo(robust(groups).se, 9)
        expect(df).toBeCloseTo(groups.length - 1, 9)
      }),
    )
  })

  test('over clusters of different sizes is nearly so', () => {
    // Leaving out n_g of n moves the mean by n/(n - n_g) times the linear share: with 30 clusters of up to 3, at most 1.12.
    fc.assert(
      fc.property(clusters, (groups) => {
        fc.pre(robust(groups).se > 1e-6)
        const ratio = spreadOf(clustered(groups)).se / robust(groups).se
        expect(ratio).toBeGreaterThan(0.98)
        expect(ratio).toBeLessThan(1.12)
      }),
    )
  })

  test('counts a cluster of equal items once', () => {
    const alone = spreadOf([0, 0.2, 1, 0.4].map((score, index) => record(`${index}`, score)))
    const copied = spreadOf(clustered([0, 0.2, 1, 0.4].map((score) => [score, score, score])))
    expect(copied.se).toBeCloseTo(alone.se, 12)
    expect(copied.df).toBeCloseTo(3, 9)
  })

  test('of a mean over tasks is the stratified one', () => {
    // Within-task variances 1 and 4, of 3 and 5 items; the difference between the tasks is no error.
    const records = [
      ...[1, 2, 3].map((score, index) => record(`a${index}`, score, { task: 'a' })),
      ...[100, 100, 102, 104, 104].map((score, index) => record(`b${index}`, score, { task: 'b' })),
    ]
    const overTasks = (some: readonly ItemRecord[]): Figures => {
      const own = ['a', 'b'].map((task) => meanOf(totals(some.filter((entry) => entry.task === task))))
      return { mean: { value: meanOf(own), n: some.length } }
    }
    const { se } = spreads(records, overTasks).get('mean') as Spread
    expect(se).toBeCloseTo(Math.sqrt((1 / 3 + 4 / 5) / 4), 12)
  })

  test('of a difference of two tasks has Welch’s degrees of freedom', () => {
    // R, t.test(extra ~ group, data = sleep): df 17.776, interval -3.3654832 to 0.2054832.
    const records = [
      ...FIRST.map((score, index) => record(`1/${index}`, score, { task: 'first' })),
      ...SECOND.map((score, index) => record(`2/${index}`, score, { task: 'second' })),
    ]
    const difference = (some: readonly ItemRecord[]): Figures => {
      const [first, second] = ['first', 'second'].map((task) => meanOf(totals(some.filter((entry) => entry.task === task))))
      return { difference: { value: (first as number) - (second as number), n: some.length } }
    }
    const spread = spreads(records, difference).get('difference') as Spread
    expect(spread.df).toBeCloseTo(17.776, 3)
    const [low, high] = studentInterval(-1.58, spread) as [number, number]
    expect(low).toBeCloseTo(-3.3654832, 6)
    expect(high).toBeCloseTo(0.2054832, 6)
  })
})

describe('the error with clusters of two kinds', () => {
  /** One item of each template in each context; totals are sums of what both give. */
  const crossed = (templates: readonly number[], contexts: readonly number[], cell = (_row: number, _column: number) => 0) =>
    templates.flatMap((template, row) =>
      contexts.map((context, column) =>
        record(`${row}/${column}`, template + context + cell(row, column), { clusters: { template: `${row}`, context: `${column}` } }),
      ),
    )

  test('adds the kinds and takes off their intersections', () => {
    // Means of rows and of columns 3, 6 and 9 apart: variance 9, of three: 3 each. Cells: 108 over 8, of nine: 1.5.
    const { se, df } = spreadOf(crossed([0, 3, 6], [0, 3, 6]))
    expect(se).toBeCloseTo(Math.sqrt(3 + 3 - 1.5), 12)
    expect(df).toBeCloseTo(2, 9)
  })

  test('is never below that of the kind that varies more', () => {
    // Rows 3, columns 1/3, cells 60/8/9: less than rows alone would remain.
    expect(3 + 1 / 3 - 60 / 72).toBeLessThan(3)
    expect(spreadOf(crossed([0, 3, 6], [0, 1, 2])).se).toBeCloseTo(Math.sqrt(3), 12)
  })

  test('is that of the one kind where the other does nothing', () => {
    // Columns are alike: no variance, and no say in the degrees of freedom.
    const { se, df } = spreadOf(crossed([0, 1, 5, 2], [0, 0]))
    expect(se).toBeCloseTo(Math.sqrt(14 / 3 / 4), 12)
    expect(df).toBeCloseTo(3, 9)
  })
})

describe('a figure', () => {
  /** Groups of one record each. */
  const dimension = (records: readonly ItemRecord[]): Dimension[] => [
    { name: 'item', sign: 1, groups: records.map((entry) => ({ members: new Set([entry]), stratum: '' })) },
  ]
  const four = [0, 1, 0, 1].map((score, index) => record(`${index}`, score))

  test('that some clusters do not touch has the error of the others', () => {
    // The mean of the first two items alone: s/√2 is 0.5.
    const firstTwo = (records: readonly ItemRecord[]): Figures => mean(records.filter(({ item }) => Number(item) < 2))
    const spread = spreads(four, firstTwo).get('mean') as Spread
    expect(spread.se).toBeCloseTo(0.5, 12)
    expect(spread.df).toBeCloseTo(1, 9)
  })

  test('that rests on one cluster has none', () => {
    const first = (records: readonly ItemRecord[]): Figures => mean(records.filter(({ item }) => item === '0'))
    expect(spreads(four, first).has('mean')).toBe(false)
  })

  test('that is not finite has none', () => {
    expect(spreads(four, (records) => ({ mean: { value: Number.NaN, n: records.length } })).has('mean')).toBe(false)
  })

  test('that is gone without a cluster has the error of the others', () => {
    const gone = jackknife(dimension(four), { mean: { value: 0.5, n: 4 } }, ({ members }) => {
      if ([...members].some(({ item }) => item === '3')) return {}
      return mean(four.filter((entry) => !members.has(entry)))
    })
    // Without each of the other three: 2/3, 1/3, 2/3.
    expect(gone.get('mean')).toEqual({ se: expect.closeTo(Math.sqrt(((2 / 3) * 6) / 81), 12), df: expect.closeTo(2, 9) })
  })

  test('that a cluster changes though as many items are behind it is touched by it', () => {
    // A difference of two runs, the smaller of their numbers of items behind it.
    const spread = jackknife(dimension(four), { change: { value: 0.5, n: 2 } }, ({ members }) => {
      const [only] = [...members] as [ItemRecord]
      return { change: { value: 0.5 + (Number(only.item) % 2 === 0 ? 0.1 : -0.1), n: 2 } }
    })
    expect(spread.get('change')).toEqual({ se: expect.closeTo(Math.sqrt((3 / 4) * 4 * 0.01), 12), df: expect.closeTo(3, 9) })
  })

  test('that varies by rounding alone does not vary', () => {
    // Means of such numbers end in other digits for other numbers of them.
    const spread = spreadOf(Array.from({ length: 7 }, (_, index) => record(`${index}`, 0.7 - 0.1)))
    expect(spread.se).toBe(0)
    expect(studentInterval(0.6, spread)).toBeNull()
    const rounded = jackknife(dimension(four), { mean: { value: 0.6, n: 4 } }, ({ members }) => ({
      mean: { value: 0.6 + Number([...members][0]?.item) * 1e-16, n: 3 },
    }))
    expect(rounded.get('mean')?.se).toBe(0)
  })
})
