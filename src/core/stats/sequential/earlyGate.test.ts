import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { EarlyGate, type EarlyGateOptions } from './earlyGate.ts'

const unitsOf = (count: number) => Array.from({ length: count }, () => ({ weight: 1 / count }))

function verdictsOf(values: readonly (number | undefined)[], options: Partial<EarlyGateOptions>) {
  const gate = new EarlyGate({
    units: unitsOf(values.length),
    range: [0, 1],
    bound: 0.5,
    keeps: 'atLeast',
    decide: 'value',
    alpha: 0.05,
    ...options,
  })
  return values.map((value) => gate.observe(value))
}

const eighths = fc.integer({ min: 0, max: 8 }).map((value) => value / 8)
const values = fc.array(eighths, { minLength: 1, maxLength: 60 })
const mean = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0) / numbers.length

describe('a rule decided by its value', () => {
  test('says at the last unit what the whole run says', () => {
    fc.assert(
      fc.property(values, eighths, fc.boolean(), (own, bound, least) => {
        const { verdict, units } = verdictsOf(own, { bound, keeps: least ? 'atLeast' : 'atMost' }).at(-1) as {
          verdict: string
          units: number
        }
        const figure = mean(own)
        expect(units).toBe(own.length)
        expect(verdict).toBe((least ? figure >= bound : figure <= bound) ? 'held' : 'broken')
      }),
      propertyRuns(300, 3000),
    )
  })

  test('never says what the values left cannot bring about, and says at once what they cannot change', () => {
    fc.assert(
      fc.property(values, eighths, (own, bound) => {
        for (const { verdict, units } of verdictsOf(own, { bound })) {
          const seen = own.slice(0, units).reduce((sum, value) => sum + value, 0)
          if (seen / own.length >= bound) expect(verdict).toBe('held')
          if ((seen + own.length - units) / own.length < bound - 1e-9) expect(verdict).toBe('broken')
        }
      }),
      propertyRuns(300, 3000),
    )
  })

  test('says the same on any scale, and turned round', () => {
    fc.assert(
      fc.property(values, eighths, fc.integer({ min: -3, max: 3 }), (own, bound, shift) => {
        const told = verdictsOf(own, { bound }).map(({ verdict }) => verdict)
        const scale = (value: number) => 64 * value + shift
        const scaled = verdictsOf(own.map(scale), { bound: scale(bound), range: [scale(0), scale(1)] })
        expect(scaled.map(({ verdict }) => verdict)).toEqual(told)
        const turned = verdictsOf(
          own.map((value) => -value),
          { bound: -bound, range: [-1, 0], keeps: 'atMost' },
        )
        expect(turned.map(({ verdict }) => verdict)).toEqual(told)
      }),
      propertyRuns(200, 2000),
    )
  })

  test('is decided by a tenth of a run that is clearly good or clearly bad', () => {
    const good = verdictsOf(Array(300).fill(1), {}).findIndex(({ verdict }) => verdict === 'held')
    const bad = verdictsOf(Array(300).fill(0), {}).findIndex(({ verdict }) => verdict === 'broken')
    expect(good).toBeGreaterThan(2)
    expect(good).toBeLessThan(30)
    expect(bad).toBeGreaterThan(2)
    expect(bad).toBeLessThan(30)
  })

  test('bets nothing on the units that were not drawn', () => {
    const standing = verdictsOf(Array(300).fill(1), { first: 40 })[39]
    expect(standing).toEqual({ verdict: undefined, units: 40, risk: 1 })
  })

  test('is about the units with a value', () => {
    // Of the 10 with a value 5 are ones; those without would make it 5 of 20.
    const own = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? Number(at % 4 === 0) : undefined))
    expect(verdictsOf(own, { bound: 0.5 }).at(-1)?.verdict).toBe('held')
    expect(verdictsOf(own, { bound: 0.51 }).at(-1)?.verdict).toBe('broken')
  })

  test('says nothing of a run without a value', () => {
    const told = verdictsOf(Array(5).fill(undefined), {})
    expect(told.at(-1)?.verdict).toBe(undefined)
  })
})

describe.each(['lenient', 'strict'] as const)('a %s rule', (decide) => {
  test('is decided early and rightly where the whole interval is far from the bound', () => {
    // 0.9 and 0.1 in a fixed order without a pattern of its own; their 95 % intervals end far from 0.5.
    const own = Array.from({ length: 300 }, (_, at) => ((at * 7) % 10 === 3 ? 0 : 1))
    const good = verdictsOf(own, { decide }).findIndex(({ verdict }) => verdict === 'held')
    const bad = verdictsOf(
      own.map((value) => 1 - value),
      { decide },
    ).findIndex(({ verdict }) => verdict === 'broken')
    for (const at of [good, bad]) {
      expect(at).toBeGreaterThan(2)
      expect(at).toBeLessThan(100)
    }
  })

  test('ends undecided where the interval of the whole run holds the bound', () => {
    // Half of 300 are right: the interval is 0.44 to 0.56.
    const own = Array.from({ length: 300 }, (_, at) => Number((at * 7) % 10 < 5))
    expect(verdictsOf(own, { decide }).at(-1)?.verdict).toBe('undecided')
  })
})
