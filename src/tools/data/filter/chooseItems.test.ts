import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseItems, divisions, rankCorrelation, rankingKept, type ScoredItem } from './chooseItems.ts'

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

const item = (name: string, ...scores: number[]): ScoredItem => ({ item: name, task: '', scores })

describe('the rank correlation of two sets of items', () => {
  const [all, some] = [[item('a', 0.1, 0.2, 0.3, 0.4)], [item('b', 0.2, 0.1, 0.3, 0.9)]]

  test('is Spearman’s, of the means', () => {
    // Ranks 1 2 3 4 and 2 1 3 4: 1 - 6 · 2 / (4 · 15).
    expect(rankCorrelation(some, all, [0, 1, 2, 3])).toBeCloseTo(0.8, 12)
  })

  test('is taken over the models that are asked for', () => expect(rankCorrelation(some, all, [1, 2, 3])).toBeCloseTo(1, 12))

  test('is none where all models have one mean', () => expect(rankCorrelation([item('c', 1, 1, 1, 1)], all, [0, 1, 2, 3])).toBeNull())

  test('gives models one rank whose means differ by rounding', () => {
    const [one, other] = [[item('a', 0.1, 0.3), item('b', 0.2, 0)], [item('c', 0, 1)]]
    expect(rankCorrelation(one, other, [0, 1])).toBeNull()
  })
})

describe('on other models', () => {
  // Every item ranks six models alike, so that any choice carries the ranking of any of them.
  const items = Array.from({ length: 8 }, (_, at) => item(`i${at}`, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 + at / 100))

  test('each half is chosen by, and the other half ranked', () => {
    expect(rankingKept(items.slice(0, 4), items, () => items, 0)).toEqual({
      correlation: expect.closeTo(1, 12),
      others: { divisions: 20, chosen: expect.closeTo(1, 12), random: expect.closeTo(1, 12), onAll: expect.closeTo(1, 12) },
    })
  })

  test('the pool is that of the half that chooses', () => {
    const asked: number[][] = []
    rankingKept(
      items.slice(0, 4),
      items,
      (models) => {
        asked.push([...models])
        return items
      },
      0,
    )
    expect(asked).toHaveLength(20)
    expect(asked[0]).toEqual([0, 1, 2])
  })

  test('nothing is told of fewer than six', () => {
    const five = items.map(({ item: name, scores }) => item(name, ...scores.slice(0, 5)))
    expect(rankingKept(five.slice(0, 4), five, () => five, 0).others).toBeNull()
  })

  test('a choice that goes against the others is told', () => {
    // Of the models 0 to 2 the good items rank 0 < 1 < 2; the bad ones rank 3 > 4 > 5, and all items together 3 < 4 < 5.
    const good = Array.from({ length: 3 }, (_, at) => item(`good${at}`, 0, 0.5, 1, 0, 0.5, 1))
    const bad = item('bad', 0, 0.5, 1, 1, 0.5, 0)
    const kept = rankingKept([bad], [...good, bad], () => [bad], 0)
    expect(kept.others?.chosen).toBeLessThan(0.7)
  })
})

test('four models are divided in six ways', () => {
  expect(divisions(4, 6, 0).map((halves) => halves.map((half) => half.join('')).join(' '))).toEqual([
    '01 23',
    '02 13',
    '03 12',
    '12 03',
    '13 02',
    '23 01',
  ])
})

test('twelve models are divided in 924 ways', () => expect(divisions(12, 1000, 0)).toHaveLength(924))

test('of more ways some are drawn, the same ones with one seed', () => {
  const drawn = divisions(5, 3, 7)
  expect(drawn).toHaveLength(3)
  for (const [own, others] of drawn) {
    expect([own.length, others.length]).toEqual([3, 2])
    expect([...own, ...others].sort()).toEqual([0, 1, 2, 3, 4])
  }
  expect(divisions(5, 3, 7)).toEqual(drawn)
  expect(divisions(5, 3, 8)).not.toEqual(drawn)
})
