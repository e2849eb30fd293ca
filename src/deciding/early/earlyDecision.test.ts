import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../test/propertyRuns.ts'
import { random } from '../../core/base/random.ts'
import { type ItemRecord, RUN_STOPPED } from '../../core/format/records.ts'
import type { ItemMean } from '../../core/stats/summary/metric.ts'
import { EarlyDecision, type PrintedVerdicts, type RuleStanding } from './earlyDecision.ts'
import type { EarlyRule } from './earlyRules.ts'

const mean: ItemMean = {
  cellOf: () => 'all',
  weigh: 'items',
  valueOf: ({ scored, scores }) => (scored ? scores.total : undefined),
  range: [0, 1],
}
const rule = (bound: number, more: Partial<EarlyRule> = {}): EarlyRule => ({
  key: 'score',
  kind: 'min',
  bound,
  keeps: 'atLeast',
  decide: 'value',
  mean,
  scale: [0, 1],
  ...more,
})

const items = Array.from({ length: 120 }, (_, at) => ({ item: `item ${at}`, task: 'one', tags: {}, unit: Math.floor(at / 2) }))

const record = (at: number, total: number, more: Partial<ItemRecord> = {}): ItemRecord => ({
  suite: 'demo',
  item: `item ${at}`,
  task: 'one',
  trial: 0,
  status: total >= 1 ? 'passed' : 'failed',
  tags: {},
  scores: { total },
  ...more,
})

/** Figures that say of each rule what was decided. */
const printed: PrintedVerdicts = () => (standing) => (standing as RuleStanding).verdict
const decision = (rules: readonly EarlyRule[], trials = 1) => new EarlyDecision({ rules, items, trials, alpha: 0.05, printed })

test('items may end in any order: the decision is of the units in order, and falls at the same one', () => {
  const run = fc.tuple(fc.array(fc.constantFrom(0, 0.5, 1), { minLength: 120, maxLength: 120 }), fc.nat(1000))
  fc.assert(
    fc.property(run, ([totals, seed]) => {
      const records = totals.map((total, at) => record(at, total))
      const shuffled = records
        .map((own, at) => ({ own, key: (at * 7919 + seed * 104729) % 100003 }))
        .sort((one, other) => one.key - other.key)
        .map(({ own }) => own)
      const [inOrder, other] = [decision([rule(0.4)]), decision([rule(0.4)])]
      for (const own of records) inOrder.add(own)
      for (const own of shuffled) other.add(own)
      expect(other.standings).toEqual(inOrder.standings)
      expect(other.units).toBe(inOrder.units)
    }),
    propertyRuns(50, 1000),
  )
})

test('what ended ahead of its turn is not looked at', () => {
  const early = decision([rule(0.4)])
  for (let at = 2; at < 120; at += 1) early.add(record(at, 1))
  expect([early.units, early.isDecided]).toEqual([0, false])
  early.add(record(0, 0))
  early.add(record(1, 0))
  expect(early.isDecided).toBe(true)
})

test('an item counts once its trials have all ended, and one that was stopped is yet to come', () => {
  const early = decision([rule(0.4)], 2)
  for (const trial of [0, 1]) early.add(record(0, 1, { trial }))
  early.add(record(1, 1))
  expect(early.units).toBe(0)
  early.add(record(1, 0, { trial: 1, status: 'error', error: RUN_STOPPED, scores: {} }))
  expect(early.units).toBe(0)
  early.add(record(1, 1, { trial: 1 }))
  expect(early.units).toBe(1)
})

// All others are right, or wrong. How far others will lie above the scale makes no run green, and what lies below it tells that there is no scale.
test.each([
  ['above it, a least value', rule(0.4), 1.5, 1, 'held'],
  ['above it, a least value that is missed', rule(0.4), 1.5, 0, 'broken'],
  ['above it, a most value', rule(0.4, { kind: 'max', keeps: 'atMost' }), 1.5, 1, 'broken'],
  ['above it, a most value that is kept', rule(0.4, { kind: 'max', keeps: 'atMost' }), 1.5, 0, undefined],
  ['above it, by the interval', rule(0.4, { decide: 'strict' }), 1.5, 1, undefined],
  ['below it', rule(0.4), -0.5, 1, undefined],
] as const)('a value beyond the scale, %s', (_name, own, first, others, verdict) => {
  const early = decision([own])
  for (let at = 0; at < 120; at += 1) early.add(record(at, at === 0 ? first : others))
  expect(early.standings[0]?.verdict).toBe(verdict)
})

