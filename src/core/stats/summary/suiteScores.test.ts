import { describe, expect, test } from 'vitest'
import type { ItemRecord, ItemState } from '../../format/records.ts'
import { metric, withoutNaN } from './metric.ts'
import { suiteScores } from './suiteScores.ts'

const record = (item: string, trial: number, status: ItemState): ItemRecord => ({
  suite: 'demo',
  item,
  task: 'T',
  trial,
  status,
  tags: {},
  scores: status === 'passed' ? { total: 1 } : {},
})

const one = (...states: ItemState[]) => states.map((state, index) => record(`item-${index}`, 0, state))

describe('the scores of a suite', () => {
  test('count items by state, with the share passed of those scored and the share unscored of all', () => {
    const records = one('passed', 'passed', 'passed', 'failed', 'unscored', 'unscored', 'error', 'skipped', 'skipped', 'skipped')
    expect(suiteScores(records, {})).toMatchObject({
      items: 10,
      passed: 3,
      failed: 1,
      unscored: 2,
      error: 1,
      skipped: 3,
      metrics: { pass_rate: { value: 0.75, n: 4 }, unscored_rate: { value: 0.2, n: 10 } },
    })
  })

  test('count an item once, whatever its trials', () => {
    const records = [record('a', 0, 'passed'), record('a', 1, 'passed'), record('a', 2, 'failed'), record('b', 0, 'failed')]
    expect(suiteScores(records, {})).toMatchObject({ items: 2, passed: 1, failed: 1, metrics: { pass_rate: { n: 2 } } })
  })

  test('have the share of each item’s trials that passed, so that their number does not matter', () => {
    const passRate = (...records: ItemRecord[]) => suiteScores(records, {}).metrics.pass_rate
    // 2 of 3 and 0 of 1; an even split is a half, and not the worse of both.
    expect(passRate(record('a', 0, 'passed'), record('a', 1, 'passed'), record('a', 2, 'failed'), record('b', 0, 'failed'))).toMatchObject({
      value: expect.closeTo(1 / 3, 12),
      n: 2,
    })
    expect(passRate(record('a', 0, 'passed'), record('a', 1, 'failed'))).toMatchObject({ value: 0.5, n: 1 })
    const twice = (states: readonly ItemState[]) =>
      states.flatMap((state, index) => [0, 1].map((trial) => record(`item-${index}`, trial, state)))
    const states: readonly ItemState[] = ['passed', 'failed', 'failed', 'passed', 'failed']
    const single = passRate(...one(...states))
    expect(passRate(...twice(states))).toMatchObject({
      value: single?.value,
      n: 5,
      ci95: single?.ci95?.map((end) => expect.closeTo(end, 12)),
    })
  })

  test('leave trials without a score out of the share', () => {
    const records = [record('a', 0, 'unscored'), record('a', 1, 'passed'), record('a', 2, 'error'), record('b', 0, 'unscored')]
    expect(suiteScores(records, {}).metrics.pass_rate).toMatchObject({ value: 1, n: 1 })
  })

  test('leave out what has no data, never 0 or NaN', () => {
    expect(suiteScores(one('error', 'unscored'), { own: metric(Number.NaN, { n: 0 }) }).metrics).toMatchObject({
      unscored_rate: { value: 0.5, n: 2 },
    })
    expect(suiteScores([], {}).metrics).toEqual({})
  })

  test("have the suite's own metrics, in full", () =>
    expect(suiteScores(one('passed'), { own: metric(1 / 3, { n: 1 }) }).metrics.own).toEqual({ value: 1 / 3, n: 1, ci95: null }))
})

test('metrics without a finite value are left out', () => {
  const metrics = { a: metric(0, { n: 1 }), b: metric(Number.NaN, { n: 0 }), c: metric(Number.POSITIVE_INFINITY, { n: 1 }) }
  expect(Object.keys(withoutNaN(metrics))).toEqual(['a'])
})

describe('the share of items with an answer that was cut off', () => {
  const cutRate = (...records: ItemRecord[]) => suiteScores(records, {}).metrics.cut_rate
  const cut = (item: string, trial: number, status: ItemState = 'failed'): ItemRecord => ({ ...record(item, trial, status), cut: 2 })

  test('counts items, not answers, and none that were skipped', () =>
    expect(cutRate(cut('a', 0), record('b', 0, 'passed'), record('c', 0, 'skipped'))).toMatchObject({ value: 0.5, n: 2 }))

  test('counts items that have no score for it', () =>
    expect(cutRate(cut('a', 0, 'unscored'), record('b', 0, 'passed'))).toMatchObject({ value: 0.5, n: 2 }))

  test('counts an item once, if any of its trials was cut', () => {
    expect(cutRate(record('a', 0, 'passed'), cut('a', 1), record('a', 2, 'passed'), record('b', 0, 'passed'))).toMatchObject({
      value: 0.5,
      n: 2,
    })
    expect(cutRate(cut('a', 0), record('a', 1, 'passed'), record('b', 0, 'passed'))).toMatchObject({ value: 0.5, n: 2 })
  })

  test('is 0 where none was, and absent where nothing ran', () => {
    expect(cutRate(record('a', 0, 'passed'))).toMatchObject({ value: 0, n: 1 })
    expect(cutRate(record('a', 0, 'skipped'))).toBeUndefined()
  })
})
