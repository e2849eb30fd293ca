import fc from 'fast-check'
import { median as middle } from 'simple-statistics'
import { describe, expect, test } from 'vitest'
import { mean, median, sampleDeviation } from './mean.ts'

/** A finite double as an exact integer multiple of 2^-1074. */
function exact(value: number): bigint {
  const bits = new DataView(new ArrayBuffer(8))
  bits.setFloat64(0, Math.abs(value))
  const raw = bits.getBigUint64(0)
  const exponent = raw >> 52n
  const fraction = raw & ((1n << 52n) - 1n)
  const magnitude = exponent === 0n ? fraction : (fraction | (1n << 52n)) << (exponent - 1n)
  return value < 0 ? -magnitude : magnitude
}

/** |mean - sum/n| against units in the last place of the exact mean, all in integers. */
function withinUlps(computed: number, values: readonly number[], ulps: bigint): boolean {
  const n = BigInt(values.length)
  const sum = values.reduce((total, value) => total + exact(value), 0n)
  const error = exact(computed) * n - sum
  const size = sum < 0n ? -sum : sum
  return (error < 0n ? -error : error) <= ulps * ((size >> 52n) + n)
}

describe('mean', () => {
  test('is within two units in the last place of the exact rational mean', () => {
    const score = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 300 }), (values) => {
        expect(withinUlps(mean(values), values, 2n)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('is so for numbers of very different sizes and both signs', () => {
    const number = fc
      .tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: -40, max: 40 }))
      .map(([base, power]) => base * 2 ** power)
    fc.assert(
      fc.property(fc.array(number, { minLength: 1, maxLength: 50 }), (values) => {
        expect(withinUlps(mean(values), values, 2n)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('does not depend on the order of the scores', () => {
    const score = fc.tuple(fc.nat({ max: 60 }), fc.integer({ min: 1, max: 60 })).map(([part, whole]) => Math.min(part, whole) / whole)
    const shuffled = fc
      .array(score, { minLength: 1, maxLength: 200 })
      .chain((values) => fc.tuple(fc.constant(values), fc.shuffledSubarray(values, { minLength: values.length })))
    fc.assert(
      fc.property(shuffled, ([values, others]) => {
        expect(mean(others)).toBe(mean(values))
      }),
    )
  })

  test('keeps small scores beside large ones', () => expect(mean([1e16, 1, -1e16, 1])).toBe(0.5))

  test('of ten times a tenth is a tenth', () => expect(mean(Array.from({ length: 10 }, () => 0.1))).toBe(0.1))

  test('of nothing is no number', () => expect(mean([])).toBeNaN())
})

describe('sampleDeviation', () => {
  test('is that of the textbook', () => {
    // Mean 5, squares 9 + 1 + 1 + 1 + 0 + 0 + 4 + 16 = 32, divided by 7.
    expect(sampleDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 14)
  })

  test('of two numbers is their distance over the root of two', () => expect(sampleDeviation([1, 4])).toBeCloseTo(3 / Math.SQRT2, 14))

  test('of equal numbers is 0', () => {
    expect(sampleDeviation([0.25, 0.25, 0.25])).toBe(0)
    expect(sampleDeviation([0.1, 0.1, 0.1])).toBeCloseTo(0, 15)
  })

  test.each([[[]], [[3]]])('of %j is no number', (values) => expect(sampleDeviation(values)).toBeNaN())
})

test('the median is the middle one of the values in their order', () => {
  expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7])
  expect(median([])).toBeNaN()
  const values = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1 })
  fc.assert(fc.property(values, (some) => median(some) === middle(some)))
})
