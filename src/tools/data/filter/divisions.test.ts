import { expect, test } from 'vitest'
import { divisions } from './divisions.ts'

test('four models are divided in six ways', () => {
  expect(divisions(4, 6, 0)).toEqual([
    [
      [0, 1],
      [2, 3],
    ],
    [
      [0, 2],
      [1, 3],
    ],
    [
      [0, 3],
      [1, 2],
    ],
    [
      [1, 2],
      [0, 3],
    ],
    [
      [1, 3],
      [0, 2],
    ],
    [
      [2, 3],
      [0, 1],
    ],
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
