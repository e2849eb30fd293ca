import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseByCluster } from './chooseByCluster.ts'
import { chooseAtRandom, compareChoices, comparisonOf, comparisonOfAll, meanDistance } from './compareChoices.ts'
import { distance } from './distance.ts'
import { sameDistances } from './expandTemplates.ts'

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
  expect(chosen.map(({ index }) => index)).toEqual([1, 5, 8])
  expect(chosen[0]?.distance).toBeCloseTo(Math.hypot(0.05, 0.025), 10)
  expect(chosen.map(({ others }) => others.map(({ index }) => index))).toEqual([
    [3, 0, 2],
    [4, 6],
    [7, 9],
  ])
})

test('the choice does not hang on the seed where the groups are plain', () => {
  for (const seed of [1, 2, 3]) expect(chooseByCluster(GROUPS, 3, seed)).toEqual(chooseByCluster(GROUPS, 3, 0))
})

test('of equal vectors the first stands for all, however many there are', () => {
  const many = [...Array<number[]>(30).fill([0, 0]), [9, 0], [9, 1], [0, 9], [0, 8], [0, 9]]
  for (const seed of [0, 1, 2, 3, 4]) {
    const chosen = chooseByCluster(many, 3, seed)
    expect(chosen.map(({ index }) => index)).toEqual([0, 30, 32])
    expect(chosen.map(({ others }) => others.length)).toEqual([0, 1, 1])
  }
})

test('as many clusters as there are different vectors are each one of them, and more are refused', () => {
  const equal = [
    [1, 0],
    [1, 0],
    [0, 1],
  ]
  expect(chooseByCluster(equal, 2, 0).map(({ index, distance: own }) => ({ index, own }))).toEqual([
    { index: 0, own: 0 },
    { index: 2, own: 0 },
  ])
  expect(() => chooseByCluster(equal, 3, 0)).toThrow(
    'Failed to make 3 clusters of 3 texts: 2 of their vectors differ. Ask for fewer with --count, or name another embedder.',
  )
  expect(chooseByCluster([[1, 0]], 1, 0)).toEqual([{ index: 0, distance: 0, others: [] }])
})

test('vectors in fewer directions have the distances of the same vectors at length 1', () => {
  const vector = fc
    .array(fc.integer({ min: -9, max: 9 }), { minLength: 12, maxLength: 12 })
    .filter((values) => values.some((value) => value !== 0))
  fc.assert(
    fc.property(fc.array(vector, { minLength: 1, maxLength: 6 }), (vectors) => {
      const unit = vectors.map((values) => values.map((value) => value / Math.hypot(...values)))
      const turned = sameDistances(vectors)
      expect(turned[0]?.length).toBeLessThanOrEqual(vectors.length)
      for (const [one, own] of unit.entries())
        for (const [other, theirs] of unit.entries())
          expect(distance(turned[one] ?? [], turned[other] ?? [])).toBeCloseTo(distance(own, theirs), 6)
    }),
  )
})

test('the mean distance is that of all pairs, by hand', () => {
  // 3-4-5: distances 3, 4 and 5.
  expect(
    meanDistance(
      [
        [0, 0],
        [3, 0],
        [9, 9],
        [0, 4],
      ],
      [0, 1, 3],
    ),
  ).toBe(4)
})

test('the comparison sums up seeds, by hand', () => {
  const pairs = [
    { clustered: 3, random: 1 },
    { clustered: 2, random: 2 },
    { clustered: 1, random: 3 },
    { clustered: 4, random: 1 },
  ]
  // Differences -2, 0, 2, 3. Quantiles at places 0.075 and 2.925 of 0 to 3: -2 + 0.075 × 2, and 2 + 0.925 × 1.
  expect(comparisonOf(pairs)).toEqual({ clustered: 2.5, random: 1.75, difference: 0.75, ci95: [-1.85, 2.925], wider: 0.625, seeds: 4 })
  expect(comparisonOf([])).toBeUndefined()
  const other = pairs.map(({ clustered }) => ({ clustered, random: 0 }))
  expect(comparisonOfAll([pairs, [], other])).toMatchObject({ clustered: 2.5, random: 0.875, seeds: 4 })
  expect(comparisonOfAll([[], []])).toBeUndefined()
})

test('clusters lie further apart than chance where there are groups, and no further where there are none', () => {
  const grouped = comparisonOf(compareChoices(GROUPS, 3))
  // Any choice of one of each is at least as far as a random one, which takes one of each in 36 of 120 draws.
  expect(grouped?.ci95[0]).toBeGreaterThan(-1)
  expect(grouped?.difference).toBeGreaterThan(20)
  expect(grouped?.wider).toBeGreaterThan(0.65)
  expect(compareChoices(GROUPS, 1)).toEqual([])
  // Corners of a simplex: any two are equally far.
  const corners = [0, 1, 2, 3, 4, 5].map((at) => [0, 0, 0, 0, 0, 0].with(at, 1))
  expect(comparisonOf(compareChoices(corners, 3))?.difference).toBeCloseTo(0, 10)
})

test('a random choice is of different places, and another by another seed', () => {
  const choices = [0, 1, 2, 3].map((seed) => chooseAtRandom(40, 5, seed))
  for (const chosen of choices) expect(new Set(chosen).size).toBe(5)
  expect(new Set(choices.map(String)).size).toBeGreaterThan(1)
})
