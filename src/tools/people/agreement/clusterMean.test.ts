import { expect, test } from 'vitest'
import { clusterMean } from './clusterMean.ts'
import { effectiveLabels } from './effectiveLabels.ts'

const alone = (values: readonly number[]) => values.map((value, at) => ({ value, cluster: `${at}` }))

test('a share of independent answers has Wilson’s interval', () => {
  // 8 of 10, as in tables of Wilson's interval: 0.490 to 0.943.
  const found = clusterMean(alone([1, 1, 1, 1, 1, 1, 1, 1, 0, 0]), [0, 1])
  expect(found?.value).toBeCloseTo(0.8, 12)
  expect(found?.ci95?.map((end) => end.toFixed(3))).toEqual(['0.490', '0.943'])
})

test('a mean has Student’s interval of its clusters', () => {
  // 1, 2, 3, 4: mean 2.5, standard error sqrt(5 / 3) / 2 = 0.6455, t of 3 degrees of freedom 3.1824.
  expect(clusterMean(alone([1, 2, 3, 4]))?.ci95?.map((end) => end.toFixed(4))).toEqual(['0.4457', '4.5543'])
  // The same numbers twice in each cluster tell no more.
  const twice = [1, 2, 3, 4].flatMap((value) => [0, 1].map(() => ({ value, cluster: `${value}` })))
  expect(clusterMean(twice)?.ci95?.map((end) => end.toFixed(4))).toEqual(['0.4457', '4.5543'])
})

test('weights make a mean that of what they stand for', () => {
  const found = clusterMean([
    { value: 1, weight: 1, cluster: 'a' },
    { value: 0, weight: 3, cluster: 'b' },
  ])
  expect(found?.value).toBe(0.25)
})

test('nothing has no mean, and one cluster no interval', () => {
  expect(clusterMean([])).toBeNull()
  expect(clusterMean([{ value: 1, cluster: 'a' }], [0, 1])).toEqual({ value: 1, ci95: null })
  expect(clusterMean(alone([2, 2, 2]))).toEqual({ value: 2, ci95: null })
})

test('weighted labels tell as much as so many of equal weight', () => {
  expect(effectiveLabels([{}, {}, {}])).toBe(3)
  expect(effectiveLabels([{ weight: 1 }, { weight: 1 }, { weight: 2 }])).toBeCloseTo(16 / 6, 12)
})
