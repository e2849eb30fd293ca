import { describe, expect, test } from 'vitest'
import { equalAllocation } from './equalAllocation.ts'

describe('equalAllocation', () => {
  test.each([
    [[10, 10, 10], 6, [2, 2, 2]],
    // One has too few: the others share what it cannot give.
    [[1, 10, 10], 7, [1, 3, 3]],
    // What is left over goes to the larger ones.
    [[3, 9, 5], 4, [1, 2, 1]],
    [[3, 9, 5], 5, [1, 2, 2]],
    [[2, 3], 50, [2, 3]],
    [[4, 4], 0, [0, 0]],
  ])('of %j for %i is %j', (sizes, count, expected) => {
    expect(equalAllocation(sizes, count)).toEqual(expected)
  })

  test('of a larger sample gives no stratum less', () => {
    const sizes = [7, 1, 4, 4, 12]
    for (let count = 0; count < 28; count += 1) {
      const [now, next] = [equalAllocation(sizes, count), equalAllocation(sizes, count + 1)]
      expect(next.every((number, index) => number >= (now[index] as number))).toBe(true)
      expect(now.reduce((sum, number) => sum + number, 0)).toBe(count)
    }
  })
})
