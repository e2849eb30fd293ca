import { expect, test } from 'vitest'
import { datasetCard } from './datasetCard.ts'

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
    notes: [],
  })
  // The most frequent value first unless the suite asks for another order; a label without values is left out.
  expect(counted.map(({ label, counts }) => [label, Object.entries(counts)])).toEqual([
    [
      'language',
      [
        ['en', 2],
        ['de', 1],
      ],
    ],
    [
      'answer',
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
  ])
})

test('remarks of the suite stand in the card', async () => {
  const card = async () => ({ source: 'x', sha256: 'y', tasks: [], labels: [], lengths: [], notes: ['a part is left out'] })
  expect(await datasetCard({ suite: 'demo', card }, 'bundled')).toMatchObject({ items: 0, notes: ['a part is left out'] })
})

test('a suite that does not describe its data is one error', async () => {
  await expect(datasetCard({ suite: 'demo' }, 'bundled')).rejects.toMatchObject({
    code: 'USAGE',
    message: 'Failed to describe demo: no card is made for it. Name another suite.',
  })
})
