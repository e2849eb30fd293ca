import { describe, expect, test } from 'vitest'
import { gateParts } from '../../../test/gateParts.ts'
import { metricComparison } from '../../../test/metricComparison.ts'
import { type GateRule, gates as gatesSchema } from '../../core/format/gates.ts'
import type { SuiteScores } from '../../core/format/scoresDocument.ts'
import type { BaselineComparison } from '../baseline/compareWithBaseline.ts'
import { evaluateGates, type GateFacts } from './evaluateGates.ts'

const SCORES: SuiteScores = {
  items: 4,
  passed: 2,
  failed: 2,
  unscored: 0,
  error: 0,
  skipped: 0,
  metrics: { score: { value: 0.7, n: 4, ci95: null } },
}

const LOWER: SuiteScores = { ...SCORES, metrics: { score: { value: 0.7, n: 4, ci95: null, better: 'lower' } } }

/** The run against a baseline, of which the score changed by so much. */
function comparison(change: number, ci95: readonly [number, number] | null, more: Partial<BaselineComparison> = {}): BaselineComparison {
  const metric = metricComparison({ key: 'score', a: 0.7 - change, b: 0.7, change, ci95 })
  return { metrics: [metric], first: 'score', paired: 4, contributions: {}, regressed: [], lost: 0, gained: 0, ...more }
}

function gate(rule: GateRule, comparisons: BaselineComparison | undefined, facts: GateFacts = {}, scores = SCORES) {
  const gates = gatesSchema.parse({ baseline: 'main', demo: { score: rule } })
  const results = evaluateGates(gates, { demo: scores }, { ...(comparisons && { comparisons: { demo: comparisons } }), ...facts })
  expect(results).toHaveLength(1)
  return results[0]
}

