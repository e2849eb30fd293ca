import { describe, expect, test } from 'vitest'
import { lowerHalf, modelMeans, namedModels } from './filterItems.ts'

test('means are over the items that a model has a score for', () => {
  const row = (...scores: (number | null | undefined)[]) => ({ item: '', task: '', scores, solved: [] })
  expect(modelMeans([row(1, null), row(0.5, 0.25), row(undefined, 0.75)], 2)).toEqual([0.75, 0.5])
})

test.each<[readonly number[], readonly number[]]>([
  [
    [0.9, 0.1, 0.5, 0.2],
    [1, 3],
  ],
  [[0.9, 0.1, 0.5], [1]],
  [
    [0.5, 0.5, 0.5, 0.5],
    [0, 1],
  ],
])('the lower half of %j is %j', (means, weak) => expect(lowerHalf(means)).toEqual(weak))

describe('weak models by name', () => {
  const models = [
    { model: 'qwen-7b', run: 'r1' },
    { model: 'qwen-72b', run: 'r2' },
    { model: 'yi-9b', run: 'r3' },
  ]

  test('are named by model or by run', () => expect(namedModels(['r3', 'qwen-7b'], models)).toEqual([0, 2]))

  test('a name that none has is an error with a near one', () => {
    expect(() => namedModels(['qwen-7'], models)).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to find the model "qwen-7" of --weak: no run is of it. Did you mean qwen-7b? Models: qwen-7b, qwen-72b, yi-9b.]`,
    )
  })

  test('all of them is an error', () => {
    expect(() => namedModels(['r1', 'r2', 'r3'], models)).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to take the models of --weak: they are all models there are. Leave the strong ones out.]`,
    )
  })
})
