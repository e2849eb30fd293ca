import { expect, test } from 'vitest'
import type { ItemRecord } from '../../core/format/records.ts'
import type { ItemMean } from '../../core/stats/summary/metric.ts'
import type { EarlyRule } from './earlyRules.ts'
import { earlyUnits } from './earlyUnits.ts'

const value: ItemMean['valueOf'] = ({ scores }) => scores.total
const byTask: ItemMean = { cellOf: ({ task }) => task, weigh: (task) => (task === 'heavy' ? 8 : 2), valueOf: value, range: [0, 1] }
const plain: ItemMean = { cellOf: () => 'all', weigh: 'items', valueOf: value, range: [0, 1] }
const rule = (mean: ItemMean, key = 'score'): EarlyRule => ({
  key,
  kind: 'min',
  bound: 0.5,
  keeps: 'atLeast',
  decide: 'value',
  mean,
  scale: [0, 1],
})
const items = Array.from({ length: 40 }, (_, at) => ({
  item: `item ${at}`,
  task: at < 10 ? 'heavy' : 'light',
  tags: {},
  clusters: { text: `text ${at % 3}` },
}))

test.each([
  // Of the heavy task 10 items share 8 of 10, of the light one 30 share 2.
  ['its weight in the rule', [rule(byTask)], 0.08, 0.2 / 30],
  ['its mean weight in rules of the same cells', [rule(byTask), rule({ ...byTask, weigh: 'cells' }, 'other')], 0.065, 0.35 / 30],
  // A plain mean of the items so far would not be that of all.
  ['none, where that would bend the mean of another rule', [rule(byTask), rule(plain, 'all')], 1 / 40, 1 / 40],
  ['none without rules', [], 1 / 40, 1 / 40],
])('an item is drawn by %s', (_name, rules, heavy, light) => {
  for (const { task, size } of earlyUnits(items, { rules, seed: 1 }).flat()) expect(size).toBeCloseTo(task === 'heavy' ? heavy : light, 12)
})

test('every item is a unit of its own, also of those that share a cluster, and one of each task stands first', () => {
  const units = earlyUnits(items, { rules: [rule(byTask)], seed: 1 })
  expect(units.map((own) => own.map(({ unit }) => unit))).toEqual(items.map((_, at) => [at]))
  expect(new Set(units.flat().map(({ item }) => item))).toEqual(new Set(items.map(({ item }) => item)))
  expect(
    units
      .slice(0, 2)
      .flat()
      .map(({ task }) => task)
      .sort(),
  ).toEqual(['heavy', 'light'])
})

test('what is foretold of an item is its mean in the earlier runs that have it', () => {
  const run = (totals: readonly number[]) =>
    totals.map(
      (total, at): ItemRecord => ({
        suite: 'demo',
        item: `item ${at}`,
        task: 'heavy',
        trial: 0,
        status: 'failed',
        tags: {},
        scores: { total },
      }),
    )
  const units = earlyUnits(items, { rules: [rule(byTask)], seed: 1, earlier: [run([0, 1]), run([0.5])] })
  const told = Object.fromEntries(units.flat().map(({ item, foretold }) => [item, foretold?.['score min']]))
  expect([told['item 0'], told['item 1'], told['item 2']]).toEqual([0.25, 1, undefined])
})