describe('a drop of at most 0.02', () => {
  test.each([
    [0.05, 'held'],
    [0, 'held'],
    [-0.02, 'held'],
    [-0.021, 'broken'],
  ])('of a change by %d is %s by value, whatever its interval', (change, verdict) => {
    const found = gate({ maxDrop: 0.02, decide: 'value' }, comparison(change, [-1, 1]))
    expect(found).toMatchObject({ ...gateParts('demo', 'score', 'maxDrop 0.02 value'), verdict })
  })

  test('that is held without an interval says that the number alone holds it', () => {
    const note = 'held by the number alone, since it has no 95 % interval: fewer than two independent items tell how far it varies'
    expect(gate({ maxDrop: 0.02 }, comparison(0, null))).toMatchObject({ verdict: 'held', note })
    expect(gate({ maxDrop: 0.02 }, comparison(0, [-0.1, 0.1]))?.note).toBeUndefined()
  })

  // What each way asks, of a change and its interval. Exit 1 of `fails` is of undecided rules.
  test.each([
    // Further than allowed, and no change is out of reach.
    ['worse', -0.06, [-0.09, -0.03], 'broken', undefined],
    ['worse', -0.05, [-0.09, -0.01], 'broken', undefined],
    ['worse', -0.021, [-0.04, -0.002], 'broken', undefined],
    // Further, but no change lies in the interval, at its end too: chance may have done it.
    ['worse', -0.04, [-0.09, 0.01], 'undecided', undefined],
    ['worse', -0.04, [-0.08, 0], 'undecided', undefined],
    // Worse for sure, and no further than allowed.
    ['worse', -0.02, [-0.03, -0.01], 'held', undefined],
    ['worse', 0.05, [0.01, 0.09], 'held', undefined],
    // Nothing tells.
    ['worse', -0.03, null, 'undecided', true],
    ['worse', -0.02, null, 'held', true],
    ['lenient', -0.06, [-0.09, -0.03], 'broken', undefined],
    ['lenient', -0.05, [-0.09, -0.01], 'undecided', undefined],
    ['lenient', -0.005, [-0.02, 0.01], 'held', undefined],
    ['strict', -0.06, [-0.09, -0.03], 'broken', true],
    ['strict', -0.04, [-0.09, 0.01], 'undecided', true],
    ['strict', -0.005, [-0.02, 0.01], 'held', true],
    ['lenient', -0.06, null, 'undecided', undefined],
    ['strict', 0.06, null, 'undecided', true],
  ] as const)('decided %s, of a change by %d in %j, is %s', (decide, change, ci95, verdict, fails) => {
    const rule = decide === 'worse' ? 'maxDrop 0.02' : `maxDrop 0.02 ${decide}`
    const found = gate({ maxDrop: 0.02, decide }, comparison(change, ci95))
    expect(found).toMatchObject({ rule, way: decide, verdict, ci95, pairs: 4 })
    expect(found?.fails).toBe(fails)
    expect(found?.because === undefined).toBe(verdict === 'held')
    // The other way round, where less is better.
    const turned = comparison(-change, ci95 && [-ci95[1], -ci95[0]])
    expect(gate({ maxDrop: 0.02, decide }, turned, {}, LOWER)?.verdict).toBe(verdict)
  })

  test('is worse than the baseline unless told otherwise', () => {
    expect(gate({ maxDrop: 0.02 }, comparison(-0.05, [-0.09, -0.01]))).toMatchObject({
      rule: 'maxDrop 0.02',
      way: 'worse',
      verdict: 'broken',
    })
  })

  test('shows value, baseline, change and its interval', () => {
    expect(gate({ maxDrop: 0.02 }, comparison(0.1, [0, 0.2]))).toEqual({
      ...gateParts('demo', 'score', 'maxDrop 0.02'),
      value: 0.7,
      base: expect.closeTo(0.6, 12),
      change: 0.1,
      ci95: [0, 0.2],
      verdict: 'held',
      p: 1,
      pairs: 4,
      chance: 0,
    })
  })

  // 100 pairs with an error of 0.02: an interval of 0.0392 to either side, further than 0.02. 0.0392 + 0.84 x 0.02.
  test.each([
    [0.02, 0.025, 0.0392 + 0.01683],
    // The rule allows more than the interval needs: 0.06 is 3 errors.
    [0.06, 0.00135, 0.06 + 0.01683],
  ])('of %d says how often it is red by chance, and which drop its pairs show in 4 of 5 runs', (maxDrop, chance, shows) => {
    const own = comparison(0, [-0.0392, 0.0392])
    const metrics = own.metrics.map((metric) => ({ ...metric, se: 0.02, n: 100 }))
    const found = gate({ maxDrop }, { ...own, metrics })
    expect(found).toMatchObject({ pairs: 100, chance: expect.closeTo(chance, 4), shows: expect.closeTo(shows, 4) })
  })

  test.each([
    // Three pairs, all lost: the interval is wider than the scale, and NaN stood where the drop was.
    [comparison(-0.2, [-1, 0.9]), 3],
    // A larger drop would be seen than the baseline's 0.7.
    [comparison(0, [-0.35, 0.35]), 4],
  ])('whose pairs show no drop on the scale says so', (own, n) => {
    const metrics = own.metrics.map((metric) => ({ ...metric, se: own.metrics[0]?.change === 0 ? 0.36 : 0, n }))
    const ranged: SuiteScores = { ...SCORES, metrics: { score: { value: 0.7, n: 4, ci95: null, range: [0, 1] } } }
    expect(gate({ maxDrop: 0.02 }, { ...own, metrics }, {}, ranged)).toMatchObject({ shows: null })
  })

  test('that is broken says by how much, which tasks did it and not which got better, and how many items', () => {
    const because = gate(
      { maxDrop: 0.02, decide: 'value' },
      comparison(-0.05, null, {
        contributions: {
          score: [
            { task: 'x', change: -0.06 },
            { task: 'y', change: 0.01 },
          ],
        },
        lost: 3,
        gained: 1,
      }),
    )?.because
    expect(because).toBe('fell by 0.050, allowed 0.02. Of that x 0.060. 3 items lost full marks, 1 gained them')
  })
})

