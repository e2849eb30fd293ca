import { describe, expect, test } from 'vitest'
import { random } from '../../../core/base/random.ts'
import { pickChances } from './pickChances.ts'

/** The same by going through all draws. */
function byEnumeration(units: readonly number[][]): { low: number; high: number } {
  const now = units.reduce((sum, unit) => sum + (unit.at(-1) as number), 0)
  let sums = [0]
  for (const unit of units) sums = sums.flatMap((sum) => unit.map((value) => sum + value))
  return {
    low: sums.filter((sum) => sum <= now + 1e-9).length / sums.length,
    high: sums.filter((sum) => sum >= now - 1e-9).length / sums.length,
  }
}

describe('how the last run stands among its predecessors', () => {
  test.each([1, 2, 3, 4, 5])('is as the enumeration of all draws says, for scores of 0 and 1 (seed %s)', (seed) => {
    const { int } = random('pick chances', seed)
    const units = Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => int(0, 1)))
    const { low, high } = pickChances(units, 0, 3)
    const truth = byEnumeration(units)
    expect(low).toBeCloseTo(truth.low, 12)
    expect(high).toBeCloseTo(truth.high, 12)
  })

  test('is near it where scores lie on no grid', () => {
    const { int } = random('pick chances', 'graded')
    for (let round = 0; round < 5; round += 1) {
      const units = Array.from({ length: 7 }, () => Array.from({ length: 4 }, () => int(0, 2 ** 30) / 2 ** 30))
      const { low, high } = pickChances(units, 0, 3)
      const truth = byEnumeration(units)
      expect(Math.abs(low - truth.low)).toBeLessThan(0.05)
      expect(Math.abs(high - truth.high)).toBeLessThan(0.05)
    }
  })

  test('says nothing where nothing varies', () =>
    expect(
      pickChances(
        [
          [1, 1],
          [0, 0],
        ],
        0,
        1,
      ),
    ).toEqual({ low: 1, high: 1 }))

  test('of six items that were right in four runs and are wrong now is one in 5^6', () => {
    const units = Array.from({ length: 6 }, () => [1, 1, 1, 1, 0])
    expect(pickChances(units, 0, 4).low).toBeCloseTo(5 ** -6, 15)
    expect(pickChances(units, 0, 4).high).toBe(1)
  })

  test('leaves out runs before the first', () => expect(pickChances([[0, 1, 1, 0]], 1, 3).low).toBeCloseTo(1 / 3, 12))
})
