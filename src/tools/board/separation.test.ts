import { expect, test } from 'vitest'
import type { ItemRecord } from '../../core/format/records.ts'
import { discriminationInterval, separationOf } from './separation.ts'

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
  const [good, bad] = [run({ same: 1, wide: 1, narrow: 1, odd: 0, more: 1 }), run({ same: 1, wide: 0, narrow: 0.8, odd: 1, more: 0 })]
  const { shared, alike, items } = separationOf([good, good, good, good, bad, bad])
  expect([shared, alike]).toEqual([5, 1])
  expect(items.map(({ item }) => item)).toEqual(['more', 'wide', 'narrow', 'odd'])
  expect(items.map(({ discrimination }) => Math.round(discrimination ?? 0))).toEqual([1, 1, 1, -1])
  expect(items.map(({ spread }) => Number(spread.toFixed(9)))).toEqual([1, 1, 0.2, 1])
  expect(items[2]?.scores).toEqual([1, 1, 1, 1, 0.8, 0.8])
  expect(items.map(({ ci95 }) => ci95?.map(Math.sign))).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
    [-1, -1],
  ])
})

test('of five runs nothing is said of the items, and they stand by their spread', () => {
  const runs = [0, 0, 1, 1, 1].map((wide) => run({ wide, narrow: wide / 2, odd: 1 - wide }))
  const { items } = separationOf(runs)
  expect(items.map(({ item, discrimination, ci95 }) => [item, discrimination, ci95])).toEqual([
    ['odd', null, null],
    ['wide', null, null],
    ['narrow', null, null],
  ])
})

// Fisher's table: r = 0.5 of 12 pairs has z = 0.5493 ± 1.96 / 3.
test.each([
  [0.5, 12, -0.104, 0.834],
  [0.8, 28, 0.608, 0.903],
  [-1, 6, -0.999, -0.906],
])('the interval of %d over %i models', (r, models, low, high) => {
  const [from, to] = discriminationInterval(r, models)
  expect([from, to]).toEqual([expect.closeTo(low, 2), expect.closeTo(high, 2)])
})

test('of two runs, where they differ, most first', () => {
  const { items } = separationOf([run({ a: 0.5, b: 1, c: 0 }), run({ a: 1, b: 1, c: 1 })])
  expect(items.map(({ item, discrimination }) => [item, discrimination])).toEqual([
    ['c', null],
    ['a', null],
  ])
})

test('looks only at what all have scored', () => {
  const { shared, items } = separationOf([run({ a: 0, b: 0, c: 0 }), run({ a: 1, b: undefined }), run({ a: 1, b: 1, c: 1 })])
  expect([shared, items.map(({ item }) => item)]).toEqual([1, ['a']])
  expect(separationOf([])).toEqual({ shared: 0, alike: 0, items: [] })
  expect(separationOf([run({ a: 0 })]).items).toEqual([])
})

test('takes the mean of trials', () => {
  const trials = run({ a: 1 }).concat(run({ a: 0 }).map((record) => ({ ...record, trial: 1 })))
  expect(separationOf([trials, run({ a: 0 })]).items[0]?.scores).toEqual([0.5, 0])
})