describe('a drop cannot be told', () => {
  test('from a baseline that was made otherwise: broken, with why', () => {
    expect(gate({ maxDrop: 1 }, comparison(0, null), { base: { demo: { why: 'another judge (x, now y)' } } })).toMatchObject({
      verdict: 'broken',
      because: 'the baseline main was made with another judge (x, now y)',
    })
  })

  test('from a baseline without the suite or the metric: broken', () => {
    const because = 'the baseline main has no score of demo on the items of this run'
    expect(gate({ maxDrop: 1 }, undefined)).toMatchObject({
      verdict: 'broken',
      because:
        'the baseline main has nothing of demo. Run all its suites in one run, and keep that: npx holdfast compare latest --keep main',
    })
    expect(gate({ maxDrop: 1 }, comparison(0, null, { metrics: [] }))).toMatchObject({ verdict: 'broken', because })
  })

  test('of a part of a run: pending', () => expect(gate({ maxDrop: 0 }, comparison(-1, null), { pending: true })?.verdict).toBe('pending'))
})

test('a drop that another judge may have made is undecided, fails the run, and says how to judge again', () => {
  const other = 'the baseline was made with another model behind the judge j (a, now b)'
  const own = comparison(-0.5, [-0.6, -0.4])
  for (const decide of ['value', 'worse', 'lenient', 'strict'] as const) {
    const found = gate({ maxDrop: 0.02, decide }, own, { base: { demo: { other } } })
    expect(found).toMatchObject({ verdict: 'undecided', fails: true, ci95: null, change: -0.5, because: other })
  }
})

test('signs of the judge of a baseline make no figure undecided that stands without it', () => {
  const signs = 'of the baseline: the judge passed 6 of 6 answers that are known to be wrong'
  const stands = { ...SCORES, metrics: { score: { ...SCORES.metrics.score, stands: true } } } as typeof SCORES
  const own = comparison(-0.5, [-0.6, -0.4])
  expect(gate({ maxDrop: 0.02 }, own, { base: { demo: { signs } } })).toMatchObject({ verdict: 'undecided', because: signs })
  expect(gate({ maxDrop: 0.02 }, own, { base: { demo: { signs } } }, stands)).toMatchObject({ verdict: 'broken', change: -0.5 })
})

describe('drops tested together (Holm)', () => {
  /** Rules on metrics that all fell by 0.1 for sure, of these p. */
  const verdicts = (ps: readonly number[], facts: GateFacts = {}) => {
    const keys = ps.map((_, at) => `m${at}`)
    const metrics = ps.map((p, at) => metricComparison({ key: `m${at}`, a: 0.8, b: 0.7, change: -0.1, ci95: [-0.19, -0.01], p }))
    const rules = Object.fromEntries(keys.map((key) => [key, { maxDrop: 0.02 }]))
    const scores = { ...SCORES, metrics: Object.fromEntries(keys.map((key) => [key, { value: 0.7, n: 4, ci95: null }])) }
    const gates = gatesSchema.parse({ baseline: 'main', holm: true, demo: rules })
    const comparisons = { demo: { ...comparison(0, null), metrics } }
    return evaluateGates(gates, { demo: scores }, { comparisons, ...facts })
  }

  // Two-sided p times the rules that are left: 0.05 in all.
  test.each([
    [[0.04], ['broken']],
    [
      [0.04, 0.03],
      ['undecided', 'undecided'],
    ],
    [
      [0.04, 0.02],
      ['broken', 'broken'],
    ],
    [
      [0.012, 0.049, 0.001, 0.03],
      ['broken', 'undecided', 'broken', 'undecided'],
    ],
  ])('of p %j are %j', (ps, expected) => expect(verdicts(ps).map(({ verdict }) => verdict)).toEqual(expected))

  test('say that they are broken by themselves alone, and count rules whose suites did not run', () => {
    const [found] = verdicts([0.02], { worseRules: 4 })
    expect(found).toMatchObject({ verdict: 'undecided', because: expect.stringContaining('as one of 4 gates that are tested together') })
    expect(found?.fails).toBeUndefined()
  })
})

test('a drop stands beside a bound as a rule of its own', () => {
  const gates = gatesSchema.parse({ baseline: 'main', demo: { score: { min: 0.6, maxDrop: 0.02 } } })
  const results = evaluateGates(gates, { demo: SCORES }, { comparisons: { demo: comparison(-0.1, null) } })
  expect(results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['min 0.6', 'held'],
    ['maxDrop 0.02', 'undecided'],
  ])
})
