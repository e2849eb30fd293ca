import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../core/format/records.ts'
import { meanTotals } from '../core/stats/summary/summaryInput.ts'
import { type DoubtRules, doubtMetrics } from './doubtMetrics.ts'
import { summaryRules } from './suiteRules.ts'

const rules: DoubtRules = {
  summarize: summaryRules('s', meanTotals).summarize,
  questions: { of: () => [], relabel: (judged) => judged },
}
const record = (item: string, total: number, doubtful?: 'yes' | 'no', change: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 's',
  item,
  task: 't',
  trial: 0,
  status: total === 1 ? 'passed' : 'failed',
  tags: doubtful ? { doubtful } : {},
  scores: { total },
  ...change,
})
const valuesOf = (metrics: object) => Object.fromEntries(Object.entries(metrics).map(([key, { value, n }]) => [key, [value, n]]))
const labelled = (judged: ItemRecord, people: ItemRecord) => ({ record: judged, people, extremes: [judged, judged] as const })

const records = [record('a', 1, 'no'), record('b', 1, 'yes'), record('c', 0, 'yes'), record('d', 0, 'no'), record('e', 1, 'no')]

test('the figures are over the items that are not doubtful, beside the share that is', () => {
  const { metrics, counts } = doubtMetrics(rules, records, [])
  expect(valuesOf(metrics)).toEqual({ doubt_rate: [0.4, 5], 'sure.score': [2 / 3, 3], 'sure.pass_rate': [2 / 3, 3] })
  expect(counts).toEqual({ judged: 5, doubtful: 2, labelled: 0 })
  expect(metrics.doubt_rate?.ci95).not.toBeNull()
  expect(metrics['sure.score']?.ci95).not.toBeNull()
})

test('people decide the doubtful ones once they have labelled all of them', () => {
  const [, b, c] = records as [ItemRecord, ItemRecord, ItemRecord]
  const said = [labelled(b, record('b', 0, 'yes')), labelled(c, record('c', 0, 'yes'))]
  expect(valuesOf(doubtMetrics(rules, records, said).metrics)).toMatchObject({
    'with_people.score': [0.4, 5],
    'with_people.pass_rate': [0.4, 5],
  })
  const some = doubtMetrics(rules, records, said.slice(1))
  expect(some.counts?.labelled).toBe(1)
  expect(Object.keys(some.metrics)).not.toContain('with_people.score')
})

test('labels of items that are not doubtful change nothing', () => {
  const [a, b, c] = records as [ItemRecord, ItemRecord, ItemRecord]
  const said = [labelled(a, record('a', 0, 'no')), labelled(b, b), labelled(c, c)]
  expect(doubtMetrics(rules, records, said).metrics['with_people.score']?.value).toBe(0.6)
})

test('without labels that change a score of the suite there is no figure with people, doubtful verdicts or not', () => {
  for (const some of [records, records.slice(0, 1)]) {
    const { metrics, counts } = doubtMetrics({ ...rules, questions: { of: () => [] } }, some, [])
    expect(Object.keys(metrics).filter((key) => key.startsWith('with_people.'))).toEqual([])
    expect(counts).not.toHaveProperty('labelled')
  }
})

describe('items that no judge decides', () => {
  test('count as sure, and have no part in the share', () => {
    const { metrics } = doubtMetrics(rules, [...records, record('f', 1)], [])
    expect(valuesOf(metrics)).toMatchObject({ doubt_rate: [0.4, 5], 'sure.score': [0.75, 4] })
  })

  test('have no other figure beside that of their own task', () => {
    const others = [record('f', 1, undefined, { task: 'u' }), record('g', 0, undefined, { task: 'v' })]
    const keys = Object.keys(doubtMetrics(rules, [...records, ...others], []).metrics)
    expect(keys).toContain('sure.score.t')
    expect(keys).not.toContain('sure.score.u')
  })

  test('alone have no figure of doubt at all', () =>
    expect(doubtMetrics(rules, [record('f', 1)], [])).toEqual({ metrics: {}, counts: undefined }))
})

test('where every verdict is doubtful there is a share and no sure figure', () => {
  const { metrics } = doubtMetrics(rules, [record('a', 1, 'yes'), record('b', 0, 'yes')], [])
  expect(valuesOf(metrics)).toEqual({ doubt_rate: [1, 2] })
})

test('of several trials the share is the mean over the items', () => {
  const trials = [
    record('a', 1, 'yes'),
    record('a', 1, 'no', { trial: 1 }),
    record('b', 1, 'no'),
    record('b', 1, 'no', { trial: 1 }),
    record('c', 1, 'no'),
    // Without a score there is no verdict to leave to anybody.
    record('c', 0, undefined, { trial: 1, status: 'unscored', scores: {} }),
  ]
  const { metrics, counts } = doubtMetrics(rules, trials, [])
  expect(metrics.doubt_rate).toMatchObject({ value: 1 / 6, n: 3 })
  expect(counts).toEqual({ judged: 5, doubtful: 1, labelled: 0 })
})

test('a summary that takes items for granted is not asked about none', () => {
  const strict: DoubtRules = {
    ...rules,
    summarize: ([first]) => ({ first: { value: (first as ItemRecord).scores.total as number, n: 1, ci95: null } }),
  }
  expect(Object.keys(doubtMetrics(strict, [record('a', 1, 'yes')], []).metrics)).toEqual(['doubt_rate'])
})
