import { expect, test } from 'vitest'
import type { ItemRecord } from '../../core/format/records.ts'
import { separationOf } from './separation.ts'

const run = (totals: Readonly<Record<string, number | undefined>>): ItemRecord[] =>
  Object.entries(totals).map(([item, total]) => ({
    suite: 'own',
    item,
    task: 'task',
    trial: 0,
    status: total === undefined ? 'error' : total >= 1 ? 'passed' : 'failed',
    tags: {},
    scores: total === undefined ? {} : { total },
  }))

test('first what parts good from bad, last what says the opposite; nothing that all do alike', () => {
  const { shared, alike, items } = separationOf([
    run({ same: 1, wide: 1, narrow: 1, odd: 0, more: 1 }),
    run({ same: 1, wide: 1, narrow: 1, odd: 0, more: 1 }),
    run({ same: 1, wide: 0, narrow: 0.8, odd: 1, more: 0 }),
  ])
  expect([shared, alike]).toEqual([5, 1])
  expect(items.map(({ item }) => item)).toEqual(['more', 'wide', 'narrow', 'odd'])
  expect(items.map(({ discrimination }) => Math.round(discrimination ?? 0))).toEqual([1, 1, 1, -1])
  expect(items.map(({ spread }) => Number(spread.toFixed(9)))).toEqual([1, 1, 0.2, 1])
  expect(items[2]?.scores).toEqual([1, 1, 0.8])
})

test('of two runs, where they differ, most first', () => {
  const { items } = separationOf([run({ a: 0.5, b: 1, c: 0 }), run({ a: 1, b: 1, c: 1 })])
  expect(items.map(({ item, discrimination }) => [item, discrimination])).toEqual([
    ['c', null],
    ['a', null],
  ])
})

test('looks only at what all have scored', () => {
  const { scored, shared, items } = separationOf([run({ a: 0, b: 0, c: 0 }), run({ a: 1, b: undefined }), run({ a: 1, b: 1, c: 1 })])
  expect([scored, shared, items.map(({ item }) => item)]).toEqual([[3, 1, 3], 1, ['a']])
  expect(separationOf([])).toEqual({ scored: [], shared: 0, alike: 0, items: [] })
  expect(separationOf([run({ a: 0 })]).items).toEqual([])
})

test('takes the mean of trials', () => {
  const trials = run({ a: 1 }).concat(run({ a: 0 }).map((record) => ({ ...record, trial: 1 })))
  expect(separationOf([trials, run({ a: 0 })]).items[0]?.scores).toEqual([0.5, 0])
})
