import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import type { Metric, Metrics } from '../format/scoresDocument.ts'
import { compareRecords, contributions, type MetricComparison } from './compareRecords.ts'
import { itemsNeeded } from './power.ts'
import { combineTrials } from './summary/combineTrials.ts'
import { composed, type Figure, meanOver, metric } from './summary/metric.ts'

function record(item: string, total: number, more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status: total >= 1 ? 'passed' : 'failed', tags: {}, scores: { total }, ...more }
}

const run = (totals: readonly number[], more: Partial<ItemRecord> = {}) => totals.map((total, index) => record(`${index}`, total, more))
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The mean of item totals, of all and by task. */
function summarize(records: readonly ItemRecord[]): Metrics {
  const items = combineTrials(records)
  const over = (some: typeof items) => ({ value: meanOf(some.map(({ scores }) => scores.total as number)), n: some.length, ci95: null })
  const tasks = [...new Set(items.map(({ task }) => task))]
  return {
    score: over(items),
    ...Object.fromEntries(tasks.map((task) => [`score.${task}`, over(items.filter((item) => item.task === task))])),
  }
}

/** The same, with what the score says of itself. */
const saying = (description: Partial<Metric>) => (records: readonly ItemRecord[]) => {
  const metrics = summarize(records)
  return { ...metrics, score: { ...(metrics.score as Metric), ...description } }
}

const overall = { tested: (key: string) => key === 'score' }
const compareScore = (a: readonly ItemRecord[], b: readonly ItemRecord[]) => {
  const [only, ...others] = compareRecords(a, b, summarize, overall).metrics
  expect(others).toEqual([])
  return only as NonNullable<typeof only>
}

/** The score on a scale from 0 to 1. */
const onScale = (a: readonly ItemRecord[], b: readonly ItemRecord[]) => {
  const [only] = compareRecords(a, b, saying({ range: [0, 1] }), overall).metrics
  return only as NonNullable<typeof only>
}

// Student’s sleep data (1908), by drug.
const FIRST = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2]
const SECOND = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]