/** 200 items of a mean of 0.64, of which some lie so far above the scale; in the order of a seed. */
function aboveTheScale(seed: number, bound: number, many: number, above: number) {
  const totals = Array.from({ length: 200 }, (_, at) => (at < many ? 1 + above : at < 130 ? 1 : 0))
  const figure = totals.reduce((sum, one) => sum + one, 0) / 200
  const placed = totals.map((_, at) => ({ item: `item ${at}`, task: 'one', tags: {}, unit: at }))
  const early = new EarlyDecision({
    rules: [rule(figure + bound, { mean: { ...mean, open: true } })],
    items: placed,
    trials: 1,
    alpha: 0.05,
    printed,
  })
  for (const [at, total] of random('above', seed).shuffle(totals).entries()) early.add(record(at, total))
  return early
}

// A ten-thousandth below the bound and above it. By chance 1 of 20 may be wrong, and 1 of 40 for the better: 10 and 6 of 60 are four standard errors more.
test.each([
  ['some a little', 20, 0.25],
  ['few far', 4, 1.2],
] as const)('at the bound values above the scale, %s, make no more wrong words than are promised', (_name, many, above) => {
  const wrong = (bound: number, right: string) =>
    Array.from({ length: 60 }, (_, seed) => aboveTheScale(seed, bound, many, above).standings[0]?.verdict).filter(
      (verdict) => verdict !== undefined && verdict !== right,
    ).length
  expect(wrong(-0.0001, 'held')).toBeLessThanOrEqual(10)
  expect(wrong(0.0001, 'broken')).toBeLessThanOrEqual(6)
})

test.each([
  [true, undefined],
  [false, 'broken'],
] as const)(
  'an open scale: %s; where the last unit lifts the figure over the bound only from above the scale, the word is %s',
  (open, verdict) => {
    const totals = random('last above').shuffle(Array.from({ length: 118 }, (_, at) => at % 2))
    // 59 of 118 are right: the last two make 61 within the scale, and with one of 1.9 they make 61.9.
    const early = decision([rule(61.2 / 120, { mean: { ...mean, open } })])
    for (const [at, total] of totals.entries()) early.add(record(at, total))
    expect(early.standings[0]?.verdict).toBe(verdict)
  },
)

test('values above the scale keep a rule that is far from kept open for some items, and not to the last', () => {
  const early = aboveTheScale(1, 0.25, 4, 1.2)
  expect(early.standings[0]?.verdict).toBe('broken')
  expect(early.units).toBeLessThan(100)
})

test('what is decided and not yet printed is not looked at over and over', () => {
  const early = new EarlyDecision({ rules: [rule(0.4)], items, trials: 1, alpha: 0.05, printed: () => () => 'undecided' })
  for (let at = 0; at < 60; at += 1) early.add(record(at, 1))
  expect(early.standings[0]?.verdict).toBe('held')
  // A look after a unit more would be likely to be in vain.
  expect(early.openAfter(31)).toBeGreaterThan(0.9)
  expect(early.openAfter(60)).toBeLessThan(0.8)
})

test('before the first value a rule is foreseen to be open by how much is looked at, and to be decided by all', () => {
  const chances = [1, 10, 30, 60].map((units) => decision([rule(0.4)]).openAfter(units))
  for (const [at, chance] of chances.slice(1).entries()) expect(chance).toBeLessThan(chances[at] as number)
  expect(chances[0]).toBeGreaterThan(0.9)
  expect(chances[3]).toBe(0)
})

test('without rules nothing is decided', () => {
  const early = decision([])
  for (let at = 0; at < 120; at += 1) early.add(record(at, 1))
  expect(early.isDecided).toBe(false)
})

test('what the other items cannot turn round is certain', () => {
  const early = decision([rule(0.999)])
  // Four failures in the last units: passes alone never show that none will come.
  early.add(record(0, 0))
  early.add(record(1, 0))
  expect(early.standings).toMatchObject([{ verdict: 'broken', units: 1, items: 2, risk: 0 }])
})

