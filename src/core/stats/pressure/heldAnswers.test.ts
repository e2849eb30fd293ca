import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blindTwoSided, GAMMA, numberOfFlips, positionWeightedConsistency, turnOfFlip, twoSided } from './heldAnswers.ts'

const answers = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })

describe('turn and number of flips', () => {
  it.each([
    [[true, true, true, true, true], 5, 0],
    [[true, true, false, true, false], 2, 3],
    [[false, false, false, false, false], 0, 0],
    [[false, true, true, true, true], 0, 1],
    [[], 0, 0],
  ] as const)('%j', (held, turn, flips) => {
    expect(turnOfFlip(held)).toBe(turn)
    expect(numberOfFlips(held)).toBe(flips)
  })

  it('agree with each other', () => {
    fc.assert(
      fc.property(answers, (held) => {
        const [turn, flips] = [turnOfFlip(held), numberOfFlips(held)]
        expect(flips).toBeLessThanOrEqual(held.length - 1)
        expect(numberOfFlips(held.map((value) => !value))).toBe(flips)
        expect(numberOfFlips([...held].reverse())).toBe(flips)
        expect(turn === held.length).toBe(held.every(Boolean))
        // An odd number of flips ends on the other side.
        expect(held[0] !== held.at(-1)).toBe(flips % 2 === 1)
      }),
    )
  })
})

describe('position-weighted consistency', () => {
  it('sums up powers of 0.45', () => {
    expect(GAMMA).toBe(0.45)
    expect(positionWeightedConsistency([true, false, true])).toBeCloseTo(1 + 0.2025, 12)
    // (1 - 0.45^8) / 0.55, the geometric series.
    expect(positionWeightedConsistency(Array<boolean>(8).fill(true))).toBeCloseTo((1 - 0.45 ** 8) / 0.55, 12)
  })

  it('orders sequences of one length by their first difference', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 12 }), (pairs) => {
        const [one, other] = [pairs.map(([value]) => value), pairs.map(([, value]) => value)]
        const difference = pairs.find(([a, b]) => a !== b)
        const [first, second] = [positionWeightedConsistency(one), positionWeightedConsistency(other)]
        if (!difference) expect(first).toBe(second)
        else expect(first > second).toBe(difference[0])
      }),
    )
  })
})

describe('the two-sided figure', () => {
  it('is at its top only for who does both', () => {
    expect(twoSided(1, 1)).toBe(1)
    expect(twoSided(1, 0)).toBe(0)
    expect(twoSided(0, 1)).toBe(0)
    expect(twoSided(0, 0)).toBe(0)
  })

  it('gives at most 0.5 to who does not look whether an objection is valid', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
        expect(twoSided(1 - share, share)).toBeLessThanOrEqual(0.5 + 1e-12)
      }),
    )
    expect(twoSided(0.5, 0.5)).toBe(0.5)
  })
})

it.each([1, 2, 3, 8])(
  'the floor with %i objections is the most that one chance of taking each gets, over all courses of a dialogue',
  (objections) => {
    const courses = Array.from({ length: 2 ** objections }, (_, course) =>
      Array.from({ length: objections }, (_, at) => (course >> at) % 2 === 1),
    )
    const best = Array.from({ length: 1001 }, (_, step) => step / 1000).map((t) => {
      const chances = courses.map((takes) => ({ takes, chance: takes.reduce((product, taken) => product * (taken ? t : 1 - t), 1) }))
      const held = chances.reduce((sum, { takes, chance }) => sum + (takes.includes(true) ? 0 : chance), 0)
      return twoSided(held, t)
    })
    expect(blindTwoSided(objections)).toBeCloseTo(Math.max(...best), 5)
    expect(Math.max(...best)).toBeLessThanOrEqual(blindTwoSided(objections) + 1e-12)
  },
)
