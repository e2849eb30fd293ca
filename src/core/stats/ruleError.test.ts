import { describe, expect, test } from 'vitest'
import { worseSimulations } from '../../../bench/stats/worse.mjs'
import { isLong } from '../../../test/shared.ts'
import { dropVerdict } from '../../deciding/gates/evaluateGates.ts'
import { random } from '../base/random.ts'
import { clusterDimensions } from './clusters.ts'
import { changeP, differenceInterval } from './difference.ts'
import { jackknife } from './jackknife.ts'
import { anyByChance, itemsAtDistance, itemsForWorse, redByChance, shownChange, shownWorsening } from './ruleError.ts'
import { holm } from './tests.ts'

// Tables of the normal distribution: P(Z > 1) = 0.1587, P(Z > 1.96) = 0.025, P(Z > 2.96) = 0.00154, P(Z > -0.96) = 0.8315.
test.each([
  ['value', 0.02, 0.1587, 0.02 + 0.01683],
  ['worse', 0.02, 0.025, 0.0392 + 0.01683],
  ['worse', 0.0592, 0.00154, 0.0592 + 0.01683],
  ['lenient', 0.02, 0.00154, 0.0592 + 0.01683],
  ['strict', 0.02, 0.8315, 0],
  ['strict', 0.06, 0.1492, 0.06 - 0.0392 + 0.01683],
] as const)('%s with %d to go and an error of 0.02 is red by chance in %d, and from %d on in 4 of 5 runs', (way, room, chance, shows) => {
  expect(redByChance({ way, room, se: 0.02 })).toBeCloseTo(chance, 3)
  expect(shownWorsening({ way, room, se: 0.02 })).toBeCloseTo(shows, 4)
})

test('what does not vary is red where the bound is broken, and nowhere else', () =>
  expect([0, 0.1, -0.1].map((room) => redByChance({ way: 'value', room, se: 0 }))).toEqual([0, 0, 1]))

test.each([
  [[0.025, 0.025, 0.025, 0.025, 0.025], 0.1189],
  [[0.5, 0], 0.5],
  [[], 0],
])('any of %j is %d', (chances, any) => expect(anyByChance(chances)).toBeCloseTo(any, 4))

// The error is 0.051 with 100 items; 2.802 of them make the distance, or 0.8416 of them the way beyond.
test('numbers of items are for 4 of 5 runs', () => {
  expect(itemsAtDistance(0.05, [-0.1, 0.1], 100)).toBeCloseTo(100 * ((2.8016 * 0.05102) / 0.05) ** 2, 0)
  expect(itemsForWorse(0.5, 0.01, [-0.1, 0.1], 100)).toBeCloseTo(100 * ((0.8416 * 0.05102) / 0.01) ** 2, 0)
})

describe('simulated runs of a model that did not change', () => {
  const RUNS = isLong ? 4000 : 150
  const most = (share: number) => share + (isLong ? 2 : 3) * Math.sqrt((share * (1 - share)) / RUNS)
  const tried = {
    random,
    jackknife,
    clusterDimensions,
    differenceInterval,
    changeP,
    dropVerdict,
    holm,
    anyByChance,
    redByChance,
    shownChange,
  }
  const { red, joint } = worseSimulations(tried)

  test.each(['rate 0.8, half fixed', 'rate 0.8, alike', 'rate 0.97, alike'])(
    '%s: worse is red in at most 2.5 %%, value as often as is said',
    (name) => {
      const { worse, value, said } = red(name, 50, RUNS)
      expect(worse).toBeLessThanOrEqual(most(0.025))
      // The steps of 50 items: a drop of one item of 50 is allowed.
      expect(Math.abs(value - said)).toBeLessThan(0.12)
    },
  )

  test('a drop as large as is shown breaks the rule in about 4 of 5 runs', () => {
    const { shows } = red('rate 0.8, alike', 100, RUNS)
    expect(Math.abs(red('rate 0.8, alike', 100, RUNS, shows).worse - 0.8)).toBeLessThan(0.1)
  })

  test('five rules break one in as many as is said, and with Holm in at most 2.5 %', () => {
    const { alone, together, said } = joint('rate 0.8, alike', 50, 5, RUNS / 2)
    expect(together).toBeLessThanOrEqual(most(0.025) + 0.01)
    expect(alone).toBeLessThanOrEqual(most(said) + 0.02)
    expect(alone).toBeGreaterThan(together)
  })
})
