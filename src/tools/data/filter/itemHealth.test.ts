import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../../core/format/records.ts'
import { type ItemRow, itemHealth, itemRows, suspectsOf } from './itemHealth.ts'

const row = (item: string, ...scores: (number | null | undefined)[]): ItemRow => ({
  item,
  task: 'math',
  scores,
  solved: scores.map((score) => score === 1),
})

// Four models, the strongest first; by hand. Sums of the models: 4, 3, 3, 2.
const ROWS = [
  row('even', 1, 1, 0, 0),
  row('good', 1, 1, 1, 0),
  row('hard', 1, 0, 0, 0),
  row('key', 0, 0, 1, 1),
  row('all', 1, 1, 1, 1),
  row('none', 0, 0, 0, 0),
]
const WEAK = [2, 3]
const healthOf = (name: string, rows = ROWS) => itemHealth(rows, WEAK).find(({ item }) => item === name)

describe('the discrimination of an item is its correlation with the rest', () => {
  test.each<[string, number | null, string]>([
    ['even', 0, 'rest 3 2 3 2'],
    ['good', 1 / 3, 'rest 3 2 2 2: 0.25 / √(0.75 · 0.75)'],
    ['hard', 1 / 3, 'rest 3 3 3 2: 0.25 / √(0.75 · 0.75)'],
    ['key', -2 / Math.sqrt(5), 'rest 4 3 2 1: -2 / √(5 · 1)'],
    ['all', null, 'one score for all'],
    ['none', null, 'one score for all'],
  ])('%s: %f', (item, expected) => {
    const found = healthOf(item)?.discrimination
    if (expected === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(expected, 12)
  })

  test('and not with the total, of which the item is a part', () => {
    // The rest is 0.5 for every model. With the totals 1.5, 0.5, 0.5 it would be 1.
    expect(itemHealth([row('only', 1, 0, 0), row('flat', 0.5, 0.5, 0.5)], [2])[0]?.discrimination).toBeNull()
  })

  test('a model without a score for the item has no part in it', () => {
    const rows = [row('x', 1, 0, 1, null), row('y', 1, 0, 0, 1), row('z', 1, 0, 1, 1)]
    // 1 0 1 with the rest 1 0 0.5: 0.5 / √(2/3 · 1/2).
    expect(healthOf('x', rows)).toMatchObject({ models: 3, discrimination: expect.closeTo(Math.sqrt(3) / 2, 12), unscored: 1 })
  })

  test('scores that differ by rounding only tell nobody apart', () => {
    const rows = [row('x', 0.1 + 0.2, 0.3, 0.3), row('y', 1, 0.5, 0)]
    expect(healthOf('x', rows)?.discrimination).toBeNull()
  })

  test('one that is 0 but for rounding has no sign, and makes no suspect', () => {
    // The rests are 2, 1, 1.5: (0.5 - 0.5) / 3.
    const rows = [row('x', 1, 1, 0), row('y', 1, 1, 0.5), row('z', 1, 0, 1)]
    expect(healthOf('x', rows)).toMatchObject({ discrimination: 0, flags: [] })
  })

  test('of two models there is none', () =>
    expect(itemHealth([row('x', 1, 0), row('y', 1, 0)], [1])[0]).toMatchObject({ discrimination: null, flags: [] }))
})

describe('flags', () => {
  test('by hand', () => {
    expect(Object.fromEntries(itemHealth(ROWS, WEAK).map(({ item, flags }) => [item, flags]))).toEqual({
      even: [],
      good: [],
      hard: [],
      key: ['suspect', 'easy'],
      all: ['easy'],
      none: ['suspect'],
    })
  })

  test('mean and models that solved it', () =>
    expect(healthOf('good')).toMatchObject({ mean: 0.75, solved: 3, models: 4, unscored: 0, missing: 0 }))

  test.each<[string, ItemRow, readonly string[]]>([
    ['nobody solves it but for a tenth of a point', row('x', 0.1, 0.1, 0.1, 0.1), ['suspect']],
    ['somebody has more than that', row('x', 0.2, 0.1, 0.1, 0.1), []],
    ['a weak model has most marks and not all', row('x', 1, 1, 1, 0.9), []],
    ['a weak model has no score', row('x', 1, 1, 1, null), ['unscored']],
    ['a weak model has no record', row('x', 1, 1, 1, undefined), []],
  ])('%s', (_name, own, flags) => {
    const others = [row('y', 1, 0.8, 0.4, 0.2), row('z', 1, 0.9, 0.3, 0.1)]
    expect(healthOf('x', [own, ...others])?.flags).toEqual(flags)
  })

  test('unscored is from a quarter of the models on', () => {
    const scores = (unscored: number) => Array.from({ length: 8 }, (_, model) => (model < unscored ? null : 0.5))
    const flagsOf = (unscored: number) => itemHealth([row('x', ...scores(unscored))], [7])[0]?.flags
    expect([flagsOf(1), flagsOf(2)]).toEqual([[], ['unscored']])
  })
})

test('suspects come with the most suspicious first, and those without a correlation last', () => {
  expect(suspectsOf(itemHealth(ROWS, WEAK)).map(({ item }) => item)).toEqual(['key', 'none'])
  const rows = [row('x', 0, 0, 0.5, 1), row('y', 0, 0.5, 1, 0), ...['a', 'b', 'c'].map((name) => row(name, 1, 0.5, 0, 0))]
  const found = suspectsOf(itemHealth(rows, WEAK))
  expect(found.map(({ item }) => item)).toEqual(['x', 'y'])
  expect(found[0]?.discrimination ?? 0).toBeLessThan(found[1]?.discrimination ?? -1)
})

const record = (item: string, status: ItemRecord['status'], total?: number, trial = 0): ItemRecord => ({
  ...{ suite: 's', item, task: 'math', trial, status, tags: {} },
  scores: total === undefined ? {} : { total },
})

test('an item has the mean of its trials, null without a score, and nothing where it has no record or was left out', () => {
  const runs = [
    [record('b', 'passed', 1), record('b', 'failed', 0.5, 1), record('b', 'unscored', undefined, 2)],
    [record('b', 'error')],
    [record('a', 'failed', 0.25), record('b', 'skipped')],
  ]
  expect(itemRows(runs)).toEqual([
    { item: 'a', task: 'math', scores: [undefined, undefined, 0.25], solved: [false, false, false] },
    // One of two scored trials passed: not more than half.
    { item: 'b', task: 'math', scores: [0.75, null, undefined], solved: [false, false, false] },
  ])
})
