import { describe, expect, test } from 'vitest'
import type { ScoredItem } from './chooseItems.ts'
import { divisions, rankCorrelation, rankingKept } from './chooseItems.ts'

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
