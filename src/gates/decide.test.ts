import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'

const atLeast = (bound: number) => (value: number) => value >= bound

describe('a rule of at least 0.7', () => {
  test.each([
    // Value, interval, then what each way to decide says.
    [0.75, [0.72, 0.78], 'held', 'held', 'held'],
    [0.75, [0.7, 0.8], 'held', 'held', 'held'],
    [0.75, [0.65, 0.85], 'held', 'undecided', 'undecided'],
    [0.65, [0.55, 0.75], 'broken', 'undecided', 'undecided'],
    [0.6, [0.5, 0.69], 'broken', 'broken', 'broken'],
    [0.75, null, 'held', 'held', 'held'],
    [0.65, null, 'broken', 'broken', 'broken'],
  ] as const)('on %d, %j, says %s by value, %s leniently, %s strictly', (value, interval, byValue, lenient, strict) => {
    expect(decide(value, interval, atLeast(0.7), 'value')).toBe(byValue)
    expect(decide(value, interval, atLeast(0.7), 'lenient')).toBe(lenient)
    expect(decide(value, interval, atLeast(0.7), 'strict')).toBe(strict)
  })
})

test('a rule of at most is the mirror image', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.nat(), fc.integer(), (value, below, above, bound) => {
      const interval = [value - below, value + above] as const
      const turned = [-interval[1], -interval[0]] as const
      for (const mode of ['value', 'lenient', 'strict'] as const)
        expect(decide(-value, turned, (given) => given <= -bound, mode)).toBe(decide(value, interval, atLeast(bound), mode))
    }),
  )
})

test('what an interval decides, the value within it decides too', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), fc.nat(), fc.integer(), (value, below, above, bound) => {
      const verdict = decide(value, [value - below, value + above], atLeast(bound), 'strict')
      if (verdict !== 'undecided') expect(decide(value, null, atLeast(bound), 'value')).toBe(verdict)
    }),
  )
})
