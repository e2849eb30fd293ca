import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashFraction, random } from './random.ts'

const parts = fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 4 })

describe('hashFraction', () => {
  test('is the first 32 bits of the SHA-256 of the parts as JSON, over 2 to the 32nd', () => {
    // printf '["limit",0,"item-1"]' | sha256sum begins with b11db58e; printf '[]' with 4f53cda1.
    expect(hashFraction('limit', 0, 'item-1')).toBe(0xb11db58e / 2 ** 32)
    expect(hashFraction()).toBe(0x4f53cda1 / 2 ** 32)
  })

  test('is from 0 to below 1', () => {
    fc.assert(
      fc.property(parts, (seed) => {
        const fraction = hashFraction(...seed)
        expect(fraction >= 0 && fraction < 1).toBe(true)
      }),
    )
  })

  test('tells a number from its text, and two parts from one', () => {
    expect(hashFraction(1)).not.toBe(hashFraction('1'))
    expect(hashFraction('a', 'b')).not.toBe(hashFraction('ab'))
  })

  test('is spread evenly', () => {
    const below = Array.from({ length: 10_000 }, (_, index) => hashFraction('spread', index)).filter((fraction) => fraction < 0.25)
    // Four standard deviations of a binomial count.
    expect(Math.abs(below.length - 2500)).toBeLessThan(4 * Math.sqrt(10_000 * 0.25 * 0.75))
  })
})

describe('a random stream', () => {
  const draws = (...seed: (string | number)[]) => {
    const stream = random(...seed)
    return Array.from({ length: 20 }, () => stream.int(0, 1_000_000))
  }

  test('is the same for the same parts and another for others', () => {
    expect(draws('a', 1)).toEqual(draws('a', 1))
    expect(draws('a', 2)).not.toEqual(draws('a', 1))
    expect(draws('a', '1')).not.toEqual(draws('a', 1))
  })

  test('gives whole numbers from least to most', () => {
    fc.assert(
      fc.property(parts, fc.integer(), fc.nat({ max: 1000 }), (seed, least, span) => {
        const value = random(...seed).int(least, least + span)
        expect(Number.isInteger(value) && value >= least && value <= least + span).toBe(true)
      }),
    )
  })

  test('reaches both ends', () => {
    const stream = random('ends')
    const seen = new Set(Array.from({ length: 200 }, () => stream.int(-1, 1)))
    expect([...seen].sort((one, other) => one - other)).toEqual([-1, 0, 1])
  })

  test('shuffles into a permutation and leaves its input alone', () => {
    fc.assert(
      fc.property(parts, fc.array(fc.integer()), (seed, entries) => {
        const before = [...entries]
        const shuffled = random(...seed).shuffle(entries)
        expect(entries).toEqual(before)
        expect([...shuffled].sort((one, other) => one - other)).toEqual([...before].sort((one, other) => one - other))
      }),
    )
  })

  test('shuffles every order about as often', () => {
    const counts = new Map<string, number>()
    for (let index = 0; index < 6000; index += 1) {
      const order = random('orders', index).shuffle(['a', 'b', 'c']).join('')
      counts.set(order, (counts.get(order) ?? 0) + 1)
    }
    expect(counts.size).toBe(6)
    // Four standard deviations of a binomial count.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt((6000 * 5) / 36))
  })

  test('picks one of the entries', () => {
    fc.assert(
      fc.property(parts, fc.array(fc.integer(), { minLength: 1 }), (seed, entries) => {
        expect(entries).toContain(random(...seed).pick(entries))
      }),
    )
  })

  test('samples different entries, all of them where there are fewer', () => {
    fc.assert(
      fc.property(parts, fc.uniqueArray(fc.integer()), fc.nat({ max: 20 }), (seed, entries, count) => {
        const sample = random(...seed).sample(entries, count)
        expect(sample).toHaveLength(Math.min(count, entries.length))
        expect(new Set(sample).size).toBe(sample.length)
        expect(sample.every((entry) => entries.includes(entry))).toBe(true)
      }),
    )
  })
})
