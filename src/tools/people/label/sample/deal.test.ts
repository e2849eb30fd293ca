import { describe, expect, test } from 'vitest'
import { deal, overlapOf } from './deal.ts'

const item = (work: number, ...raters: string[]) => ({ work, labelledBy: new Set(raters) })

describe('deal', () => {
  test('gives the first to every rater, and of the rest each to the one with the least to do', () => {
    expect(deal([item(3), item(1), item(5), item(1), item(1)], ['ann', 'ben'], 2)).toEqual([
      [0, 1, 2],
      [0, 1, 3, 4],
    ])
  })

  test('gives an item to who labelled some of it', () => {
    expect(deal([item(1), item(1, 'ben'), item(1, 'zoe')], ['ann', 'ben'], 0)).toEqual([[0, 2], [1]])
  })
})

describe('overlapOf', () => {
  test.each([
    [undefined, 100, 3, 20],
    [undefined, 10, 3, 5],
    [undefined, 3, 2, 3],
    [undefined, 100, 1, 0],
    [{ count: 7 }, 100, 2, 7],
    [{ count: 7 }, 5, 2, 5],
    [{ count: 0 }, 100, 2, 0],
    [{ share: 0.1 }, 25, 2, 3],
    [{ share: 1 }, 25, 2, 25],
  ])('of %j, %i items and %i raters is %i', (wanted, items, raters, expected) => {
    expect(overlapOf(wanted, items, raters)).toBe(expected)
  })
})
