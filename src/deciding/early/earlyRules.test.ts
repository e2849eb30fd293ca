import { expect, test } from 'vitest'
import { unitWeights } from './earlyRules.ts'

const items = ['a', 'a', 'a', 'b', 'none'].map((task, at) => ({ item: String(at), task, tags: {} }))
const cellOf = ({ task }: { readonly task: string }) => (task === 'none' ? undefined : task)

test('items count alike, cells count alike, or cells count as they are weighed', () => {
  expect(unitWeights(items, { cellOf, weigh: 'items' })).toEqual([0.25, 0.25, 0.25, 0.25, 0])
  expect(unitWeights(items, { cellOf, weigh: 'cells' })).toEqual([1 / 6, 1 / 6, 1 / 6, 1 / 2, 0])
  // 3 to 1: three quarters over three items, one quarter for the one.
  expect(unitWeights(items, { cellOf, weigh: (cell) => (cell === 'a' ? 30 : 10) })).toEqual([0.25, 0.25, 0.25, 0.25, 0])
})

test('a metric that leaves out all items has no weights', () =>
  expect(unitWeights(items, { cellOf: () => undefined, weigh: 'cells' })).toEqual([0, 0, 0, 0, 0]))
