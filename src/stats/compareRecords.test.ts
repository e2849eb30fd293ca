import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import type { Metrics } from '../format/scoresDocument.ts'
import { compareRecords, contributions } from './compareRecords.ts'
import { combineTrials } from './summary/combineTrials.ts'

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

const overall = { tested: (key: string) => key === 'score' }
const compareScore = (a: readonly ItemRecord[], b: readonly ItemRecord[]) => {
  const [only, ...others] = compareRecords(a, b, summarize, overall).metrics
  expect(others).toEqual([])
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
    expect([df, n, verdict, needed]).toEqual([expect.closeTo(9, 9), 10, 'better', null])
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
    const { p, df, n } = compareScore(tripled(FIRST), tripled(SECOND))
    expect(p).toBeCloseTo(0.002833, 6)
    expect([df, n]).toEqual([expect.closeTo(9, 9), 30])
  })

  test('with trials has the error of the items', () => {
    const thrice = (hours: readonly number[]) => [0, 1, 2].flatMap((trial) => run(hours, { trial }))
    const { p, n } = compareScore(thrice(FIRST), run(SECOND))
    expect(p).toBeCloseTo(0.002833, 6)
    expect(n).toBe(10)
  })

  test('that is not told says how many items it would take', () => {
    // Differences -1, 0, 1, 2: mean 1/2, variance 5/3, of four 5/12. Student’s quantile of 3 degrees of freedom 3.182446.
    const { verdict, p, needed } = compareScore(run([1, 0, 0, 0]), run([0, 0, 1, 2]))
    expect(verdict).toBe('cannot-tell')
    // t = 0.7746: by its closed form for 3 degrees of freedom, p = 0.495.
    expect(p).toBeCloseTo(0.495, 3)
    expect(needed?.items).toBe(Math.ceil((4 * (3.182446 + 1.281552) ** 2 * (5 / 12)) / 0.25))
  })

  test('of 0 needs no number of items', () => {
    expect(compareScore(run([0, 1, 0.5]), run([1, 0, 0.5]))).toMatchObject({ change: 0, p: 1, verdict: 'cannot-tell', needed: null })
  })

  test('between a run and itself is none', () => {
    const same = compareScore(run(FIRST), run(FIRST))
    expect(same).toMatchObject({ change: 0, ci95: null, p: 1, verdict: 'cannot-tell', needed: null })
  })

  // No interval: what does not vary tells nothing about the next sample's size of change. But heads n times is n times 1/2, and
  // either side. 7 of 0.1 and 7 of 0.7 differ by rounding.
  test.each([
    [0, 1, 100, 'better'],
    [0.1, 0.7, 7, 'better'],
    [0.4, 0.3, 10, 'worse'],
    [0.3, 0.4, 5, 'cannot-tell'],
  ] as const)('from %d to %d of each of %i items is judged by its sign: %s', (from, to, n, verdict) => {
    const both = [from, to].map((total) => run(Array.from({ length: n }, () => total))) as [ItemRecord[], ItemRecord[]]
    expect(compareScore(...both)).toMatchObject({ ci95: null, p: 2 ** (1 - n), verdict })
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

  test('of which one run has none are left out', () => {
    const some = (records: readonly ItemRecord[]): Metrics => {
      const metrics = summarize(records)
      return records.some(({ tags }) => tags.extra === 'yes') ? { ...metrics, extra: { value: 1, n: 1, ci95: null } } : metrics
    }
    const { metrics } = compareRecords(run(FIRST, { tags: { extra: 'yes' } }), run(SECOND), some)
    expect(metrics.map(({ key }) => key)).toEqual(['score', 'score.one'])
  })

  test('are worse for a rise where lower is better', () => {
    const [metric] = compareRecords(run(FIRST), run(SECOND), summarize, { ...overall, lowerIsBetter: (key) => key === 'score' }).metrics
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
    const { metrics, paired, totals, fullMarks } = compareRecords([record('x', 1)], [record('y', 1)], summarize, overall)
    expect(paired).toBe(0)
    expect(metrics.filter(({ verdict }) => verdict !== 'cannot-tell')).toEqual([])
    expect(totals).toEqual({ change: 0, permutationP: 1, bootstrap: null })
    expect(fullMarks).toEqual({ onlyA: 0, onlyB: 0, both: 0, neither: 0, p: 1 })
  })

  test('with full marks in one run only are counted, named and tested', () => {
    // Fagerland, Lydersen and Laake (2013): 1 and 7 give p 0.0703.
    const a = run([1, 1, 0, 0, 0, 0, 0, 0, 0, 0.5])
    const b = run([1, 0, 1, 1, 1, 1, 1, 1, 1, 0.7])
    const { fullMarks, lost, gained } = compareRecords(a, b, summarize, overall)
    expect(fullMarks).toEqual({ onlyA: 1, onlyB: 7, both: 1, neither: 1, p: expect.closeTo(0.0703, 4) })
    expect(lost).toEqual(['1'])
    expect(gained).toEqual(['2', '3', '4', '5', '6', '7', '8'])
  })

  test('have a mean change, with clusters exchanged as one', () => {
    // Three clusters that change by 1, 2 and 3 in all: 2 of the 8 ways to exchange them are as far from 0.
    const groups = [
      ['x', 0.5],
      ['x', 0.5],
      ['y', 2],
      ['z', 1],
      ['z', 2],
    ] as const
    const a = groups.map(([seed], index) => record(`${index}`, 0, { clusters: { seed } }))
    const b = groups.map(([seed, total], index) => record(`${index}`, total, { clusters: { seed } }))
    const { totals } = compareRecords(a, b, summarize, overall)
    expect(totals).toMatchObject({ change: expect.closeTo(6 / 5, 12), permutationP: 2 / 8 })
    expect(totals.bootstrap).not.toBeNull()
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

  test('are none where nothing changed', () => {
    expect(contributions(before, before, summarize, 'score')).toEqual([])
  })
})
