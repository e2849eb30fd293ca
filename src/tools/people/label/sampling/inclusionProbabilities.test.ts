import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../../test/propertyRuns.ts'
import { inclusionProbabilities } from './inclusionProbabilities.ts'

describe('inclusionProbabilities', () => {
  test('are in proportion to the sizes', () => {
    expect(inclusionProbabilities([1, 2, 3, 4], 2)).toEqual([0.2, 0.4, 0.6, 0.8])
  })

  test('are 1 for what would come out above it, and the rest shares what is left', () => {
    // 2 · 10 / 14 is above 1. Of the other four, which are alike, one is drawn.
    expect(inclusionProbabilities([1, 10, 1, 1, 1], 2)).toEqual([0.25, 1, 0.25, 0.25, 0.25])
    // With the first taken the second is above 1 too.
    expect(inclusionProbabilities([100, 10, 1, 1, 1, 1], 3)).toEqual([1, 1, 0.25, 0.25, 0.25, 0.25])
  })

  test('are 1 where all are drawn or there are too few', () => {
    expect(inclusionProbabilities([1, 5], 2)).toEqual([1, 1])
    expect(inclusionProbabilities([1, 5], 9)).toEqual([1, 1])
  })

  test('sum to what is drawn, are above 0 and at most 1, and rise with the size', () => {
    const sizes = fc.array(fc.double({ min: 1e-3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(sizes, fc.nat(), (all, number) => {
        const count = 1 + (number % all.length)
        const chances = inclusionProbabilities(all, count)
        expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(count, 9)
        for (const chance of chances) expect(chance > 0 && chance <= 1).toBe(true)
        for (const [index, size] of all.entries())
          for (const [other, against] of all.entries())
            if (size > against) expect(chances[index] as number).toBeGreaterThanOrEqual((chances[other] as number) - 1e-12)
      }),
      propertyRuns(100, 2000),
    )
  })
})
