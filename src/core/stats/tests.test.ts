import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holm, holmAfter } from './tests.ts'

const pValue = fc.double({ min: 0, max: 1, noNaN: true })
const pValues = fc.array(pValue, { minLength: 1, maxLength: 12 })

describe('Holm’s correction', () => {
  test.each([
    // Wikipedia, Holm–Bonferroni method, example: of these at 5 % the first and the last are significant.
    [
      [0.01, 0.04, 0.03, 0.005],
      [0.03, 0.06, 0.06, 0.02],
    ],
    [[0.02], [0.02]],
    [
      [0.01, 0.01, 0.01],
      [0.03, 0.03, 0.03],
    ],
    [
      [0.6, 0.4],
      [0.8, 0.8],
    ],
    [[], []],
  ])('of %j is %j', (raw, adjusted) => {
    expect(holm(raw)).toHaveLength(adjusted.length)
    for (const [index, p] of holm(raw).entries()) expect(p).toBeCloseTo(adjusted[index] as number, 12)
  })

  test('calls significant what the step-down procedure does', () => {
    fc.assert(
      fc.property(pValues, (raw) => {
        // Holm (1979): from the smallest on, while p is under 0.05 over the number of tests that are left.
        const order = raw.map((_, index) => index).sort((one, other) => (raw[one] as number) - (raw[other] as number))
        const kept = order.findIndex((index, rank) => (raw[index] as number) * (raw.length - rank) >= 0.05)
        const rejected = new Set(kept === -1 ? order : order.slice(0, kept))
        expect(holm(raw).map((p) => p < 0.05)).toEqual(raw.map((_, index) => rejected.has(index)))
      }),
    )
  })

  test('lies between no correction and Bonferroni’s, and keeps the order of the tests', () => {
    fc.assert(
      fc.property(pValues, (raw) => {
        const adjusted = holm(raw)
        for (const [index, p] of raw.entries()) {
          expect(adjusted[index]).toBeGreaterThanOrEqual(p)
          expect(adjusted[index]).toBeLessThanOrEqual(Math.min(1, raw.length * p))
        }
        expect(holm([...raw].reverse()).reverse()).toEqual(adjusted)
      }),
    )
  })
})

describe('Holm’s correction after a first test', () => {
  test('leaves the first as it is, and does not count it among the others', () => {
    // Of 0.01, 0.04 and 0.005: 3 × 0.005, 2 × 0.01, 0.04.
    const close = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 12))
    expect(holmAfter([0.01, 0.03, 0.04, 0.005], 1)).toEqual(close([0.02, 0.03, 0.04, 0.015]))
    expect(holmAfter([0.03, 0.01, 0.04, 0.005], 0)).toEqual(close([0.03, 0.02, 0.04, 0.015]))
    expect(holmAfter([0.01, 0.04, 0.005, 0.03], 3)).toEqual(close([0.02, 0.04, 0.015, 0.03]))
    expect(holmAfter([0.03], 0)).toEqual([0.03])
  })

  test('is Holm’s without a first', () => {
    fc.assert(
      fc.property(pValues, (raw) => {
        expect(holmAfter(raw, undefined)).toEqual(holm(raw))
      }),
    )
  })

  test('is Holm’s of the others', () => {
    fc.assert(
      fc.property(pValues, fc.nat(), (raw, place) => {
        const first = place % raw.length
        const adjusted = holmAfter(raw, first)
        expect(adjusted).toHaveLength(raw.length)
        expect(adjusted[first]).toBe(raw[first])
        expect(adjusted.toSpliced(first, 1)).toEqual(holm(raw.toSpliced(first, 1)))
      }),
    )
  })
})