describe('a change', () => {
  test('has the paired t test’s error, interval and p', () => {
    // R, t.test(extra[group == 1], extra[group == 2], paired = TRUE): t -4.0621, df 9, p 0.002833, interval -2.4598858 to
    // -0.7001142.
    const { a, b, change, ci95, se, df, p, n, verdict, needed } = compareScore(run(FIRST), run(SECOND))
    expect([a, b, change]).toEqual([expect.closeTo(0.75, 12), expect.closeTo(2.33, 12), expect.closeTo(1.58, 12)])
    expect(change / (se as number)).toBeCloseTo(4.0621, 4)
    expect(ci95).toEqual([expect.closeTo(0.7001142, 6), expect.closeTo(2.4598858, 6)])
    expect(p).toBeCloseTo(0.002833, 6)
    expect([n, verdict, needed]).toEqual([10, 'better', null])
    // The outlier, 4.6, holds most of the variance: fewer than the design's 9.
    expect(df).toBeLessThan(9)
  })

  const pairs = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
    minLength: 3,
    maxLength: 30,
  })
  const split = (entries: readonly (readonly [number, number])[]) => [entries.map(([a]) => a), entries.map(([, b]) => b)] as const

  test('has Miller’s error of paired differences', () => {
    // Miller (2024), Adding Error Bars to Evals: the variance of the two errors less twice their covariance.
    fc.assert(
      fc.property(pairs, (entries) => {
        const [a, b] = split(entries)
        const n = a.length
        const covariance = (one: readonly number[], other: readonly number[]) =>
          one.reduce((sum, value, index) => sum + (value - meanOf(one)) * ((other[index] as number) - meanOf(other)), 0) / (n - 1)
        const squared = (covariance(a, a) + covariance(b, b) - 2 * covariance(a, b)) / n
        fc.pre(squared > 1e-9)
        expect(compareScore(run(a), run(b)).se).toBeCloseTo(Math.sqrt(squared), 8)
      }),
    )
  })

  test('turned round is the same the other way', () => {
    fc.assert(
      fc.property(pairs, (entries) => {
        const [a, b] = split(entries)
        const [there, back] = [compareScore(run(a), run(b)), compareScore(run(b), run(a))]
        expect(back.change).toBeCloseTo(-there.change, 12)
        expect(back.p).toBeCloseTo(there.p, 9)
        const turned = { better: 'worse', worse: 'better', 'cannot-tell': 'cannot-tell' }
        if (Math.abs(there.p - 0.05) > 1e-6) expect(back.verdict).toBe(turned[there.verdict])
      }),
      { numRuns: 50 },
    )
  })

  test('with clusters has the error of their means', () => {
    // Three patients of each cluster who gained alike are one.
    const tripled = (hours: readonly number[]) =>
      hours.flatMap((value, index) => [0, 1, 2].map((copy) => record(`${index}/${copy}`, value, { clusters: { seed: `${index}` } })))
    const [alone, { p, df, n }] = [compareScore(run(FIRST), run(SECOND)), compareScore(tripled(FIRST), tripled(SECOND))]
    expect(p).toBeCloseTo(0.002833, 6)
    expect([df, n]).toEqual([expect.closeTo(alone.df as number, 9), 30])
  })

  test('with trials has the error of the items', () => {
    const thrice = (hours: readonly number[]) => [0, 1, 2].flatMap((trial) => run(hours, { trial }))
    const { p, n } = compareScore(thrice(FIRST), run(SECOND))
    expect(p).toBeCloseTo(0.002833, 6)
    expect(n).toBe(10)
  })

  test('asked about has a number of items that it takes, whatever change was seen', () => {
    // Differences -1, 0, 1, 2: variance 5/3, of four 5/12. Student's quantile of 3 degrees of freedom 3.182446.
    const ask = (by: number) =>
      compareRecords(run([1, 0, 0, 0]), run([0, 0, by, 2 * by]), summarize, { ...overall, change: () => 0.5 }).metrics[0]
    const { verdict, p, needed, detectable, se, df, n } = ask(1) as NonNullable<ReturnType<typeof ask>>
    expect(verdict).toBe('cannot-tell')
    // t = 0.7746: by its closed form for 3 degrees of freedom, p = 0.495.
    expect(p).toBeCloseTo(0.495, 3)
    expect(se).toBeCloseTo(Math.sqrt(5 / 12), 9)
    expect(detectable).toBeCloseTo((3.182446 + 1.281552) * Math.sqrt(5 / 12), 5)
    expect(needed).toEqual({ change: 0.5, items: itemsNeeded(0.5, { se: se as number, df: df as number, n }) })
    // The same errors about another change, -1, 0, 1, 2 plus 3: as many.
    const shifted = compareRecords(run([1, 0, 0, 0]), run([3, 3, 4, 5]), summarize, { ...overall, change: () => 0.5 }).metrics[0]
    expect(shifted?.change).toBeCloseTo(3.5, 12)
    expect(shifted?.needed).toEqual(needed)
  })

  test('of a figure of parts takes items for each part, and those that parts share once', () => {
    const ask = (figureOf: (of: (from: number, to: number) => Figure) => Figure) =>
      compareRecords(
        run(FIRST),
        run(SECOND),
        (records) => {
          const items = combineTrials(records)
          const of = (from: number, to: number) => {
            const some = items.filter(({ item }) => Number(item) >= from && Number(item) < to)
            return metric(meanOf(some.map(({ scores }) => scores.total as number)), {
              n: some.length,
              mean: meanOver(some),
              range: [-9, 9],
            })
          }
          return { score: figureOf(of) }
        },
        { ...overall, change: () => 0.5 },
      ).metrics[0]?.needed?.items
    const half = ([one = 0, other = 0]: readonly number[]) => (one + other) / 2
    const whole = ask((of) => of(0, 10)) as number
    expect(ask((of) => composed([of(0, 10), of(0, 10)], half))).toBe(whole)
    // Of halves the figure rests on 5 items, and a run has twice as many for it.
    expect(ask((of) => composed([of(0, 5), of(5, 10)], half))).toBeGreaterThan(0.9 * whole)
  })

  test('not asked about, or of 0, needs no number of items', () => {
    expect(compareScore(run([1, 0, 0, 0]), run([0, 0, 1, 2])).needed).toBeNull()
    const { metrics } = compareRecords(run([1, 0, 0, 0]), run([0, 0, 1, 2]), summarize, { ...overall, change: () => 0 })
    expect(metrics[0]?.needed).toBeNull()
  })

  test('between a run and itself is none', () => {
    const same = compareScore(run(FIRST), run(FIRST))
    expect(same).toMatchObject({ change: 0, ci95: null, p: 1, verdict: 'cannot-tell', detectable: null, needed: null })
  })

  test('between a run and itself on a scale may still be what as many items do not show', () => {
    // Of none in 20 the upper end is 0.1611 (Newcombe, 1998, Table I, method 3).
    const records = run(Array.from({ length: 20 }, (_, index) => Number(index < 14)))
    const { ci95, p, verdict } = onScale(records, records)
    expect(ci95).toEqual([expect.closeTo(-0.1611, 4), expect.closeTo(0.1611, 4)])
    expect([p, verdict]).toEqual([1, 'cannot-tell'])
  })

  // What does not vary tells nothing about the next sample's size of change. 7 of 0.1 and 7 of 0.7 differ by rounding.
  test.each([
    [0, 1, 100],
    [0.1, 0.7, 7],
    [0.4, 0.3, 10],
  ])('from %d to %d of each of %i items has no interval without ends, and is not told', (from, to, n) => {
    const both = [from, to].map((total) => run(Array.from({ length: n }, () => total))) as [ItemRecord[], ItemRecord[]]
    expect(compareScore(...both)).toMatchObject({ ci95: null, p: 1, verdict: 'cannot-tell' })
  })

  test('on a scale never leaves it, and is told where its interval leaves out 0', () => {
    const nearlyPerfect = fc.constantFrom(1, 1, 1, 1, 1, 0.9, 0.5, 0)
    fc.assert(
      fc.property(fc.array(fc.tuple(nearlyPerfect, nearlyPerfect), { minLength: 5, maxLength: 30 }), (entries) => {
        const [a, b] = split(entries)
        const { ci95, p, verdict } = onScale(run(a), run(b))
        const [low, high] = ci95 as readonly [number, number]
        expect(low).toBeGreaterThanOrEqual(-1)
        expect(high).toBeLessThanOrEqual(1)
        expect(p < 0.05).toBe(low > 0 || high < 0)
        expect(verdict).toBe(low > 0 ? 'better' : high < 0 ? 'worse' : 'cannot-tell')
      }),
      { numRuns: 60 },
    )
  })

  test('of twenty tasks of one item has an error and a verdict', () => {
    // The ten patients twice, each a task: before, nothing varied within a task.
    const byTask = (hours: readonly number[]) => [...hours, ...hours].map((value, index) => record(`${index}`, value, { task: `${index}` }))
    const variance = (FIRST.reduce((sum, value, index) => sum + ((SECOND[index] as number) - value - 1.58) ** 2, 0) * 2) / 19 / 20
    const { se, verdict } = compareScore(byTask(FIRST), byTask(SECOND))
    expect(se).toBeCloseTo(Math.sqrt(variance), 9)
    expect(verdict).toBe('better')
  })

  test('of 98 tasks of one item and one of two is not as sure as these two', () => {
    // 19 of 98 are lost. The variance is that of 98 items, 19 × 79/98 × 98/97 over 100².
    const tasks = Array.from({ length: 100 }, (_, index) => ({ task: `${Math.min(index, 98)}` }))
    const a = tasks.map((more, index) => record(`${index}`, 1, more))
    const b = tasks.map((more, index) => record(`${index}`, Number(index >= 19), more))
    const { change, se, ci95 } = onScale(a, b)
    expect(change).toBeCloseTo(-0.19, 12)
    // Squares of 19 × 79 / 98 in 98 degrees of freedom, of which two more count for either.
    const [squares, of] = [(19 * 79) / 98, (19 * 79) / 98 / 98]
    expect(se).toBeCloseTo(Math.sqrt((98 * (squares + 2 * of)) / 99 + (2 * 2 * of) / 3) / 100, 9)
    const [low, high] = ci95 as readonly [number, number]
    expect(high - low).toBeGreaterThan(0.12)
  })

  // Sparse flips: whether 4 of 200 that all go one way are told is a matter of 4 items, not of 200.
  test('of 4 items lost among 200 is not told: McNemar’s mid-p is 2^-4', () => {
    const before = run(Array.from({ length: 200 }, (_, index) => (index < 4 ? 1 : index % 2)))
    const after = before.map((entry, index) => (index < 4 ? record(entry.item, 0) : entry))
    expect(onScale(before, after).verdict).toBe('cannot-tell')
  })

  test('of a metric that some items of one run lack has the error of all that count', () => {
    // The score 'extra' is there for ten items in A and for four in B: a change of one of the six others counts too.
    const extra = (records: readonly ItemRecord[]): Metrics => {
      const values = records.flatMap(({ scores }) => scores.extra ?? [])
      return { extra: { value: meanOf(values), n: values.length, ci95: null } }
    }
    const a = FIRST.map((value, index) => record(`${index}`, 0, { scores: { total: 0, extra: value } }))
    const b = FIRST.map((_, index) => record(`${index}`, 0, { scores: { total: 0, ...(index < 4 && { extra: 0 }) } }))
    const [metric] = compareRecords(a, b, extra).metrics
    // B's mean is 0 whatever is left out: the error is that of A's ten alone, variance 3.2006.
    const variance = FIRST.reduce((sum, value) => sum + (value - 0.75) ** 2, 0) / 9
    expect(metric?.se).toBeCloseTo(Math.sqrt(variance / 10), 9)
    expect(metric?.n).toBe(4)
  })
})

