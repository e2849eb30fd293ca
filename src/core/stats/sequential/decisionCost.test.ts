import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { type CostUnit, changeValues, decisionCost } from './decisionCost.ts'

const unitsOf = (values: readonly number[]): CostUnit[] => values.map((value) => ({ weight: 1 / values.length, items: 1, value }))
const rates = unitsOf(Array.from({ length: 400 }, (_, at) => Number((at * 7) % 10 < 8)))
const rule = { range: [0, 1], bound: 0.7, keeps: 'atLeast', decide: 'value', alpha: 0.05 } as const

test('values are changed by what was planned, and stay on the scale', () => {
  const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(values, fc.double({ min: -1, max: 1, noNaN: true }), (own, change) => {
      const changed = changeValues(unitsOf(own), [0, 1], change, 1)
      const mean = (all: readonly number[]) => all.reduce((sum, value) => sum + value, 0) / all.length
      expect(mean(changed)).toBeCloseTo(Math.min(1, Math.max(0, mean(own) + change)), 9)
      for (const value of changed) expect(Math.abs(value - 0.5)).toBeLessThanOrEqual(0.5 + 1e-9)
    }),
    propertyRuns(200, 2000),
  )
})

test('of 0 and 1 whole passes turn to failures, but for one', () => {
  const changed = changeValues(rates, [0, 1], -0.1, 3)
  expect(changed.filter((value) => value === 1)).toHaveLength(280)
  expect(changed.filter((value) => value !== 0 && value !== 1).length).toBeLessThanOrEqual(1)
})

test('a decision costs most at the bound and less the farther the figure is from it', () => {
  const cost = (change: number) => decisionCost({ ...rule, units: rates, change, runs: 40 })
  const [same, atBound, below, far] = [cost(0), cost(-0.1), cost(-0.2), cost(-0.4)]
  expect(atBound.median).toBeGreaterThan(same.median)
  expect(below.median).toBeLessThan(atBound.median)
  expect(far.median).toBeLessThan(below.median)
  expect(far.median).toBeLessThan(60)
  for (const { median, most, mean, undecided } of [same, atBound, below, far]) {
    expect(most).toBeGreaterThanOrEqual(median)
    expect(mean).toBeLessThanOrEqual(400)
    expect(undecided).toBeLessThanOrEqual(1)
  }
})

test('units count by their items', () => {
  const pairs = rates.map((unit) => ({ ...unit, items: 2 }))
  const [one, two] = [rates, pairs].map((units) => decisionCost({ ...rule, units, change: -0.4, runs: 20 }))
  expect(two?.median).toBe(2 * (one?.median ?? 0))
})
