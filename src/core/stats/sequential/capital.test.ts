import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { Capital } from './capital.ts'
import type { EarlyUnit } from './earlyUnit.ts'
import { UnitLedger } from './unitLedger.ts'

interface Valued extends EarlyUnit {
  readonly value: number | undefined
}

/** Every order of the units, with its chance when each next one is drawn in proportion to its size. */
function* orders(units: readonly Valued[]): Iterable<{ order: readonly Valued[]; chance: number }> {
  if (units.length === 0) yield { order: [], chance: 1 }
  const total = units.reduce((sum, { size = 1 }) => sum + size, 0)
  for (const [at, unit] of units.entries())
    for (const { order, chance } of orders(units.toSpliced(at, 1)))
      yield { order: [unit, ...order], chance: (chance * (unit.size ?? 1)) / total }
}

function capitalsOf(order: readonly Valued[], side: 1 | -1, tested: number): Capital[] {
  const ledger = new UnitLedger(order, { range: [0, 1], sign: 1, bound: 0.5, first: 0 })
  return order.map(({ value }) => {
    ledger.observe(value, 1)
    const capital = new Capital(ledger, side)
    capital.test(tested)
    return capital
  })
}

/** The mean over the units with a value. */
function figureOf(units: readonly Valued[]): number {
  const scored = units.filter(({ value }) => value !== undefined)
  return (
    scored.reduce((sum, { weight, value }) => sum + weight * (value as number), 0) / scored.reduce((sum, { weight }) => sum + weight, 0)
  )
}

const equal = [0, 1, 1, 0.3, 0.8, 1].map((value): Valued => ({ weight: 1 / 6, value }))
const POPULATIONS: readonly (readonly [string, readonly Valued[]])[] = [
  ['equal units', equal],
  ['unequal weights, drawn alike', equal.map((unit, at) => ({ ...unit, weight: [0.3, 0.1, 0.05, 0.25, 0.2, 0.1][at] as number }))],
  [
    'unequal weights, drawn by them',
    equal.map((unit, at) => ({
      ...unit,
      weight: [0.3, 0.1, 0.05, 0.25, 0.2, 0.1][at] as number,
      size: [0.3, 0.1, 0.05, 0.25, 0.2, 0.1][at] as number,
    })),
  ],
  ['units without a value', equal.map((unit, at) => (at === 2 ? { ...unit, value: undefined } : unit))],
  [
    'strata and what is known',
    equal.map((unit, at) => ({ ...unit, stratum: String(at % 2), known: (unit.value as number) > 0.5 ? 1 : 0 })),
  ],
]

describe.each(POPULATIONS)('over all orders of %s', (_name, units) => {
  const figure = figureOf(units)
  const all = [...orders(units)]

  test.each([1, -1] as const)('betting wins nothing on average when the tested value is the figure, side %i', (side) => {
    const means = units.map(() => 0)
    for (const { order, chance } of all)
      for (const [at, { wealth }] of capitalsOf(order, side, figure).entries()) means[at] = (means[at] as number) + chance * wealth
    // A unit that decides for certain is no bet: up to there it is a martingale to the last digit.
    for (const mean of means) expect(mean).toBeCloseTo(1, 10)
  })

  test.each([1, -1] as const)('nobody who is wrong is ruined more often than he says, side %i', (side) => {
    for (const alpha of [0.1, 0.3, 0.6]) {
      let wrong = 0
      for (const { order, chance } of all) if (capitalsOf(order, side, figure).some(({ risk }) => risk <= alpha)) wrong += chance
      expect(wrong).toBeLessThanOrEqual(alpha + 1e-12)
    }
  })

  test('of a false value more is won', () => {
    const last = (side: 1 | -1, tested: number) =>
      all.reduce((sum, { order, chance }) => sum + chance * (capitalsOf(order, side, tested).at(2) as Capital).wealth, 0)
    expect(last(1, figure - 0.1)).toBeGreaterThan(1)
    expect(last(-1, figure + 0.1)).toBeGreaterThan(1)
    expect(last(1, figure + 0.05)).toBeLessThan(1)
  })
})

test('who bets that a figure is above a value risks the more, the higher that value is', () => {
  // Where not even a billionth of the scale is left to lose nothing is bet, since rounding is as large. These values keep away from it.
  const thousandths = fc.integer({ min: 0, max: 1000 }).map((value) => value / 1000)
  const tested = thousandths.map((value) => value + 0.001 / Math.PI)
  const values = fc.array(thousandths, { minLength: 2, maxLength: 30 })
  fc.assert(
    fc.property(values, tested, tested, (own, one, other) => {
      const order = own.map((value): Valued => ({ weight: 1 / own.length, value }))
      const at = (side: 1 | -1, tested: number) => (capitalsOf(order, side, tested).at(-1) as Capital).risk
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(at(1, low)).toBeLessThanOrEqual(at(1, high) + 1e-9)
      expect(at(-1, high)).toBeLessThanOrEqual(at(-1, low) + 1e-9)
    }),
    propertyRuns(200, 2000),
  )
})

test('a tested value that no remaining value can bring about is told for certain', () => {
  const units = [1, 1, 1, 0].map((value): Valued => ({ weight: 0.25, value }))
  // After three ones the figure is 0.75 or more.
  expect((capitalsOf(units, 1, 0.7).at(-1) as Capital).risk).toBe(0)
})
