import * as fc from 'fast-check'
import { sampleCorrelation } from 'simple-statistics'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { kendallTau } from '../ranks.ts'
import { type AgreementFigures, agreementOf, type LabelledPair } from './agreementFigures.ts'

const pairsOf = (table: readonly (readonly [judge: number, human: number, count: number])[]): LabelledPair[] =>
  table.flatMap(([judge, human, count]) => Array.from({ length: count }, () => ({ judge, human })))
const figuresOf = (pairs: readonly LabelledPair[], binary: boolean): AgreementFigures => agreementOf(pairs, binary)(pairs.map(() => 1))

describe('yes and no', () => {
  // Of 50 proposals both raters accept 20 and refuse 15, one alone accepts 5 and the other alone 10: the common worked example.
  const figures = figuresOf(
    pairsOf([
      [1, 1, 20],
      [0, 0, 15],
      [1, 0, 5],
      [0, 1, 10],
    ]),
    true,
  )

  test('kappa is that of the worked example', () => {
    expect(figures.kappa).toBeCloseTo(0.4, 12)
    expect(figures.weightedKappa).toBeCloseTo(0.4, 12)
  })

  test('accuracy, sensitivity and specificity are shares of the right answers', () => {
    expect(figures.accuracy).toBeCloseTo(35 / 50, 12)
    expect(figures.sensitivity).toBeCloseTo(20 / 30, 12)
    expect(figures.specificity).toBeCloseTo(15 / 20, 12)
  })

  test('what people never say has no sensitivity or specificity', () => {
    const { sensitivity, specificity, kappa } = figuresOf(
      pairsOf([
        [1, 0, 1],
        [0, 0, 3],
      ]),
      true,
    )
    expect([sensitivity, specificity]).toEqual([Number.NaN, 0.75])
    expect(kappa).toBe(0)
  })

  test('kappa is 1 where both always agree, -1 where they never do, and not known of nothing', () => {
    const kappaOf = (...table: Parameters<typeof pairsOf>[0]) => figuresOf(pairsOf(table), true).kappa
    expect(kappaOf([0, 0, 3], [1, 1, 4])).toBe(1)
    expect(kappaOf([0, 1, 1], [1, 0, 1])).toBe(-1)
    expect(kappaOf()).toBeNaN()
  })
})

describe('ratings', () => {
  test('kappa takes as many values as occur, by their names alone', () => {
    const { kappa } = figuresOf(
      pairsOf([
        [7, 7, 44],
        [7, 0, 5],
        [7, 2, 1],
        [0, 7, 7],
        [0, 0, 20],
        [0, 2, 3],
        [2, 7, 9],
        [2, 0, 5],
        [2, 2, 6],
      ]),
      false,
    )
    // By hand: 70 of 100 agree; rows 50, 30, 20 and columns 60, 30, 10 agree by chance in 41.
    expect(kappa).toBeCloseTo((0.7 - 0.41) / (1 - 0.41), 12)
  })

  test('kappa by squares counts a distance of two four times', () => {
    // Judge 1, 2, 3, 3; people 1, 2, 2, 1. Squares seen: 0, 0, 1, 4. By chance, over 16 combinations: judge 1 against 1 1 2 2 is
    // 0 + 0 + 1 + 1, judge 2 is 1 + 1 + 0 + 0, judge 3 is 4 + 4 + 1 + 1, twice: 2 + 2 + 20 = 24. So 1 - (5 / 4) / (24 / 16).
    const figures = figuresOf(
      pairsOf([
        [1, 1, 1],
        [2, 2, 1],
        [3, 2, 1],
        [3, 1, 1],
      ]),
      false,
    )
    expect(figures.weightedKappa).toBeCloseTo(1 - 5 / 4 / (24 / 16), 12)
    // Plain: half agree; by chance 2 of 16 (judge 1) and 2 of 16 (judge 2).
    expect(figures.kappa).toBeCloseTo((0.5 - 0.25) / 0.75, 12)
    expect([figures.sensitivity, figures.specificity]).toEqual([Number.NaN, Number.NaN])
  })

  const expectNear = (found: number, expected: number) =>
    Number.isNaN(expected) ? expect(found).toBeNaN() : expect(found).toBeCloseTo(expected, 10)
  const ratings = fc.array(fc.record({ judge: fc.integer({ min: 1, max: 5 }), human: fc.integer({ min: 1, max: 5 }) }), {
    minLength: 3,
    maxLength: 40,
  })

  const midranks = (values: readonly number[]) =>
    values.map((value) => values.filter((other) => other < value).length + values.filter((other) => other === value).length / 2)

  test('correlations are those of the functions that take plain series', () => {
    fc.assert(
      fc.property(ratings, (pairs) => {
        const figures = figuresOf(pairs, false)
        const [judge, human] = [pairs.map((pair) => pair.judge), pairs.map((pair) => pair.human)]
        expectNear(figures.pearson, sampleCorrelation(judge, human))
        expectNear(figures.spearman, sampleCorrelation(midranks(judge), midranks(human)))
        expectNear(figures.kendall, kendallTau(judge, human))
      }),
      propertyRuns(100, 2000),
    )
  })

  test('a pair of weight two counts as two pairs, one of weight 0 as none', () => {
    fc.assert(
      fc.property(ratings, fc.infiniteStream(fc.integer({ min: 0, max: 3 })), (pairs, stream) => {
        const weights = pairs.map(() => stream.next().value as number)
        const written = pairs.flatMap((pair, index) => Array.from({ length: weights[index] as number }, () => pair))
        const weighted = agreementOf(pairs, false)(weights)
        const plain = figuresOf(written, false)
        for (const [name, value] of Object.entries(plain)) expectNear(weighted[name as keyof AgreementFigures], value)
      }),
      propertyRuns(100, 2000),
    )
  })
})

test('what does not vary has no correlation, also where rounding leaves a difference from the mean', () => {
  // The mean of three times 0.1 is not 0.1 in doubles with these weights: what is left would correlate with itself.
  const pairs = [0.1, 0.3, 0.7].map((human) => ({ judge: 0.1, human }))
  const weights = [1, 1, 1 / 3]
  const centre = weights.reduce((sum, weight) => sum + weight * 0.1, 0) / weights.reduce((sum, weight) => sum + weight, 0)
  expect(centre).not.toBe(0.1)
  const { pearson: found, spearman: byRanks, kendall } = agreementOf(pairs, false)(weights)
  expect([found, byRanks, kendall]).toEqual([Number.NaN, Number.NaN, Number.NaN])
  const alike = agreementOf(
    [0.1, 0.1].map((value) => ({ judge: value, human: value })),
    false,
  )([1 / 3, 1 / 7])
  expect([alike.accuracy, alike.kappa, alike.weightedKappa, alike.pearson]).toEqual([1, Number.NaN, Number.NaN, Number.NaN])
})