describe('several metrics', () => {
  const byTask = (totals: readonly (readonly [task: string, total: number])[]) =>
    totals.map(([task, total], index) => record(`${index}`, total, { task }))

  test('are corrected by Holm', () => {
    const tasks = ['x', 'y'].flatMap((task) => FIRST.map((_, index) => ({ task, index })))
    const a = byTask(tasks.map(({ task, index }) => [task, FIRST[index] as number]))
    // Of y half the patients gained, the others lost.
    const b = byTask(
      tasks.map(({ task, index }) => [
        task,
        task === 'x' ? (SECOND[index] as number) : (FIRST[index] as number) + (index % 2 === 0 ? 1 : -1),
      ]),
    )
    const { metrics } = compareRecords(a, b, summarize, { tested: (key) => key.startsWith('score.') })
    expect(metrics.map(({ key, p, adjusted, verdict }) => ({ key, p, adjusted, verdict }))).toEqual([
      { key: 'score.x', p: expect.closeTo(0.002833, 6), adjusted: expect.closeTo(0.005665, 5), verdict: 'better' },
      { key: 'score.y', p: expect.closeTo(1, 9), adjusted: expect.closeTo(1, 9), verdict: 'cannot-tell' },
    ])
  })

  test('can lose a verdict to their number', () => {
    // p 0.0028 alone; with twenty such metrics 0.057.
    const many = (records: readonly ItemRecord[]): Metrics =>
      Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [`score${index}`, summarize(records).score as NonNullable<Metrics['score']>]),
      )
    const { metrics } = compareRecords(run(FIRST), run(SECOND), many)
    expect(metrics).toHaveLength(20)
    for (const { p, adjusted, verdict } of metrics) {
      expect(p).toBeLessThan(0.05)
      expect(adjusted).toBeCloseTo(20 * 0.002833, 4)
      expect(verdict).toBe('cannot-tell')
    }
  })

  test('of which one is first test it by itself', () => {
    const three = (records: readonly ItemRecord[]): Metrics => {
      const score = summarize(records).score as NonNullable<Metrics['score']>
      return { one: score, first: score, two: score }
    }
    const compared = compareRecords(run(FIRST), run(SECOND), three, { first: 'first', change: () => 1 })
    expect(compared.first).toBe('first')
    // 0.002833 alone; two others.
    expect(compared.metrics.map(({ key, adjusted, level }) => [key, adjusted, level])).toEqual([
      ['one', expect.closeTo(0.005665, 5), 0.025],
      ['first', expect.closeTo(0.002833, 6), 0.05],
      ['two', expect.closeTo(0.005665, 5), 0.025],
    ])
    // What can be told, and the items it takes, are at the level that each is tested at.
    const [one, first] = compared.metrics as unknown as [MetricComparison, MetricComparison]
    expect(one.detectable).toBeGreaterThan(first.detectable as number)
    expect(one.needed?.items).toBeGreaterThan(first.needed?.items as number)
  })

  test('of a family pay for no other, and those beside it for all', () => {
    const keys = ['one', 'first', 'two', 'more']
    const four = (records: readonly ItemRecord[]) => Object.fromEntries(keys.map((key) => [key, summarize(records).score])) as Metrics
    const { metrics } = compareRecords(run(FIRST), run(SECOND), four, { first: 'first', family: (key) => key !== 'more' })
    expect(metrics.map(({ key, adjusted, level }) => [key, adjusted, level])).toEqual([
      ['one', expect.closeTo(2 * 0.002833, 5), 0.025],
      ['first', expect.closeTo(0.002833, 6), 0.05],
      ['two', expect.closeTo(2 * 0.002833, 5), 0.025],
      ['more', expect.closeTo(3 * 0.002833, 5), 0.05 / 3],
    ])
  })

  test('have no first one where it is not tested; the only one is tested by itself', () => {
    expect(compareRecords(run(FIRST), run(SECOND), summarize, { first: 'other' }).first).toBeUndefined()
    expect(compareRecords(run(FIRST), run(SECOND), summarize, { ...overall, first: 'score' }).first).toBe('score')
    const { metrics } = compareRecords(run(FIRST), run(SECOND), summarize, { first: 'other' })
    expect(metrics.map(({ level }) => level)).toEqual([0.025, 0.025])
  })

  test('of which one run has none are left out', () => {
    const some = (records: readonly ItemRecord[]): Metrics => {
      const metrics = summarize(records)
      return records.some(({ tags }) => tags.extra === 'yes') ? { ...metrics, extra: { value: 1, n: 1, ci95: null } } : metrics
    }
    const { metrics } = compareRecords(run(FIRST, { tags: { extra: 'yes' } }), run(SECOND), some)
    expect(metrics.map(({ key }) => key)).toEqual(['score', 'score.one'])
  })

  test('are worse for a rise where lower is better', () => {
    const [metric] = compareRecords(run(FIRST), run(SECOND), saying({ better: 'lower' }), overall).metrics
    expect(metric?.verdict).toBe('worse')
  })
})

