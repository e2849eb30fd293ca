import { describe, expect, test } from 'vitest'
import { clusterMean, effectiveLabels, judgedUnits } from './judgedUnit.ts'

test('the majority of raters is what people say of yes and no, and a tie is no label', () => {
  const { units, binary, tied } = judgedUnits([
    { id: 'a', judge: 1, human: 1, rater: 'x' },
    { id: 'a', judge: 1, human: 1, rater: 'y' },
    { id: 'a', judge: 1, human: 0, rater: 'z' },
    { id: 'b', judge: 0, human: 1, rater: 'x' },
    { id: 'b', judge: 0, human: 0, rater: 'y' },
    { id: 'c', judge: 1 },
  ])
  expect(units.map(({ judge, human }) => [judge, human])).toEqual([
    [1, 1],
    [0, undefined],
    [1, undefined],
  ])
  expect([binary, tied]).toEqual([true, ['b']])
})

test('of a rater who labelled an answer twice the last label counts, and nobody agrees with themselves', () => {
  const { units, tied } = judgedUnits([
    { id: 'a', judge: 1, human: 0, rater: 'x' },
    { id: 'a', judge: 1, human: 1, rater: 'y' },
    { id: 'a', judge: 1, human: 1, rater: 'x' },
    { id: 'b', judge: 1, human: 0 },
    { id: 'b', judge: 1, human: 0 },
  ])
  expect(units.map(({ ratings }) => ratings)).toEqual([
    [1, 1],
    [0, 0],
  ])
  expect(tied).toEqual([])
})

test('the mean of raters is what people say of ratings', () => {
  const { units, binary } = judgedUnits([
    { id: 'a', judge: 3, human: 2 },
    { id: 'a', judge: 3, human: 5 },
    { id: 'b', judge: 0.5, slice: 'mt', cluster: 'doc' },
  ])
  expect(units).toEqual([
    { id: 'a', judge: 3, human: 3.5, ratings: [2, 5], slice: undefined, cluster: 'id a' },
    { id: 'b', judge: 0.5, human: undefined, ratings: [], slice: 'mt', cluster: 'doc' },
  ])
  expect(binary).toBe(false)
})

test('an id whose lines differ in the verdict of the judge is named', () =>
  expect(
    judgedUnits([
      { id: 'a', judge: 1 },
      { id: 'a', judge: 0 },
      { id: 'b', judge: 1 },
    ]).unlike,
  ).toEqual(['a']))

describe('chances of being drawn', () => {
  const lines = [
    { id: 'a', judge: 1, human: 1, probability: 0.5 },
    { id: 'b', judge: 0, human: 0, probability: 0.1 },
    { id: 'c', judge: 1 },
  ]
  const weightsOf = ({ units }: ReturnType<typeof judgedUnits>) => units.map(({ weight, mass }) => [weight, mass])

  test('weigh labels by their inverse; the rest of a run is as it is', () =>
    expect(weightsOf(judgedUnits(lines))).toEqual([
      [2, undefined],
      [10, undefined],
      [undefined, undefined],
    ]))

  test('also weigh what was drawn and not labelled, where the lines are a sample', () => {
    const sample = [...lines.slice(0, 2), { id: 'c', judge: 1, probability: 0.25 }]
    expect(weightsOf(judgedUnits(sample, true))).toEqual([
      [2, 2],
      [10, 10],
      [4, 4],
    ])
  })

  test('that are all the same are as good as none', () => {
    expect(weightsOf(judgedUnits(lines.map((line) => ({ ...line, probability: 0.5 }))))).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [undefined, undefined],
    ])
  })

  test('must be known of all labels', () => expect(judgedUnits([...lines, { id: 'd', judge: 1, human: 1 }]).unweighted).toEqual(['d']))
})

const ownValue = ({ value }: { readonly value: number }) => value
const alone = (values: readonly number[]) => values.map((value, at) => ({ value, cluster: `${at}` }))

test('a share of independent answers has Wilson’s interval', () => {
  // 8 of 10, as in tables of Wilson's interval: 0.490 to 0.943.
  const found = clusterMean(alone([1, 1, 1, 1, 1, 1, 1, 1, 0, 0]), ownValue, [0, 1])
  expect(found?.value).toBeCloseTo(0.8, 12)
  expect(found?.ci95?.map((end) => end.toFixed(3))).toEqual(['0.490', '0.943'])
})

test('a mean has Student’s interval of its clusters', () => {
  // 1, 2, 3, 4: mean 2.5, standard error sqrt(5 / 3) / 2 = 0.6455, t of 3 degrees of freedom 3.1824.
  expect(clusterMean(alone([1, 2, 3, 4]), ownValue)?.ci95?.map((end) => end.toFixed(4))).toEqual(['0.4457', '4.5543'])
  // The same numbers twice in each cluster tell no more.
  const twice = [1, 2, 3, 4].flatMap((value) => [0, 1].map(() => ({ value, cluster: `${value}` })))
  expect(clusterMean(twice, ownValue)?.ci95?.map((end) => end.toFixed(4))).toEqual(['0.4457', '4.5543'])
})

test('weights make a mean that of what they stand for', () => {
  const found = clusterMean(
    [
      { value: 1, weight: 1, cluster: 'a' },
      { value: 0, weight: 3, cluster: 'b' },
    ],
    ownValue,
  )
  expect(found?.value).toBe(0.25)
})

test('nothing has no mean, and one cluster no interval', () => {
  expect(clusterMean([], ownValue)).toBeNull()
  expect(clusterMean([{ value: 1, cluster: 'a' }], ownValue, [0, 1])).toEqual({ value: 1, ci95: null })
  expect(clusterMean(alone([2, 2, 2]), ownValue)).toEqual({ value: 2, ci95: null })
})

test('weighted labels tell as much as so many of equal weight', () => {
  expect(effectiveLabels([{}, {}, {}])).toBe(3)
  expect(effectiveLabels([{ weight: 1 }, { weight: 1 }, { weight: 2 }])).toBeCloseTo(16 / 6, 12)
})
