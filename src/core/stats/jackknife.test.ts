import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { record } from '../../../test/totalRecords.ts'
import type { ItemRecord } from '../format/records.ts'
import { clusterDimensions, type Dimension } from './clusters.ts'
import { combine, jackknife, type Spread, type Values } from './jackknife.ts'
import { metricInterval } from './metricInterval.ts'

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const totals = (records: readonly ItemRecord[]) => records.map(({ scores }) => scores.total as number)
const mean = (records: readonly ItemRecord[]): Values => ({ mean: { value: meanOf(totals(records)), n: records.length } })

/** The spread of figures over the clusters that records declare. */
function spreads(records: readonly ItemRecord[], summarize: (records: readonly ItemRecord[]) => Values): Map<string, Spread> {
  return jackknife(clusterDimensions(records), summarize(records), (members) => summarize(records.filter((entry) => !members.has(entry))))
}

const spreadOf = (records: readonly ItemRecord[]) => spreads(records, mean).get('mean') as Spread

/** The mean of the means of the tasks. */
const overTasks = (records: readonly ItemRecord[]): Values => {
  const tasks = [...new Set(records.map(({ task }) => task))]
  const own = tasks.map((task) => meanOf(totals(records.filter((entry) => entry.task === task))))
  return { mean: { value: meanOf(own), n: records.length } }
}

const squaresOf = (values: readonly number[]) => values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0)
/** One task after the other, with these totals. */
const inTasks = (...tasks: readonly (readonly number[])[]) =>
  tasks.flatMap((scores, task) => scores.map((score, index) => record(`${task}/${index}`, score, { task: `${task}` })))

// Student (1908): hours of sleep gained with each of two drugs by ten patients; figures as R prints them for its data set
// sleep.
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 })

test.each([
  // Neither the first nor the last one is 1.
  ['each third', (at: number) => at % 3 === 1],
  ['one of a hundred', (at: number) => at % 100 === 50],
  ['one', (at: number) => at === 300],
  ['the last but one', (at: number) => at === 599],
])('records that say the same are told apart by a summary that goes by their ids: %s is another', (_name, isOther) => {
  const all = Array.from({ length: 601 }, (_, at) => Number(isOther(at)))
  const byId = (some: readonly ItemRecord[]): Values => ({
    mean: { value: meanOf(some.map(({ item }) => all[Number(item)] ?? 0)), n: some.length },
  })
  const records = all.map((_, at) => record(`${at}`, 1))
  // An error that is told by pooled groups, as many as are left out at most, is good to some percent.
  const { se } = spreads(records, byId).get('mean') as Spread
  expect(se / Math.sqrt(squaresOf(all) / 600 / 601)).toBeCloseTo(1, 1)
})

