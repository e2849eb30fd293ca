import { describe, expect, test } from 'vitest'
import { gates as gatesSchema } from '../config/gates.ts'
import type { SuiteScores } from '../run/scoresDocument.ts'
import { evaluateGates, hasMetricGates } from './evaluateGates.ts'

const scores = (metrics: Record<string, number>): SuiteScores => ({
  items: 4,
  passed: 2,
  failed: 2,
  unscored: 0,
  error: 0,
  skipped: 0,
  metrics: Object.fromEntries(Object.entries(metrics).map(([key, value]) => [key, { value, n: 4, ci95: null }])),
})

const SUITES = { lifbench: scores({ 'ars.overall': 0.75, pass_rate: 0.5 }) }

describe('a gate', () => {
  test.each([
    [{ min: 0.7 }, 'min 0.7', 'held'],
    [{ min: 0.75 }, 'min 0.75', 'held'],
    [{ min: 0.8 }, 'min 0.8', 'broken'],
    [{ max: 0.8 }, 'max 0.8', 'held'],
    [{ max: 0.75 }, 'max 0.75', 'held'],
    [{ max: 0.7 }, 'max 0.7', 'broken'],
  ])('%j on 0.75 is %s: %s', (bounds, rule, verdict) => {
    expect(evaluateGates({ lifbench: { 'ars.overall': bounds } }, SUITES)).toEqual([
      { metric: 'lifbench ars.overall', rule, value: 0.75, verdict },
    ])
  })

  test('with both bounds is two rules', () => {
    const results = evaluateGates({ lifbench: { 'ars.overall': { min: 0.8, max: 0.9 } } }, SUITES)
    expect(results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
      ['min 0.8', 'broken'],
      ['max 0.9', 'held'],
    ])
  })

  test('of 0 is a rule like others', () => {
    expect(evaluateGates({ demo: { score: { min: 0, max: 0 } } }, { demo: scores({ score: 0 }) })).toMatchObject([
      { rule: 'min 0', verdict: 'held' },
      { rule: 'max 0', verdict: 'held' },
    ])
  })

  test('on a metric that the run does not have is broken, with the near name', () => {
    expect(evaluateGates({ lifbench: { 'ars.overal': { min: 0.1 } } }, SUITES)).toEqual([
      {
        metric: 'lifbench ars.overal',
        rule: 'min 0.1',
        value: null,
        verdict: 'broken',
        because: 'the run has no metric ars.overal; did you mean ars.overall?',
      },
    ])
  })

  test('on a metric that is like none is broken too', () => {
    expect(evaluateGates({ lifbench: { constructor: { max: 1 } } }, SUITES)).toMatchObject([
      { value: null, verdict: 'broken', because: 'the run has no metric constructor' },
    ])
  })

  test('of a suite that did not run is pending', () => {
    expect(evaluateGates({ llmbar: { score: { min: 1 } } }, SUITES, { bundled: ['llmbar'] })).toEqual([
      { metric: 'llmbar score', rule: 'suite did not run', value: null, verdict: 'pending' },
    ])
  })

  test('of a suite whose name is nearly one that ran is broken', () => {
    expect(evaluateGates({ lifbnech: { score: { min: 1 } } }, SUITES)).toMatchObject([
      { verdict: 'broken', because: 'there is no suite lifbnech; did you mean lifbench?' },
    ])
  })
})

test('gates keep their order within a suite, and rules of the run are not among them', () => {
  const rules = { pass_rate: { min: 0.1 }, 'ars.overall': { min: 0.1 } }
  const gates = gatesSchema.parse({ maxUnscored: 0, allowSimulated: true, lifbench: rules })
  expect(evaluateGates(gates, SUITES).map(({ metric }) => metric)).toEqual(['lifbench pass_rate', 'lifbench ars.overall'])
})

test.each([
  [undefined, false],
  [{}, false],
  [{ maxUnscored: 0.5, allowSimulated: false }, false],
  [{ lifbench: {} }, false],
  [{ lifbench: { score: { min: 1 } } }, true],
])('gates %j are about metrics: %s', (gates, expected) => {
  expect(hasMetricGates(gates && gatesSchema.parse(gates))).toBe(expected)
})
