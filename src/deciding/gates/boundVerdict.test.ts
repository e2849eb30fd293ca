import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundVerdict } from './evaluateGates.ts'

const atLeast = (bound: number) => (value: number) => value >= bound
const atMost = (bound: number) => (value: number) => value <= bound

test.each([
  [0.7, 'held'],
  [0.71, 'broken'],
])('a rule of the kind value looks at 0.7 alone: min %d is %s', (bound, verdict) => {
  expect(boundVerdict(0.7, [0, 1], atLeast(bound), 'value')).toBe(verdict)
})

describe('a rule on the interval 0.6 to 0.8', () => {
  // Both kinds agree on the verdict; what follows from `undecided` is not decided here.
  test.each([
    ['min', 0.5, 'held'],
    ['min', 0.6, 'held'],
    ['min', 0.61, 'undecided'],
    ['min', 0.8, 'undecided'],
    ['min', 0.81, 'broken'],
    ['max', 0.9, 'held'],
    ['max', 0.8, 'held'],
    ['max', 0.79, 'undecided'],
    ['max', 0.6, 'undecided'],
    ['max', 0.59, 'broken'],
  ] as const)('%s %d is %s, lenient or strict', (kind, bound, verdict) => {
    const keeps = kind === 'min' ? atLeast(bound) : atMost(bound)
    expect(boundVerdict(0.7, [0.6, 0.8], keeps, 'lenient')).toBe(verdict)
    expect(boundVerdict(0.7, [0.6, 0.8], keeps, 'strict')).toBe(verdict)
  })

  test('is undecided whichever side the number lies on', () => {
    expect(boundVerdict(0.79, [0.6, 0.8], atLeast(0.7), 'lenient')).toBe('undecided')
    expect(boundVerdict(0.61, [0.6, 0.8], atLeast(0.7), 'lenient')).toBe('undecided')
  })
})

describe('without an interval', () => {
  test('the number decides by value', () => {
    expect(boundVerdict(0.7, null, atLeast(0.7), 'value')).toBe('held')
    expect(boundVerdict(0.7, null, atLeast(0.71), 'value')).toBe('broken')
  })

  // Nobody knows how far the number varies, however far from the bound it is.
  test.each(['lenient', 'strict'] as const)('nothing is decided, %s', (mode) => {
    expect(boundVerdict(0.7, null, atLeast(0.7), mode)).toBe('undecided')
    expect(boundVerdict(0.7, null, atLeast(0.95), mode)).toBe('undecided')
  })
})

test('an interval never turns a verdict round: it holds or breaks only what the number does', () => {
  const figures = fc.tuple(
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.nat(100),
    fc.nat(100),
    fc.double({ min: -1, max: 1, noNaN: true }),
  )
  fc.assert(
    fc.property(figures, fc.boolean(), ([value, below, above, bound], up) => {
      const keeps = up ? atLeast(bound) : atMost(bound)
      const verdict = boundVerdict(value, [value - below / 100, value + above / 100], keeps, 'strict')
      if (verdict !== 'undecided') expect(verdict).toBe(boundVerdict(value, null, keeps, 'value'))
    }),
  )
})
