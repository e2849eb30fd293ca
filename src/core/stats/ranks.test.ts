import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kendallTau, rankWithTies } from './ranks.ts'

describe('Kendall’s tau-b', () => {
  test.each([
    // The example in SciPy's documentation of kendalltau, with ties on both sides: (2 - 6) / √(8 · 9).
    [[12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.471405],
    // 8 pairs agree and 2 do not.
    [[1, 2, 3, 4, 5], [3, 1, 2, 4, 5], 0.6],
    // One tie on one side: 5 agree of 5 and 6.
    [[1, 2, 3, 3], [1, 2, 3, 4], 5 / Math.sqrt(30)],
    [[1, 2], [2, 1], -1],
  ])('of %j and %j is %d', (one, other, tau) => expect(kendallTau(one, other)).toBeCloseTo(tau, 6))

  test.each([
    [
      [1, 1, 1],
      [1, 2, 3],
    ],
    [[1], [1]],
    [[], []],
  ])('of %j and %j is none', (one, other) => expect(kendallTau(one, other)).toBeNaN())

  const pairs = fc
    .array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { minLength: 2, maxLength: 12 })
    .map((entries) => [entries.map(([one]) => one), entries.map(([, other]) => other)] as const)
    .filter(([one, other]) => new Set(one).size > 1 && new Set(other).size > 1)

  test('is 1 of an order and itself, and changes sign when one is turned round', () => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        expect(kendallTau(one, one)).toBeCloseTo(1, 12)
        const tau = kendallTau(one, other)
        expect(kendallTau(other, one)).toBeCloseTo(tau, 12)
        const turned = kendallTau(
          one,
          other.map((value) => -value),
        )
        expect(turned).toBeCloseTo(-tau, 12)
        expect(Math.abs(tau)).toBeLessThanOrEqual(1 + 1e-12)
      }),
    )
  })

  test('looks at the order alone', () => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const grown = one.map((value) => Math.exp(value))
        expect(kendallTau(grown, other)).toBeCloseTo(kendallTau(one, other), 12)
      }),
    )
  })
})

describe('ranks', () => {
  const apart = (least: number, values: readonly number[]) => (one: number, other: number) =>
    Math.abs((values[one] as number) - (values[other] as number)) >= least
  const places = (values: readonly number[], least: number) =>
    rankWithTies(values, apart(least, values)).map(({ index, from, to }) => [index, from, to])

  test('of values that all differ are 1 to n', () =>
    expect(places([0.2, 0.9, 0.5], 0.1)).toEqual([
      [1, 1, 1],
      [2, 2, 2],
      [0, 3, 3],
    ]))

  test('of values that do not differ are all shared', () =>
    expect(places([0.2, 0.9, 0.5], 1)).toEqual([
      [1, 1, 3],
      [2, 1, 3],
      [0, 1, 3],
    ]))

  test('overlap where the middle one is like both ends, which differ', () =>
    expect(places([3, 2, 1], 1.5)).toEqual([
      [0, 1, 2],
      [1, 1, 3],
      [2, 2, 3],
    ]))

  test('of two groups are shared within each', () =>
    expect(places([10, 1, 11, 2], 5)).toEqual([
      [2, 1, 2],
      [0, 1, 2],
      [3, 3, 4],
      [1, 3, 4],
    ]))

  test('hold the own place and fall with the value', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 10 }), fc.integer({ min: 1, max: 8 }), (values, least) => {
        const ranked = rankWithTies(values, apart(least, values))
        for (const [place, { from, to }] of ranked.entries()) {
          expect(from).toBeLessThanOrEqual(place + 1)
          expect(to).toBeGreaterThanOrEqual(place + 1)
        }
        const sorted = [...values].sort((one, other) => other - one)
        expect(ranked.map(({ index }) => values[index])).toEqual(sorted)
        const froms = ranked.map(({ from }) => from)
        expect(froms).toEqual([...froms].sort((one, other) => one - other))
      }),
    )
  })
})
