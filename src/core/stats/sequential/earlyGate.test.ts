import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { EarlyGate, type EarlyGateOptions } from './earlyGate.ts'
import { WholeRun } from './wholeRun.ts'

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

describe('what the whole run can never say is never said early', () => {
  // Wilson's interval of 60 right answers of 60 begins at 60 / (60 + 1.96^2) = 0.940, and that of 100 of 100 at 0.963.
  test.each([
    [60, 0.95, 'strict', ['undecided']],
    [60, 0.95, 'lenient', ['undecided']],
    [100, 0.97, 'strict', ['undecided']],
    [300, 0.95, 'strict', ['held']],
    [300, 0.95, 'lenient', ['held']],
  ] as const)('%i right answers, min %d %s: %j', (count, bound, decide, words) => {
    const told = verdictsOf(Array(count).fill(1), { bound, decide }).flatMap(({ verdict }) => verdict ?? [])
    expect([...new Set(told)]).toEqual(words)
  })

  test('a drop of nothing yet, allowed less than the interval of so few pairs', () => {
    const units = Array.from({ length: 40 }, () => ({ weight: 1 / 40, known: 1, range: [-1, 0] as const }))
    const drop = { units, range: [-1, 1], changeOf: [0, 1], bound: -0.05, decide: 'strict' } as const
    // 40 equal pairs do not show that the change is within 0.05: 1.96^2 / (40 + 1.96^2) is 0.088.
    expect(verdictsOf(Array(40).fill(0), drop).map(({ verdict }) => verdict)).not.toContain('held')
  })
})

describe('a drop that is surely worse', () => {
  const units = Array.from({ length: 300 }, () => ({ weight: 1 / 300, known: 1, range: [-1, 0] as const }))
  const drop = { units, range: [-1, 1], changeOf: [0, 1], bound: -0.02, decide: 'worse' } as const
  const lost = (every: number) => Array.from({ length: 300 }, (_, at) => ((at * 7) % every === 3 ? -1 : 0))

  test.each([
    ['a fifth of the answers lost', lost(5), 'broken'],
    ['no answer lost', lost(1000), 'held'],
  ] as const)('%s: %s before a half of the units', (_name, values, verdict) => {
    const at = verdictsOf(values, drop).findIndex((standing) => standing.verdict !== undefined)
    expect(verdictsOf(values, drop)[at]?.verdict).toBe(verdict)
    expect(at).toBeLessThan(150)
  })
})

test('a verdict stands back while the second half goes against it, and not where that goes with it', () => {
  const falling = Array.from({ length: 200 }, (_, at) => Number(at < 60 || at % 3 > 0))
  const told = verdictsOf([...falling, ...Array(100).fill(1)], { bound: 0.3 })
  expect(told[59]?.verdict).toBe('held')
  // 78 of 300 are right by then: whether 90 will be is not certain.
  expect(told[85]?.verdict).toBe(undefined)
  const rising = verdictsOf([...falling].reverse().concat(Array(100).fill(1)), { bound: 0.3 })
  expect(rising[150]?.verdict).toBe('held')
})

test('over cells, units without a value hold up either word', () => {
  // Of 200 units of two cells the weak one lacks half of its scores: those that came are right in 5 of 6, as a mean over cells in 3 of 4.
  const own = Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 1 : at % 4 === 1 ? undefined : Number(at % 8 === 3)))
  const words = (overCells: boolean, bound: number) =>
    new Set(
      verdictsOf(own, { bound, overCells })
        .slice(0, 199)
        .map(({ verdict }) => verdict),
    )
  expect(words(false, 0.8)).toContain('held')
  for (const bound of [0.7, 0.8]) expect([...words(true, bound)]).toEqual([undefined])
  expect(words(true, 0.4)).toContain('held')
  expect(words(true, 0.95)).toContain('broken')
})

// Each look takes some 80 intervals of all that came: after every unit, minutes of a large run.
test('values above the scale, as they came before, do not have the whole run foreseen after each', () => {
  const foresee = vi.spyOn(WholeRun.prototype, 'foresee')
  const units = Array.from({ length: 300 }, () => ({ weight: 1 / 300, known: 0.5 }))
  const gate = new EarlyGate({
    units,
    range: [-1, 1],
    changeOf: [0, 1],
    bound: -0.05,
    keeps: 'atLeast',
    decide: 'worse',
    alpha: 0.05,
  })
  for (const at of units.keys()) gate.observe(at % 3 === 0 ? 0.1 : -0.15, 1, 0.1)
  expect(foresee).toHaveBeenCalled()
  expect(foresee.mock.calls.length).toBeLessThan(100)
  foresee.mockRestore()
})
