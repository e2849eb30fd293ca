import { expect, test } from 'vitest'
import { blindTable, countValues, datasetCard, sumUpLengths } from './datasetCard.ts'

test('a card counts what the suite describes', async () => {
  const card = async (data: string) => ({
    source: data,
    sha256: 'abc',
    tasks: ['sort', 'add', 'sort'],
    labels: [
      { label: 'language', of: ['de', 'en', undefined, 'en'] },
      { label: 'answer', of: ['b', 'a', 'b'], order: 'sorted' as const },
      { label: 'domain', of: [undefined] },
    ],
    lengths: [{ texts: 'query', of: ['one', 'one two three', undefined, 'one'] }],
    notes: ['a part is left out'],
  })
  const { labels: counted, ...rest } = await datasetCard({ suite: 'demo', card }, 'bundled')
  expect(rest).toEqual({
    suite: 'demo',
    source: 'bundled',
    blind: [],
    sha256: 'abc',
    items: 3,
    tasks: { sort: 2, add: 1 },
    lengths: [{ texts: 'query', count: 3, least: 1, median: 1, p90: 3, most: 3, total: 5 }],
    notes: ['a part is left out'],
  })
  // The most frequent value first unless the suite asks for another order; a label without values is left out.
  expect(counted.map(({ label, counts }) => `${label}: ${Object.entries(counts).join(' ')}`)).toEqual([
    'language: en,2 de,1',
    'answer: a,1 b,2',
  ])
})

test('a suite that does not describe its data is one error', async () => {
  await expect(datasetCard({ suite: 'demo' }, 'bundled')).rejects.toMatchObject({
    code: 'USAGE',
    message: 'Failed to describe demo: no card is made for it. Name another suite.',
  })
})

test.each([
  ['frequency', 'a 2, b 1, c 1'],
  ['appearance', 'b 1, a 2, c 1'],
  ['sorted', 'a 2, b 1, c 1'],
] as const)('values are counted by %s', (order, expected) => {
  const counts = Object.entries(countValues(['b', 'a', undefined, 'c', 'a'], order))
  expect(counts.map((entry) => entry.join(' ')).join(', ')).toBe(expected)
})

test('values as frequent as each other stand in the order of appearance, or sorted', () => {
  expect(Object.keys(countValues(['c', 'b'], 'frequency'))).toEqual(['c', 'b'])
  expect(Object.keys(countValues(['c', 'b'], 'sorted'))).toEqual(['b', 'c'])
})

test('lengths are summed up by nearest rank', () => {
  const ten = [10, 1, 9, 2, 8, 3, 7, 4, 6, 5]
  expect(sumUpLengths('text', ten)).toEqual({ texts: 'text', count: 10, least: 1, median: 5, p90: 9, most: 10, total: 55 })
  expect(sumUpLengths('text', [7])).toMatchObject({ least: 7, median: 7, p90: 7, most: 7 })
  expect(sumUpLengths('text', [])).toMatchObject({ count: 0, least: 0, median: 0, p90: 0, most: 0, total: 0 })
})

const solved = (atOnce: number, worked: number) => ({ atOnce: { right: atOnce, tries: 3 }, worked: { right: worked, tries: 2 } })

test('rates of blind solving are summed by level, by the groups of the suite, and over all items', () => {
  const of = [solved(1, 2), solved(3, 2), undefined, solved(0, 1)]
  expect(blindTable({ of, slices: [['x', 'x', 'y', 'y']] })).toEqual([
    { group: 'hard', items: 2, tried: 2, atOnce: { right: 1, tries: 6 }, worked: { right: 3, tries: 4 } },
    { group: 'easier', items: 1, tried: 1, atOnce: { right: 3, tries: 3 }, worked: { right: 2, tries: 2 } },
    { group: 'unmeasured', items: 1, tried: 0, atOnce: { right: 0, tries: 0 }, worked: { right: 0, tries: 0 } },
    { group: 'x', items: 2, tried: 2, atOnce: { right: 4, tries: 6 }, worked: { right: 4, tries: 4 } },
    { group: 'y', items: 2, tried: 1, atOnce: { right: 0, tries: 3 }, worked: { right: 1, tries: 2 } },
    { group: 'all', items: 4, tried: 3, atOnce: { right: 4, tries: 9 }, worked: { right: 5, tries: 6 } },
  ])
})

test('data that nobody tried has no rates', () => expect(blindTable({ of: [undefined, undefined], slices: [['x', 'y']] })).toEqual([]))
