import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../format/records.ts'
import { metric } from './metric.ts'
import { meanTotals, runSummary } from './summaryInput.ts'

const record = (item: string, fields: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 'demo',
  item,
  task: 'T',
  trial: 0,
  status: 'passed',
  tags: {},
  scores: {},
  ...fields,
})

const RECORDS = [
  record('a', { tags: { kind: 'x', marks: ['1', '2'] }, scores: { total: 1, format: 1 } }),
  record('b', { tags: { kind: 'y', marks: ['2'] }, scores: { total: 0.5, format: 0 } }),
  record('b', { trial: 1, status: 'failed', tags: { kind: 'y', marks: ['2'] }, scores: { total: 0, format: 0 } }),
  record('c', { status: 'error', tags: { kind: 'x', marks: [] } }),
]

describe('a benchmark without a summary', () => {
  test('has the mean total of its scored items, an item counted once', () => {
    // a: 1; b: (0.5 + 0) / 2; c has no score.
    expect(runSummary('demo', RECORDS, meanTotals)).toMatchObject({ score: { value: 0.625, n: 2, ci95: null } })
  })

  test('has no figure where nothing was scored', () =>
    expect(runSummary('demo', [record('c', { status: 'error' })], meanTotals).score).toMatchObject({ value: Number.NaN, n: 0 }))
})

describe('a summary', () => {
  test('gets the scored items, and every record', () => {
    runSummary('demo', RECORDS, ({ items, records }) => {
      expect(items.map(({ item, scores }) => [item, scores.total])).toEqual([
        ['a', 1],
        ['b', 0.25],
      ])
      expect(records).toBe(RECORDS)
      return {}
    })
  })

  test('picks items by their tags, all of which must hold', () => {
    runSummary('demo', RECORDS, ({ items }) => {
      const pick = (tags: Record<string, string>) => items.where(tags).map(({ item }) => item)
      expect(pick({})).toEqual(['a', 'b'])
      expect(pick({ kind: 'x' })).toEqual(['a'])
      expect(pick({ marks: '2' })).toEqual(['a', 'b'])
      expect(pick({ marks: '2', kind: 'y' })).toEqual(['b'])
      expect(pick({ marks: '1', kind: 'y' })).toEqual([])
      expect(pick({ nothing: 'x' })).toEqual([])
      expect(
        items
          .where({ marks: '2' })
          .where({ kind: 'x' })
          .map(({ item }) => item),
      ).toEqual(['a'])
      return {}
    })
  })

  test('takes means of any score, over the items that have it', () => {
    const figures = runSummary('demo', RECORDS, ({ items, mean }) => ({
      total: mean(items),
      format: mean(items, 'format'),
      none: mean(items, 'nothing'),
      x: mean(items.where({ kind: 'x' })),
    }))
    expect(figures).toMatchObject({
      total: { value: 0.625, n: 2, ci95: null },
      format: { value: 0.5, n: 2, ci95: null },
      none: { value: Number.NaN, n: 0, ci95: null },
      x: { value: 1, n: 1, ci95: null },
    })
  })

  test('may give plain numbers, which count as figures over all scored items', () =>
    expect(runSummary('demo', RECORDS, () => ({ share: 0.5 }))).toEqual({ share: { value: 0.5, n: 2, ci95: null } }))

  test('may say of a figure what it is, over how many it is, and no more than that', () => {
    const wrong = metric(0.25, { label: 'wrong answers', range: [0, 1], better: 'lower' })
    expect(runSummary('demo', RECORDS, () => ({ wrong, half: metric(0.5, { n: 1 }) }))).toEqual({
      wrong: { value: 0.25, n: 2, ci95: null, label: 'wrong answers', range: [0, 1], better: 'lower' },
      half: { value: 0.5, n: 1, ci95: null },
    })
  })

  test.each([
    'pass_rate',
    'unscored_rate',
    'cut_rate',
    'judge.kappa',
    'corrected.score',
    'pass@1',
    'pass^3',
    'doubt_rate',
    'sure.score',
    'with_people.score',
    'user.keeps',
  ])('may not call a figure %s, as every suite has one', (key) => {
    expect(() => runSummary('zz', RECORDS, () => ({ [key]: 1 }))).toThrow(
      `Failed to sum up zz: ${key} is a figure of every suite. Name yours otherwise.`,
    )
  })

  test.each(['constructor', 'toString', '__proto__'])('may not call one %s, as every object has one', (key) => {
    const summary = () => Object.defineProperty({}, key, { value: 1, enumerable: true }) as Record<string, number>
    expect(() => runSummary('zz', RECORDS, summary)).toThrow(`JavaScript uses the name ${key} itself. Name yours otherwise.`)
  })

  test.each(['passed', 'judge', 'pass@', 'corrected', 'user.other', 'score.pass_rate'])('may call one %s', (key) => {
    expect(Object.keys(runSummary('zz', RECORDS, () => ({ [key]: 1 })))).toEqual([key])
  })
})