describe('items', () => {
  test('that one run lacks, or has no score for, are no part of the comparison', () => {
    const a = [...run(FIRST), record('only a', 5), record('unscored', 3)]
    const b = [...run(SECOND), record('only b', -5), record('unscored', 0, { status: 'unscored', scores: {} })]
    const { metrics, paired, onlyA, onlyB } = compareRecords(a, b, summarize, overall)
    expect([paired, onlyA, onlyB]).toEqual([10, 2, 1])
    expect(metrics[0]?.p).toBeCloseTo(0.002833, 6)
  })

  test('none of which is shared give no metric to tell', () => {
    const { metrics, paired, fullMarks } = compareRecords([record('x', 1)], [record('y', 1)], summarize, overall)
    expect(paired).toBe(0)
    expect(metrics.filter(({ verdict }) => verdict !== 'cannot-tell')).toEqual([])
    expect(fullMarks).toEqual({ onlyA: 0, onlyB: 0, both: 0, neither: 0 })
  })

  test('with full marks in one run only are counted and named', () => {
    const a = run([1, 1, 0, 0, 0, 0, 0, 0, 0, 0.5])
    const b = run([1, 0, 1, 1, 1, 1, 1, 1, 1, 0.7])
    const { fullMarks, lost, gained } = compareRecords(a, b, summarize, overall)
    expect(fullMarks).toEqual({ onlyA: 1, onlyB: 7, both: 1, neither: 1 })
    expect(lost).toEqual(['1'])
    expect(gained).toEqual(['2', '3', '4', '5', '6', '7', '8'])
  })
})

