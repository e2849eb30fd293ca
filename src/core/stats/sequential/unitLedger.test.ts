import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../test/propertyRuns.ts'
import { random } from '../../base/random.ts'
import { Capital } from './earlyGate.ts'
import { type EarlyUnit, SeenUnits } from './seenUnits.ts'
import { UnitLedger } from './unitLedger.ts'

interface Valued extends EarlyUnit {
  readonly value: number | undefined
}

/** Every order of the units with its chance: each is drawn next by its size. */
function* orders(units: readonly Valued[], chance = 1): Iterable<{ order: readonly Valued[]; chance: number }> {
  if (units.length === 0) yield { order: [], chance }
  const sizes = units.reduce((sum, { size = 1 }) => sum + size, 0)
  for (const [at, unit] of units.entries())
    for (const rest of orders(units.toSpliced(at, 1), (chance * (unit.size ?? 1)) / sizes))
      yield { order: [unit, ...rest.order], chance: rest.chance }
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
  ['unequal weights', equal.map((unit, at) => ({ ...unit, weight: [0.3, 0.1, 0.05, 0.25, 0.2, 0.1][at] as number }))],
  ['units without a value', equal.map((unit, at) => (at === 2 ? { ...unit, value: undefined } : unit))],
  ['units drawn by size', equal.map((unit, at) => ({ ...unit, size: [0.3, 0.1, 0.05, 0.25, 0.2, 0.1][at] as number }))],
  [
    'unequal weights drawn by size, one without a value',
    equal.map((unit, at) => ({
      ...unit,
      ...(at === 2 && { value: undefined }),
      weight: [0.3, 0.1, 0.05, 0.25, 0.2, 0.1][at] as number,
      size: [3, 2, 1, 2, 2, 1][at] as number,
    })),
  ],
  [
    'what earlier runs foretell, rightly of some and wrongly of others',
    equal.map((unit, at) => ({ ...unit, known: [0.2, 0.9, 0, 0.3, 0.5, 1][at] as number, foretold: [1, 1, 1, 0, 0, 0.4][at] as number })),
  ],
  [
    'clusters of two kinds',
    equal.map((unit, at) => ({
      ...unit,
      clusters: {
        text: [{ name: `text ${at % 3}`, stratum: { name: 'all' } }],
        wording: [{ name: `wording ${at % 2}`, stratum: { name: 'all' } }],
      },
    })),
  ],
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
      for (const [at, { wealth }] of capitalsOf(order, side, figure).entries()) means[at] = (means[at] as number) + wealth * chance
    // A unit that decides for certain is no bet: up to there it is a martingale to the last digit.
    for (const mean of means) expect(mean).toBeCloseTo(1, 10)
  })

  test.each([1, -1] as const)('nobody who is wrong is ruined more often than he says, side %i', (side) => {
    for (const alpha of [0.1, 0.3, 0.6]) {
      const wrong = all.filter(({ order }) => capitalsOf(order, side, figure).some(({ risk }) => risk <= alpha))
      expect(wrong.reduce((sum, { chance }) => sum + chance, 0)).toBeLessThanOrEqual(alpha)
    }
  })

  test('of a false value more is won', () => {
    const last = (side: 1 | -1, tested: number) =>
      all.reduce((sum, { order, chance }) => sum + (capitalsOf(order, side, tested).at(2) as Capital).wealth * chance, 0)
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

/** 60 clusters of 5 units; a unit has the value of its cluster with a chance of 0.7, so that half of the variance is in common. */
function clustered(seed: number) {
  const { int, shuffle } = random('seen units', seed)
  const units = Array.from({ length: 300 }, (_, at) => ({
    weight: 1 / 300,
    clusters: { topic: [{ name: String(Math.floor(at / 5)), stratum: { name: 'topics' } }] },
  }))
  const common = Array.from({ length: 60 }, () => int(0, 1))
  const values = units.map((_unit, at) => (int(1, 10) <= 7 ? (common[Math.floor(at / 5)] as number) : int(0, 1)))
  return { units, values, order: shuffle(units.map((_unit, at) => at)) }
}

test('the standard error of a whole run is that of sums by cluster, and foreseen from half of it', () => {
  const ratios = Array.from({ length: 40 }, (_, seed) => {
    const { units, values, order } = clustered(seed)
    const mean = values.reduce((sum, value) => sum + value, 0) / 300
    // By hand: the root of the sum of squared cluster sums of value less mean, times n / (n - 1) of the 60 clusters, over 300.
    let squares = 0
    for (let at = 0; at < 300; at += 5) squares += values.slice(at, at + 5).reduce((sum, value) => sum + value - mean, 0) ** 2
    const byClusters = Math.sqrt((squares * 60) / 59) / 300
    const errorAfter = (count: number) => {
      const seen = new SeenUnits(units, 1, 0.5)
      for (const at of order.slice(0, count)) seen.add(units[at] as EarlyUnit, values[at] as number)
      return seen.wholeError() as number
    }
    expect(errorAfter(300) / byClusters).toBeCloseTo(1, 2)
    return errorAfter(150) / byClusters
  })
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
  expect(Math.abs(mean - 1)).toBeLessThan(0.05)
  for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.35)
})

test('strata do not add to the error, and those of one unit take that of the others', () => {
  const units = ['a', 'a', 'b', 'b', 'c'].map((stratum) => ({ weight: 0.2, stratum }))
  const seen = new SeenUnits(units, 1, 0.5)
  for (const [at, value] of [0, 0.2, 0.8, 1, 0.5].entries()) seen.add(units[at] as EarlyUnit, value)
  // Each pair differs by 0.2: a variance of 0.02 of each of five units, by a weight of 0.2.
  expect(seen.wholeError()).toBeCloseTo(Math.sqrt(5 * 0.02 * 0.04), 12)
})

test('of a unit is foreseen what others of its cluster have beyond their strata, the more the more came', () => {
  const unitOf = (at: number): EarlyUnit => ({
    weight: 1 / 200,
    stratum: `task ${at % 4}`,
    clusters: { text: [{ name: `text ${at % 5}`, stratum: { name: 'all' } }] },
  })
  const units = Array.from({ length: 200 }, (_, at) => unitOf(at))
  // Units of the first text are right where all others are wrong in half of the cases.
  const apart = (count: number) => {
    const seen = new SeenUnits(units, 1, 0.5)
    for (const at of units.keys()) if (at < count) seen.add(units[at] as EarlyUnit, at % 5 === 0 ? 1 : Number(at % 20 < 10))
    const foreseen = seen.foresight()
    return foreseen(units[160] as EarlyUnit) - foreseen(units[164] as EarlyUnit)
  }
  expect(apart(20)).toBeGreaterThan(0.1)
  expect(apart(160)).toBeGreaterThan(apart(20))
  expect(apart(160)).toBeLessThan(0.55)
})

test('what units tell is a share over the rest, and large ones that come first tell less than they weigh', () => {
  const toldBy = (sizes: readonly number[], place: number) =>
    new UnitLedger(
      sizes.map((size) => ({ weight: size, size })),
      { range: [0, 1], sign: 1, bound: 0.5, first: 0 },
    ).toldBy(place)
  expect(toldBy(Array(1000).fill(0.001), 200)).toBeCloseTo(0.2, 3)
  // By hand: 100 units of 4 and 100 of 1. Of the former 20 are 80 of 500, which 32 alike units would be.
  const uneven = [...Array(100).fill(4), ...Array(100).fill(1)].map((size) => size / 500)
  expect(toldBy(uneven, 20)).toBeLessThan(0.13)
  expect(toldBy(uneven, 20)).toBeGreaterThan(0.1)
  expect(toldBy(uneven, 200)).toBe(1)
})
