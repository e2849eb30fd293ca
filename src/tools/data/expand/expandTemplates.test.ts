import { expect, test } from 'vitest'
import { chooseByCluster } from './expandTemplates.ts'

/** Three groups far apart: of 4, 3 and 3 points. The middle ones are 1, 5 and 8. */
const GROUPS = [
  [0, 0],
  [0, 1],
  [0, 2.1],
  [0.2, 1],
  [100, 0],
  [100, 1],
  [100, 2],
  [0, 100],
  [0, 101],
  [0, 102],
]

test('of each cluster the vector nearest to its centre is taken', () => {
  const chosen = chooseByCluster(GROUPS, 3, 0)
  // Centre of the first: (0.05, 1.025); from (0, 1) 0.0559, from (0.2, 1) 0.1521, from (0, 0) 1.0262, from (0, 2.1) 1.0762.
  expect(chosen).toEqual([1, 5, 8])
})

test('the choice does not hang on the seed where the groups are plain', () => {
  for (const seed of [1, 2, 3]) expect(chooseByCluster(GROUPS, 3, seed)).toEqual(chooseByCluster(GROUPS, 3, 0))
})

test('of equal vectors the first stands for all, however many there are', () => {
  const many = [...Array<number[]>(30).fill([0, 0]), [9, 0], [9, 1], [0, 9], [0, 8], [0, 9]]
  for (const seed of [0, 1, 2, 3, 4]) {
    expect(chooseByCluster(many, 3, seed)).toEqual([0, 30, 32])
  }
})

test('as many clusters as there are different vectors are each one of them, and more are refused', () => {
  const equal = [
    [1, 0],
    [1, 0],
    [0, 1],
  ]
  expect(chooseByCluster(equal, 2, 0)).toEqual([0, 2])
  expect(() => chooseByCluster(equal, 3, 0)).toThrow(
    'Failed to make 3 clusters of 3 texts: 2 of their vectors differ. Ask for fewer with --count, or name another embedder.',
  )
  expect(chooseByCluster([[1, 0]], 1, 0)).toEqual([0])
})
