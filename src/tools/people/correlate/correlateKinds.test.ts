import { describe, expect, test } from 'vitest'
import type { WithInterval } from '../agreement/judgedUnit.ts'
import { measureCorrelation, raterCorrelation } from './correlateKinds.ts'

const pairsOf = (values: readonly number[], human: readonly number[], clusterOf = (index: number) => `${index}`) =>
  values.map((value, index) => ({ value, human: human[index] as number, cluster: clusterOf(index) }))

function widthOf(figure: WithInterval | null): number {
  const [low, high] = figure?.ci95 ?? [Number.NaN, Number.NaN]
  return high - low
}

describe('a measure against people', () => {
  // Ten people's IQ and hours of television, the worked example of Wikipedia's page on Spearman's coefficient: -29 / 165.
  const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110]
  const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17]

  test('has the correlations of the worked example, and the variance', () => {
    const found = measureCorrelation(pairsOf(iq, hours))
    expect(found.n).toBe(10)
    expect(found.spearman?.value).toBeCloseTo(-29 / 165, 12)
    // 45 pairs, of which 20 agree and 25 do not: counted by hand. The IQs sum to 1027, their squares to 106,065.
    expect(found.kendall?.value).toBeCloseTo(-5 / 45, 12)
    expect(found.variance).toBeCloseTo((106_065 - 1027 ** 2 / 10) / 9, 9)
    expect(widthOf(found.spearman)).toBeGreaterThan(0)
    expect(found.spearman?.ci95?.[0]).toBeLessThan(-29 / 165)
    expect(found.spearman?.ci95?.[1]).toBeGreaterThan(-29 / 165)
  })

  test('has no correlation where one side is a single value, and no interval for two answers', () => {
    expect(measureCorrelation(pairsOf([1, 2, 3], [4, 4, 4]))).toMatchObject({ n: 3, pearson: null, spearman: null, kendall: null })
    expect(measureCorrelation(pairsOf([1, 2], [3, 4])).pearson).toEqual({ value: 1, ci95: null })
    expect(measureCorrelation([])).toEqual({ n: 0, variance: null, pearson: null, spearman: null, kendall: null })
  })

  test('has a wider interval where answers come in clusters that are alike', () => {
    const width = (clusterOf: (index: number) => string) => {
      const [values, human] = [0, 1].map((side) => Array.from({ length: 80 }, (_, index) => (Math.floor(index / 4) * (side ? 7 : 3)) % 11))
      return widthOf(measureCorrelation(pairsOf(values as number[], human as number[], clusterOf)).pearson)
    }
    // Four equal answers a cluster: about twice as wide.
    const ratio = width((index) => `${Math.floor(index / 4)}`) / width((index) => `${index}`)
    expect(ratio).toBeGreaterThan(1.6)
    expect(ratio).toBeLessThan(2.4)
  })
})

describe('raters against each other', () => {
  const rated = (table: Readonly<Record<string, readonly (number | undefined)[]>>) =>
    Array.from({ length: 4 }, (_, index) => ({
      ratings: Object.entries(table).flatMap(([rater, values]) => {
        const value = values[index]
        return value === undefined ? [] : [{ rater, value }]
      }),
      cluster: `${index}`,
    }))

  test('are the mean of the correlations of all pairs, each over what both rated', () => {
    // a and b: 1. a and c: over the first three, 1 2 3 against 3 2 1: -1. b and c: 2 3 4 against 3 2 1: -1.
    const found = raterCorrelation(rated({ a: [1, 2, 3, 4], b: [2, 3, 4, 5], c: [3, 2, 1, undefined] }))
    expect(found?.n).toBe(4)
    for (const name of ['pearson', 'spearman', 'kendall'] as const) expect(found?.[name]?.value).toBeCloseTo(-1 / 3, 12)
  })

  test('are nothing where nobody rated an answer twice', () =>
    expect(raterCorrelation(rated({ a: [1, 2, undefined, undefined], b: [undefined, undefined, 3, 4] }))).toBeUndefined())
})
