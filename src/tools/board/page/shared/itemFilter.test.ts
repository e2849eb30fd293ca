import { expect, test } from 'vitest'
import type { BoardIndex, BoardIndexSuite } from './boardIndex.ts'
import { EMPTY_FILTER, filterItems, type ItemFilter, itemHash, readItemHash, searchWords, suiteOf } from './itemFilter.ts'

const suite: BoardIndexSuite = {
  suite: 'own',
  title: 'Own',
  runs: [2, 0, 1],
  shared: 5,
  alike: 1,
  digits: 3,
  slices: ['task=a', 'task=b', 'lang=en'],
  rows: [
    { id: 'wide', slices: [0, 2], r: 1, ci95: null, scores: [1, 0, 0] },
    { id: 'Even', slices: [1], r: 0.4, ci95: null, scores: [0.5, 0.25, 0.5] },
    { id: 'all apart', slices: [1, 2], r: 0.2, ci95: null, scores: [0.1, 0.2, 0.3] },
    { id: 'against', slices: [0], r: -1, ci95: null, scores: [0, 1, 1] },
  ],
}
const index: BoardIndex = { runs: ['A', 'B', 'C'].map((key) => ({ key, label: key, page: null })), suites: [suite] }
const listed = (filter: Partial<ItemFilter>) =>
  filterItems(suite, index, searchWords(suite), { ...EMPTY_FILTER, ...filter }).map((at) => suite.rows[at]?.id)

test.each<[Partial<ItemFilter>, string[]]>([
  [{}, ['wide', 'Even', 'all apart', 'against']],
  [{ slice: 'task=b' }, ['Even', 'all apart']],
  [{ slice: 'lang=en', text: 'WIDE' }, ['wide']],
  [{ slice: 'nothing of it' }, []],
  // A stands second, B third.
  [{ one: 'A', other: 'B' }, ['Even', 'all apart']],
  [{ one: 'B', other: 'A' }, ['Even', 'all apart']],
  [{ one: 'A' }, ['Even', 'all apart']],
  [{ other: 'C' }, ['wide', 'all apart', 'against']],
  [{ text: ' task=a ' }, ['wide', 'against']],
  [{ sort: 'against' }, ['against', 'all apart', 'Even', 'wide']],
  [{ sort: 'spread' }, ['wide', 'against', 'Even', 'all apart']],
  [{ sort: 'name' }, ['Even', 'against', 'all apart', 'wide']],
])('%o', (filter, expected) => expect(listed(filter)).toEqual(expected))

test('a filter is kept in a link', () => {
  const filter: ItemFilter = { suite: 'own', slice: 'a=b & c', one: 'A', other: 'B', text: 'x?y#z', sort: 'name' }
  expect(readItemHash(itemHash(filter))).toEqual(filter)
  expect(readItemHash('#separating')).toEqual(EMPTY_FILTER)
  expect([readItemHash('#suite-own'), readItemHash('#separatingly')]).toEqual([undefined, undefined])
  expect([suiteOf(index, { ...EMPTY_FILTER, suite: 'gone' })?.suite, suiteOf({ runs: [], suites: [] }, EMPTY_FILTER)]).toEqual([
    'own',
    undefined,
  ])
})