/** 200 items by order of a seed, in 20 clusters of 10 that pass or fail as one: the standard error of their mean is 0.11. */
function inClusters(seed: number) {
  const order = random('clusters', seed).shuffle(Array.from({ length: 200 }, (_, at) => at))
  return order.map((at, unit) => ({
    item: { item: `item ${at}`, task: 'one', tags: {}, unit, clusters: { topic: `topic ${at % 20}` } },
    record: record(at, at % 20 < 10 ? 1 : 0, { unit, clusters: { topic: `topic ${at % 20}` } }),
  }))
}

test('the interval of a whole run is foreseen with what items of one cluster have in common', () => {
  // The mean is 0.5. By items alone its interval would end at 0.57, below the bound; by clusters it ends at 0.72.
  const verdicts = Array.from({ length: 20 }, (_, seed) => {
    const run = inClusters(seed)
    const early = new EarlyDecision({
      rules: [rule(0.58, { decide: 'lenient' })],
      items: run.map(({ item }) => item),
      trials: 1,
      alpha: 0.05,
      printed,
    })
    for (const own of run) early.add(own.record)
    return early.standings[0]?.verdict
  })
  expect(verdicts.filter((verdict) => verdict === 'broken').length).toBeLessThan(3)
})

test('a drop whose values leave the scale by the interval ends the looking as well', () => {
  const before = new Map(items.map(({ item }) => [item, 0.5]))
  const drop = rule(-0.1, { kind: 'maxDrop', decide: 'strict', mean: { ...mean, range: [-1, 1] }, before })
  const fromBefore: typeof mean.valueOf = (item, trials) => (mean.valueOf(item, trials) ?? 0) - 0.5
  const early = decision([{ ...drop, mean: { ...drop.mean, valueOf: fromBefore } }])
  // 1.2 of a scale to 1 is a rise of 0.7, which a difference of two values may be, and this one may not.
  for (let at = 0; at < 120; at += 1) early.add(record(at, at === 0 ? 1.2 : 1))
  expect(early.standings).toMatchObject([{ verdict: undefined, risk: 1 }])
})

test.each([
  [undefined, true],
  [true, false],
])('with a broken rule and an open one, every rule asked for: %s, the rest is left: %s', (everyGate, isLeft) => {
  // Half of the items are right: far below 0.9, and 0.5 itself is told by the last item alone.
  const early = new EarlyDecision({ rules: [rule(0.9), rule(0.5)], items, trials: 1, alpha: 0.05, printed, everyGate })
  for (let at = 0; at < 118; at += 1) early.add(record(at, at % 2))
  expect([early.isDecided, early.standings.map(({ verdict }) => verdict)]).toEqual([isLeft, ['broken', undefined]])
  expect(early.units < 40).toBe(isLeft)
})

describe('a decided rule ends nothing', () => {
  test('while the figures of the items so far say something else', () => {
    const seen: number[] = []
    const waits: PrintedVerdicts = (records, units) => {
      expect(records).toHaveLength(2 * units)
      seen.push(units)
      return () => (units < 40 ? 'undecided' : 'held')
    }
    const early = new EarlyDecision({ rules: [rule(0.4)], items, trials: 1, alpha: 0.05, printed: waits })
    for (let at = 0; at < 120; at += 1) early.add(record(at, Number(at % 5 > 0)))
    expect([early.isDecided, early.standings[0]?.units]).toEqual([true, seen[0]])
    expect(seen[0]).toBeLessThan(30)
    expect(early.units).toBeGreaterThanOrEqual(40)
  })

  test('while the second half of them goes against it', () => {
    const late: PrintedVerdicts = (_, units) => () => (units < 25 ? 'undecided' : 'held')
    const ends = (isRight: (at: number) => boolean) => {
      const early = new EarlyDecision({ rules: [rule(0.4)], items, trials: 1, alpha: 0.05, printed: late })
      for (let at = 0; at < 60; at += 1) early.add(record(at, Number(isRight(at))))
      return early.isDecided
    }
    // Both are decided by their first answers. Of the one every second answer is wrong from then on.
    expect([ends((at) => at < 26 || at % 2 === 0), ends((at) => at % 4 > 0)]).toEqual([false, true])
  })
})
