import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseItems, type ScoredItem } from './chooseItems.ts'

const items = fc
  .array(
    fc.record({
      task: fc.constantFrom('A', 'B'),
      scores: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map((entries): ScoredItem[] => entries.map((entry, at) => ({ ...entry, item: `item-${String(at).padStart(2, '0')}` })))

const MODELS = [0, 1, 2]

describe('the chosen items', () => {
  test('are as many as are wanted, each once, in their old order', () => {
    fc.assert(
      fc.property(items, fc.nat({ max: 45 }), (all, count) => {
        const places = chooseItems(all, count, all, MODELS).map((item) => all.indexOf(item))
        expect(places).toHaveLength(Math.min(count, all.length))
        expect(places).toEqual([...new Set(places)].sort((one, other) => one - other))
      }),
    )
  })

  test('do not hang on the order of the pool', () => {
    fc.assert(
      fc.property(items, fc.nat({ max: 20 }), (all, count) => {
        const names = (pool: ScoredItem[]) =>
          chooseItems(pool, count, all, MODELS)
            .map(({ item }) => item)
            .sort()
        expect(names([...all].reverse())).toEqual(names(all))
      }),
    )
  })

  test('keep the share of every task, to one item', () => {
    fc.assert(
      fc.property(items, (all) => {
        const half = Math.floor(all.length / 2)
        const chosen = chooseItems(all, half, all, MODELS)
        for (const task of ['A', 'B']) {
          const share = all.filter((item) => item.task === task).length * (half / all.length)
          expect(Math.abs(chosen.filter((item) => item.task === task).length - share)).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe('by hand: two items alike in difficulty of which one goes against the ranking', () => {
  const item = (name: string, ...scores: number[]): ScoredItem => ({ item: name, task: '', scores })
  // The models' sums are 3, 2, 1, so the ranking is first, second, third. In each pair the first item agrees with it.
  const all = [item('a', 1, 0, 0), item('b', 0, 0, 1), item('c', 1, 1, 0), item('d', 1, 1, 0)]
  const names = (count: number) => chooseItems(all, count, all, MODELS).map((chosen) => chosen.item)

  test('half of them is one of each difficulty, with the ranking of all', () => expect(names(2)).toEqual(['a', 'c']))

  test('three of four leave out one of those that say most, since all items say three quarters of that', () => {
    // Wanted are three quarters of 3, 2, 1, that is 0.75, 0, -0.75 about the mean. Without a there are 2, 2, 1, without b 3, 2, 0.
    expect(names(3)).toEqual(['b', 'c', 'd'])
  })
})
