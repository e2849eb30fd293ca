import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import type { Metrics } from '../format/scoresDocument.ts'
import { withIntervals } from './intervals.ts'

function record(item: string, total: number, more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status: 'failed', tags: {}, scores: { total }, ...more }
}

const isScored = ({ status }: ItemRecord) => status === 'passed' || status === 'failed'

function mean(records: readonly ItemRecord[]): Metrics {
  const totals = records.filter(isScored).map(({ scores }) => scores.total as number)
  return { score: { value: totals.reduce((sum, total) => sum + total, 0) / totals.length, n: totals.length, ci95: null } }
}

const intervalOf = (records: readonly ItemRecord[]) => withIntervals(records, mean).score?.ci95
// Student's sleep data (1908), differences of the two drugs; R: 0.7001142 to 2.4598858.
const SLEEP = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]
const sleepers = SLEEP.map((hours, index) => record(`${index}`, hours))
const published = [expect.closeTo(0.7001142, 6), expect.closeTo(2.4598858, 6)]

describe('the interval of a mean', () => {
  test('over items is Student’s', () => {
    expect(intervalOf(sleepers)).toEqual(published)
  })

  test('over clusters of equal items is that of as many items as clusters', () => {
    const copies = sleepers.flatMap(({ item, scores }) =>
      ['a', 'b', 'c'].map((copy) => record(`${item}${copy}`, scores.total as number, { clusters: { seed: item } })),
    )
    expect(intervalOf(copies)).toEqual(published)
  })

  test('over items of several trials is that of the items', () => {
    const trials = sleepers.flatMap((entry) => [0, 1, 2].map((trial) => ({ ...entry, trial })))
    expect(intervalOf(trials)).toEqual(published)
  })

  test('does not count items without a score', () => {
    const others = (['skipped', 'error', 'unscored'] as const).map((status) => record(status, 0, { status, scores: {} }))
    expect(intervalOf([...sleepers, ...others])).toEqual(published)
  })

  test('of a thousand items, whose clusters are pooled, is the usual one to within a tenth', () => {
    const records = Array.from({ length: 1000 }, (_, index) => record(`${index}`, ((index * 617) % 1000) / 999))
    const [low, high] = intervalOf(records) as [number, number]
    // Of 0, 1/999 … 1: variance 1000 × 1001 / 12 / 999².
    const usual = 1.96 * Math.sqrt((1000 * 1001) / 12 / 999 ** 2 / 1000)
    expect((low + high) / 2).toBeCloseTo(0.5, 9)
    expect((high - low) / 2 / usual).toBeGreaterThan(0.9)
    expect((high - low) / 2 / usual).toBeLessThan(1.1)
  })
})

describe('an interval', () => {
  // Two items of 0 and 1: a mean of 1/2 with a standard error of 1/2 and Student's 12.7 for one degree of freedom, 6.35 either way.
  const two = [0, 1].map((score) => record(`${score}`, score))

  test('does not go beyond what the metric can be', () => {
    expect(withIntervals(two, mean, () => [0, 1]).score?.ci95).toEqual([0, 1])
    expect(withIntervals(two, mean, () => [-1, Number.POSITIVE_INFINITY]).score?.ci95).toEqual([-1, expect.closeTo(6.853, 3)])
  })

  test('goes where it goes where that is not known', () => {
    expect(withIntervals(two, mean).score?.ci95).toEqual([expect.closeTo(-5.853, 3), expect.closeTo(6.853, 3)])
  })
})

describe('a metric keeps what it had', () => {
  test('of an interval of its own', () => {
    const own = (records: readonly ItemRecord[]): Metrics => ({ ...mean(records), rate: { value: 0.5, n: 10, ci95: [0.2, 0.8] } })
    const metrics = withIntervals(sleepers, own)
    expect(metrics.rate).toEqual({ value: 0.5, n: 10, ci95: [0.2, 0.8] })
    expect(metrics.score?.ci95).toEqual(published)
  })

  test('of value and number of items', () => {
    expect(withIntervals(sleepers, mean).score).toMatchObject({ value: expect.closeTo(1.58, 12), n: 10 })
  })
})

describe('there is no interval', () => {
  test('of one item', () => {
    expect(intervalOf([record('only', 0.5)])).toBeNull()
  })

  test('of items that do not vary', () => {
    expect(intervalOf([1, 2, 3].map((index) => record(`${index}`, 0.7)))).toBeNull()
  })

  test('of items in one cluster', () => {
    expect(intervalOf([0, 1].map((score) => record(`${score}`, score, { clusters: { seed: 'x' } })))).toBeNull()
  })

  test('of no items', () => {
    expect(withIntervals([], () => ({}))).toEqual({})
  })
})
