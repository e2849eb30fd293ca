import { describe, expect, test } from 'vitest'
import { pearson, spearman } from './correlation.ts'

describe('Pearson’s correlation', () => {
  // scipy.stats.pearsonr.
  test.each<[number[], number[], number, number]>([
    [[1, 2, 3, 4, 5], [2, 1, 4, 3, 5], 0.8, 0.10408803866182782],
    [[3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8], 0.2096553190730121, 0.6182637176162882],
    [[1, 2, 3], [1, -2, 1.5], 0.13206763594884352, 0.9156767836780562],
  ])('of %j and %j is as scipy has it', (one, other, r, p) => {
    const found = pearson(one, other)
    expect(found).toEqual({ n: one.length, r: expect.closeTo(r, 12), p: expect.closeTo(p, 12) })
    expect(pearson(other, one)).toEqual(found)
  })

  test('of points on a line is 1 or -1, with nothing left to chance', () => {
    expect(pearson([1, 2, 3], [10, 30, 50])).toEqual({ n: 3, r: expect.closeTo(1, 12), p: expect.closeTo(0, 6) })
    expect(pearson([1, 2, 3], [5, 4, 3])?.r).toBeCloseTo(-1, 12)
  })

  test('of two pairs has no p value: a line goes through them', () => expect(pearson([1, 2], [4, 9])).toEqual({ n: 2, r: 1, p: null }))

  test('is none of one pair, of none, and where a series has one value', () => {
    for (const [one, other] of [
      [[], []],
      [[1], [2]],
      [
        [1, 1, 1],
        [1, 2, 3],
      ],
      [
        [1, 2, 3],
        [2, 2, 2],
      ],
    ] as const)
      expect(pearson(one, other)).toBeNull()
  })
})

describe('Spearman’s correlation', () => {
  // scipy.stats.spearmanr; there are ties on either side.
  test('is as scipy has it', () => {
    const found = spearman([3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8])
    expect(found).toEqual({ n: 8, r: expect.closeTo(0.19885368120992467, 12), p: expect.closeTo(0.6368617833253286, 12) })
  })

  test('is 1 wherever one series rises with the other', () => {
    expect(spearman([1, 2, 3, 4], [1, 10, 100, 1000])?.r).toBeCloseTo(1, 12)
    expect(spearman([1, 1, 1], [1, 2, 3])).toBeNull()
  })
})
