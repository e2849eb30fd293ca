import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import { withFloors } from './intervals.ts'
import type { Figures } from './summary/metric.ts'
import { meanTotals, runSummary } from './summary/summaryInput.ts'

const record = (item: string, total: number, floor?: number, status: ItemRecord['status'] = 'failed'): ItemRecord => ({
  suite: 'quiz',
  item,
  task: 'quiz',
  trial: 0,
  status,
  tags: {},
  scores: { total },
  ...(floor !== undefined && { floor: { total: floor } }),
})
const summarize = (records: readonly ItemRecord[]): Figures => runSummary('quiz', records, meanTotals)
const floorOf = (records: readonly ItemRecord[], own = summarize) => withFloors(own(records), records, own).score

describe('the floor of a metric', () => {
  test('is what the same summary makes of the floors of the scored items', () => {
    const records = [record('a', 1, 0.25), record('b', 0.5, 0.5), record('c', 0, 0.9, 'unscored')]
    expect(floorOf(records)).toMatchObject({ value: 0.75, n: 2, ci95: null, floor: 0.375 })
  })

  test('is left out where it is 0, and where less is better', () => {
    expect(floorOf([record('a', 1, 0)])).not.toHaveProperty('floor')
    const lower = (records: readonly ItemRecord[]): Figures => ({
      score: { ...summarize(records).score, better: 'lower' } as Figures[string],
    })
    expect(floorOf([record('a', 1, 0.5)], lower)).not.toHaveProperty('floor')
  })

  test('is not known where one item does not tell its own', () =>
    expect(floorOf([record('a', 1, 0.5), record('b', 1)])).not.toHaveProperty('floor'))

  test('is none where a figure is counted from tags', () => {
    const records = [record('a', 1, 0.5), record('b', 1, 0.5)]
    const counts = (some: readonly ItemRecord[]): Figures => ({
      ...summarize(some),
      half: { value: some.length / 4, n: some.length, ci95: null },
    })
    const metrics = withFloors(counts(records), records, counts)
    expect(metrics.half).toEqual({ value: 0.5, n: 2, ci95: null })
    expect(metrics.score?.floor).toBe(0.5)
  })

  test('is known of a summary that takes scores for granted too', () => {
    const first = (records: readonly ItemRecord[]): Figures => {
      const { total } = records[0]?.scores ?? {}
      if (total === undefined) throw new TypeError('no total')
      return { first: { value: total, n: 1, ci95: null } }
    }
    const records = [record('a', 1, 0.5)]
    expect(withFloors(first(records), records, first).first?.floor).toBe(0.5)
  })

  test('of its own stays', () => {
    const records = [record('a', 1, 0.5)]
    const known = { score: { value: 1, n: 1, ci95: null, floor: 0.7 } }
    expect(withFloors(known, records, summarize).score?.floor).toBe(0.7)
  })
})