describe('contributions', () => {
  // Totals of tasks x (2 items) and y (3): x loses 1 in all, y 0.6, z gains 0.2.
  const before = [
    record('x1', 1, { task: 'x' }),
    record('x2', 1, { task: 'x' }),
    record('y1', 0.9, { task: 'y' }),
    record('y2', 0.9, { task: 'y' }),
    record('y3', 0.9, { task: 'y' }),
    record('z1', 0.5, { task: 'z' }),
    record('w1', 0.5, { task: 'w' }),
  ]
  const lost: Record<string, number> = { x1: 1, y1: 0.3, y2: 0.3, z1: -0.2 }
  const after = before.map((entry) => record(entry.item, (entry.scores.total as number) - (lost[entry.item] ?? 0), { task: entry.task }))

  test('are the parts of a mean’s change by task, largest first', () => {
    expect(contributions(before, after, summarize, 'score')).toEqual([
      { task: 'x', change: expect.closeTo(-1 / 7, 12) },
      { task: 'y', change: expect.closeTo(-0.6 / 7, 12) },
      { task: 'z', change: expect.closeTo(0.2 / 7, 12) },
    ])
  })

  test('look at the items that both runs have scored, as the change does', () => {
    const more = [
      ...before,
      record('x3', 0, { task: 'x' }),
      record('v1', 0, { task: 'v' }),
      record('y4', 0, { task: 'y', status: 'error', scores: {} }),
    ]
    const others = [...after, record('y4', 1, { task: 'y' }), record('u1', 1, { task: 'u' })]
    expect(contributions(more, others, summarize, 'score')).toEqual(contributions(before, after, summarize, 'score'))
  })

  test('are none where nothing changed', () => expect(contributions(before, before, summarize, 'score')).toEqual([]))
})
