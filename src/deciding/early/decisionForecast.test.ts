import { expect, test } from 'vitest'
import { random } from '../../core/base/random.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import type { ItemMean } from '../../core/stats/summary/metric.ts'
import { forecastDirect, forecastWaves } from './decisionForecast.ts'
import { EarlyDecision } from './earlyDecision.ts'
import type { EarlyRule } from './earlyRules.ts'
import { wavePrices } from './waves.ts'

const mean: ItemMean = { cellOf: () => 'all', weigh: 'items', valueOf: ({ scores }) => scores.total, range: [0, 1] }
const ruleOf = (bound: number): EarlyRule => ({
  key: 'score',
  kind: 'min',
  bound,
  keeps: 'atLeast',
  decide: 'value',
  mean,
  scale: [0, 1],
})
const N = 300

/** Share of the items after which a run of a model with this rate is decided. */
function simulated(rate: number, bound: number, seed: number): number {
  const { int } = random('decision forecast', seed)
  const items = Array.from({ length: N }, (_, unit) => ({ item: `item ${unit}`, task: 'one', tags: {}, unit }))
  const decision = new EarlyDecision({
    rules: [ruleOf(bound)],
    items,
    trials: 1,
    alpha: 0.05,
    printed:
      () =>
      ({ kind }) =>
        decision.standings.find((own) => own.kind === kind)?.verdict,
  })
  for (const { item, unit } of items) {
    const isRight = int(1, 1000) <= 1000 * rate
    const record: ItemRecord = {
      suite: 'demo',
      item,
      task: 'one',
      trial: 0,
      status: isRight ? 'passed' : 'failed',
      tags: {},
      scores: { total: Number(isRight) },
      unit,
    }
    decision.add(record)
    if (decision.isDecided) return (unit + 1) / N
  }
  return 1
}

const by = (rate: number, bound: number, share = 0.5) => ({
  rules: [{ distance: Math.abs(rate - bound) / Math.sqrt((rate * (1 - rate)) / N), spread: 1 }],
  alpha: 0.05,
  units: N,
  inFlight: 4,
  share,
  priceOf: wavePrices(
    Array.from({ length: N }, () => [{ prefix: '', shared: 0, own: 1 }]),
    1,
  ),
})

// What is forecast by a formula against runs of the decision itself.
test.each([
  [0.8, 0.7],
  [0.8, 0.6],
  [0.5, 0.35],
  [0.6, 0.75],
])('of a rate of %d and a bound of %d direct calls cost what runs cost', (rate, bound) => {
  const shares = Array.from({ length: 60 }, (_, seed) => simulated(rate, bound, seed)).sort((one, other) => one - other)
  const { expected, range90 } = forecastDirect(by(rate, bound))
  const cost = shares.reduce((sum, share) => sum + share, 0) / shares.length
  expect(expected / cost).toBeGreaterThan(0.7)
  expect(expected / cost).toBeLessThan(1.45)
  const within = shares.filter((share) => share >= range90[0] && share <= range90[1]).length / shares.length
  expect(within).toBeGreaterThan(0.7)
})

test('direct calls that are under way when it is decided are paid for too', () => {
  const of = (inFlight: number) => forecastDirect({ ...by(0.8, 0.5), inFlight })
  expect(of(1).range90[0]).toBeLessThan(of(64).range90[0])
  expect(of(1).expected).toBeLessThan(of(4).expected)
  // Those that are probably not needed do not begin.
  expect(of(300)).toEqual(of(64))
})

test('by batch it costs no more than all in one wave, and at the bound about as much', () => {
  const far = forecastWaves(by(0.8, 0.5))
  expect(far.expected).toBeLessThan(0.15)
  expect(far.waves).toBeLessThanOrEqual(2)
  expect(forecastWaves(by(0.8, 0.8)).expected).toBeGreaterThan(0.4)
  for (const bound of [0.8, 0.75, 0.6]) expect(forecastWaves(by(0.8, bound)).expected).toBeLessThanOrEqual(0.5 + 1e-9)
})

test('several rules are decided no sooner than the last of them', () => {
  const both = { ...by(0.8, 0.5), rules: [...by(0.8, 0.5).rules, ...by(0.8, 0.75).rules] }
  expect(forecastDirect(both).expected).toBeGreaterThanOrEqual(forecastDirect(by(0.8, 0.75)).expected)
})