describe('the error of a mean', () => {
  test('is s/√n with n - 1 degrees of freedom', () => {
    fc.assert(
      fc.property(values, (scores) => {
        const centre = meanOf(scores)
        const variance = scores.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (scores.length - 1)
        fc.pre(variance > 1e-12)
        const { se, df, designDf } = spreadOf(scores.map((score, index) => record(`${index}`, score)))
        expect(se).toBeCloseTo(Math.sqrt(variance / scores.length), 9)
        expect(designDf).toBeCloseTo(scores.length - 1, 9)
        expect(df).toBeLessThanOrEqual(designDf)
      }),
    )
  })

  test('gives Student’s interval of the ten patients', () => {
    const differences = SECOND.map((value, index) => value - (FIRST[index] as number))
    const spread = spreadOf(differences.map((value, index) => record(`${index}`, value)))
    const [low, high] = metricInterval({ value: 1.58, ...spread }, undefined) as [number, number]
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
  /** Cluster-robust: of sums of deviations from the mean, each over one less the cluster's share (Bell and McCaffrey, 2002). */
  const robust = (groups: readonly (readonly number[])[]) => {
    const all = groups.flat()
    const centre = meanOf(all)
    const parts = groups.map((scores) => scores.reduce((sum, score) => sum + score - centre, 0) ** 2 / (1 - scores.length / all.length))
    return Math.sqrt(parts.reduce((sum, part) => sum + part, 0)) / all.length
  }

  test('over clusters of one size is the cluster-robust one', () => {
    const equal = fc.integer({ min: 1, max: 4 }).chain((size) =>
      fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: size, maxLength: size }), {
        minLength: 2,
        maxLength: 20,
      }),
    )
    fc.assert(
      fc.property(equal, (groups) => {
        fc.pre(robust(groups) > 1e-9)
        const { se, designDf } = spreadOf(clustered(groups))
        expect(se).toBeCloseTo(robust(groups), 9)
        expect(designDf).toBeCloseTo(groups.length - 1, 9)
      }),
    )
  })

  test('over clusters of different sizes is so too', () => {
    // What the mean changes by without a cluster, times what is left, is the sum of its deviations over all items.
    fc.assert(
      fc.property(clusters, (groups) => {
        fc.pre(robust(groups) > 1e-9)
        expect(spreadOf(clustered(groups)).se).toBeCloseTo(robust(groups), 9)
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
    const { se } = spreads(records, overTasks).get('mean') as Spread
    expect(se).toBeCloseTo(Math.sqrt((1 / 3 + 4 / 5) / 4), 12)
  })

  test('of a difference of two tasks is that of the t test of two samples', () => {
    // R, t.test(extra ~ group, data = sleep, var.equal = TRUE): df 18, interval -3.363874 to 0.203874.
    const difference = (some: readonly ItemRecord[]): Values => {
      const [first, second] = ['0', '1'].map((task) => meanOf(totals(some.filter((entry) => entry.task === task))))
      return { difference: { value: (first as number) - (second as number), n: some.length } }
    }
    const spread = spreads(inTasks(FIRST, SECOND), difference).get('difference') as Spread
    expect(spread.designDf).toBeCloseTo(18, 9)
    const [low, high] = metricInterval({ value: -1.58, ...spread }, undefined) as [number, number]
    expect(low).toBeCloseTo(-3.363874, 6)
    expect(high).toBeCloseTo(0.203874, 6)
  })
})

describe('the error of a mean of items in several tasks', () => {
  // One that agrees may hide something (variance.test.ts), and tasks that hardly vary are not told from rounding.
  const task = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 6 }).filter((own) => squaresOf(own) > 1e-3)
  const tasks = fc.array(task, { minLength: 2, maxLength: 15 })

  test('over all items is that of a stratified sample', () => {
    // Of a task n_h / (n_h - 1) of its squared distances, over the square of all items (Cochran, 1977, section 5.6).
    fc.assert(
      fc.property(tasks, (values) => {
        const variance = values.reduce((sum, own) => sum + (own.length / (own.length - 1)) * squaresOf(own), 0) / values.flat().length ** 2
        const { se, designDf } = spreadOf(inTasks(...values))
        expect(se).toBeCloseTo(Math.sqrt(variance), 9)
        expect(designDf).toBeLessThanOrEqual(values.flat().length - values.length + 1e-9)
      }),
      // Two tasks that mirror each other but for rounding.
      {
        examples: [
          [
            [
              [1 - 2.6e-15, 1 - 2.6e-15, 0],
              [0, 0, 1 - 4.3e-15],
            ],
          ],
        ],
      },
    )
  })

  test('over tasks has their errors in equal parts', () => {
    // s² / n of each, over the square of their number.
    fc.assert(
      fc.property(tasks, (values) => {
        const parts = values.map((own) => squaresOf(own) / (own.length - 1) / own.length)
        const variance = parts.reduce((sum, part) => sum + part, 0) / values.length ** 2
        expect((spreads(inTasks(...values), overTasks).get('mean') as Spread).se).toBeCloseTo(Math.sqrt(variance), 9)
      }),
    )
  })

  test('over two tasks that mirror each other is that of a mean over tasks', () =>
    expect((spreads(inTasks([1, 0], [0, 1]), overTasks).get('mean') as Spread).se).toBeCloseTo(Math.sqrt(1 / 8), 9))

  // A design of 20 tasks: the error was too small by √(1 - 1/n) of each before, and of none with one item a task.
  test.each([2, 3, 5, 10])('of %i each is not the smaller for their number', (n) => {
    const values = Array.from({ length: 20 }, (_, at) => Array.from({ length: n }, (__, index) => ((at * 7 + index * 11) % 13) / 12))
    const variance = values.reduce((sum, own) => sum + squaresOf(own) / (n - 1) / n, 0) / 20 ** 2
    expect(spreadOf(inTasks(...values)).se).toBeCloseTo(Math.sqrt(variance), 9)
    expect((spreads(inTasks(...values), overTasks).get('mean') as Spread).se).toBeCloseTo(Math.sqrt(variance), 9)
  })

  test('of two each, all equally hard, is not taken for one over tasks', () => {
    // 0 and 1 of each of five: 2 × 1/2 of each, over 10².
    expect(spreadOf(inTasks([0, 1], [0, 1], [0, 1], [0, 1], [0, 1])).se).toBeCloseTo(Math.sqrt(5 / 100), 9)
  })

  test('of one each is that of a sample of tasks, by either mean', () => {
    const scores = FIRST.map((score) => [score])
    const expected = Math.sqrt(squaresOf(FIRST) / 9 / 10)
    for (const figure of [mean, overTasks]) {
      const { se, designDf } = spreads(inTasks(...scores), figure).get('mean') as Spread
      expect(se).toBeCloseTo(expected, 9)
      expect(designDf).toBeCloseTo(9, 9)
    }
  })

  test('of one each but two of one is not that of these two', () => {
    // 98 tasks, half right, and one of two right items. Squared distances of 98/4 make 1/4 of 98 degrees of freedom. With two of these
    // more the 98 have squares of 25 of 99 degrees, and the two items, which show nothing, of 1/2 of three.
    const scores = Array.from({ length: 98 }, (_, at) => [at % 2])
    expect(spreadOf(inTasks(...scores, [1, 1])).se).toBeCloseTo(Math.sqrt((98 * 25) / 99 + (2 * 0.5) / 3) / 100, 9)
  })

  test('does not take a task that is better than the others for chance', () => {
    const { se } = spreadOf(inTasks([0, 0.1, 0.2], [0.8, 0.9, 1]))
    // 3/2 × 0.02 of each, over 6².
    expect(se).toBeCloseTo(Math.sqrt((2 * 1.5 * 0.02) / 36), 12)
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
    // Satterthwaite's degrees of freedom, of 2, 2 and 8; the smallest would be 2.
    const { se, df } = spreadOf(crossed([0, 3, 6], [0, 3, 6]))
    expect(se).toBeCloseTo(Math.sqrt(3 + 3 - 1.5), 12)
    expect(df).toBeCloseTo(4.5 ** 2 / (9 / 2 + 9 / 2 + 1.5 ** 2 / 8), 9)
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

  const part = (sign: 1 | -1, variance: number, df: number, designDf: number) => ({
    sign,
    variance,
    shown: variance,
    df,
    designDf,
    effectiveUnits: designDf + 1,
    effectiveItems: designDf + 1,
    units: designDf + 1,
  })

  test('has degrees of freedom by what the kinds show and by their design', () => {
    // (3 + 2 - 1)² over 9/3 + 4/2 + 1/10, and over 9/6 + 4/4 + 1/20.
    const { se, df, designDf } = combine([part(1, 3, 3, 6), part(1, 2, 2, 4), part(-1, 1, 10, 20)]) as Spread
    expect([se, df, designDf]).toEqual([expect.closeTo(2, 12), expect.closeTo(16 / 5.1, 12), expect.closeTo(16 / 2.55, 12)])
  })

  test('takes off what units show, and nothing that they may hide', () => {
    const hiding = { ...part(-1, 1, 10, 20), variance: 2 }
    const [plain, hidden] = [part(-1, 1, 10, 20), hiding].map((taken) => combine([part(1, 3, 3, 6), part(1, 2, 2, 4), taken]))
    expect(hidden).toEqual(plain)
    const wider = combine([{ ...part(1, 3, 3, 6), variance: 8 }, part(1, 2, 2, 4), hiding]) as Spread
    expect(wider).toEqual({ ...plain, se: expect.closeTo(3, 12) })
  })

  test('is 0 where no kind varies, with the degrees of freedom of the fewest', () => {
    expect(combine([part(1, 0, 4, 4), part(1, 0, 17, 17), part(-1, 0, 89, 89)])).toMatchObject({
      se: 0,
      df: 4,
      designDf: 4,
      effectiveUnits: 5,
      effectiveItems: 5,
    })
  })

  test('is none without a kind', () => {
    expect(combine([])).toBeUndefined()
    expect(combine([part(-1, 1, 5, 5)])).toBeUndefined()
  })
})

describe('a figure', () => {
  /** Groups of one record each. */
  const dimension = (records: readonly ItemRecord[]): Dimension[] => [
    {
      name: 'item',
      sign: 1,
      groups: records.map((entry) => ({
        members: new Set([entry]),
        task: 'one',
        stratum: { name: 'one' },
        shareOfTasks: 1 / records.length,
      })),
    },
  ]
  const four = [0, 1, 0, 1].map((score, index) => record(`${index}`, score))

  test('that some clusters do not touch has the error of the others', () => {
    // The mean of the first two items alone: s/√2 is 0.5.
    const firstTwo = (records: readonly ItemRecord[]): Values => mean(records.filter(({ item }) => Number(item) < 2))
    const spread = spreads(four, firstTwo).get('mean') as Spread
    expect(spread.se).toBeCloseTo(0.5, 12)
    expect(spread.df).toBeCloseTo(1, 9)
  })

  test('that rests on one cluster has none', () => {
    const first = (records: readonly ItemRecord[]): Values => mean(records.filter(({ item }) => item === '0'))
    expect(spreads(four, first).has('mean')).toBe(false)
  })

  test('that is not finite has none', () =>
    expect(spreads(four, (records) => ({ mean: { value: Number.NaN, n: records.length } })).has('mean')).toBe(false))

  test('that is gone without one of the clusters rests on it, and has none', () => {
    const spread = jackknife(dimension(four), { mean: { value: 0.5, n: 4 } }, (members) =>
      [...members].some(({ item }) => item === '3') ? {} : mean(four.filter((entry) => !members.has(entry))),
    )
    expect(spread.has('mean')).toBe(false)
  })

  test('that a cluster changes though as many items are behind it is touched by it', () => {
    // A difference of two runs, the smaller of their numbers of items behind it.
    const spread = jackknife(dimension(four), { change: { value: 0.5, n: 2 } }, (members) => {
      const [only] = [...members] as [ItemRecord]
      return { change: { value: 0.5 + (Number(only.item) % 2 === 0 ? 0.1 : -0.1), n: 2 } }
    })
    expect(spread.get('change')).toMatchObject({ se: expect.closeTo(Math.sqrt((3 / 4) * 4 * 0.01), 12), designDf: expect.closeTo(3, 9) })
  })

  test('that varies by rounding alone does not vary', () => {
    // Means of such numbers end in other digits for other numbers of them.
    const spread = spreadOf(Array.from({ length: 7 }, (_, index) => record(`${index}`, 0.7 - 0.1)))
    expect(spread.se).toBe(0)
    const rounded = jackknife(dimension(four), { mean: { value: 0.6, n: 4 } }, (members) => ({
      mean: { value: 0.6 + Number([...members][0]?.item) * 1e-16, n: 3 },
    }))
    expect(rounded.get('mean')?.se).toBe(0)
  })
})
