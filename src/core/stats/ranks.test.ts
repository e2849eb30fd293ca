import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kendallTau, rankByPairs } from './ranks.ts'

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

describe('ranks by pairs', () => {
  /** Values that are told apart from a distance on, as places of each in the order of the list. */
  const ranked = (values: readonly number[], least: number) =>
    rankByPairs(values, (one, other) => {
      const difference = (values[one] as number) - (values[other] as number)
      return { difference, p: Math.abs(difference) >= least ? 0 : 1 }
    })
  const places = (values: readonly number[], least: number) => ranked(values, least).map(({ index, from, to }) => [index, from, to])

  test.each<[string, number[], number, number[][]]>([
    [
      'of values that all differ are 1 to n',
      [0.2, 0.9, 0.5],
      0.1,
      [
        [1, 1, 1],
        [2, 2, 2],
        [0, 3, 3],
      ],
    ],
    [
      'of values that do not differ are all shared',
      [0.2, 0.9, 0.5],
      1,
      [
        [1, 1, 3],
        [2, 1, 3],
        [0, 1, 3],
      ],
    ],
    [
      'overlap where the middle one is like both ends, which differ',
      [3, 2, 1],
      1.5,
      [
        [0, 1, 2],
        [1, 1, 3],
        [2, 2, 3],
      ],
    ],
    [
      'of two groups are shared within each',
      [10, 1, 11, 2],
      5,
      [
        [2, 1, 2],
        [0, 1, 2],
        [3, 3, 4],
        [1, 3, 4],
      ],
    ],
    [
      'of one without a value are all, and it stands last',
      [Number.NaN, 0, 1],
      0.5,
      [
        [2, 1, 2],
        [1, 2, 3],
        [0, 1, 3],
      ],
    ],
  ])('%s', (_, values, least, expected) => expect(places(values, least)).toEqual(expected))

  test('go by the sign of the pair, whatever the values say, and Holm counts the pairs', () => {
    const [low, high] = [1, 2]
    expect(rankByPairs([low, high], () => ({ difference: 1, p: 0.04 })).map(({ index, from }) => [index, from])).toEqual([
      [0, 1],
      [1, 2],
    ])
    // Of three pairs the least p has to be under 0.05 / 3.
    expect(rankByPairs([1, 1, 1], () => ({ difference: 1, p: 0.02 })).map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
    ])
  })

  test('hold the own place, and are in the order of the values, where all pairs go by these', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 20 }), { maxLength: 10 }), fc.integer({ min: 1, max: 8 }), (values, least) => {
        const found = ranked(values, least)
        for (const [place, { from, to }] of found.entries()) {
          expect(from).toBeLessThanOrEqual(place + 1)
          expect(to).toBeGreaterThanOrEqual(place + 1)
        }
        expect(found.map(({ index }) => values[index])).toEqual([...values].sort((one, other) => other - one))
      }),
    )
  })
})
