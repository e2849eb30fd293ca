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
    expect(gate({ maxDrop: 0.02 }, comparison(change, [-1, 1]))).toMatchObject({ ...gateParts('demo', 'score', 'maxDrop 0.02'), verdict })
  })

  test.each([
    [[-0.09, -0.03], 'broken'],
    [[-0.09, 0.01], 'undecided'],
    [[-0.09, -0.01], 'undecided'],
    [[-0.02, 0.01], 'held'],
  ] as const)('of a change whose interval is %j is %s by its interval', (ci95, verdict) => {
    const middle = (ci95[0] + ci95[1]) / 2
    expect(gate({ maxDrop: 0.02, decide: 'lenient' }, comparison(middle, ci95))).toMatchObject({ rule: 'maxDrop 0.02 lenient', verdict })
    expect(gate({ maxDrop: 0.02, decide: 'strict' }, comparison(middle, ci95))).toMatchObject({ verdict, strict: true })
  })

  test('is a rise where lower is better', () => {
    const lower: SuiteScores = { ...SCORES, metrics: { score: { value: 0.7, n: 4, ci95: null, better: 'lower' } } }
    expect(gate({ maxDrop: 0.02 }, comparison(0.03, null), {}, lower)?.verdict).toBe('broken')
    expect(gate({ maxDrop: 0.02 }, comparison(-0.03, null), {}, lower)?.verdict).toBe('held')
  })

  test('shows value, baseline, change and its interval', () => {
    expect(gate({ maxDrop: 0.02 }, comparison(0.1, [0, 0.2]))).toEqual({
      ...gateParts('demo', 'score', 'maxDrop 0.02'),
      value: 0.7,
      base: expect.closeTo(0.6, 12),
      change: 0.1,
      ci95: [0, 0.2],
      verdict: 'held',
    })
  })

  test('that is broken says by how much, which tasks did it, and how many items', () => {
    const because = gate(
      { maxDrop: 0.02 },
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
    expect(gate({ maxDrop: 1 }, comparison(0, null), { incomparable: { demo: 'another judge (x, now y)' } })).toMatchObject({
      verdict: 'broken',
      because: 'the baseline main was made with another judge (x, now y)',
    })
  })

  test('from a baseline without the suite or the metric: broken', () => {
    const because = 'the baseline main has no score of demo on the items of this run'
    expect(gate({ maxDrop: 1 }, undefined)).toMatchObject({ verdict: 'broken', because })
    expect(gate({ maxDrop: 1 }, comparison(0, null, { metrics: [] }))).toMatchObject({ verdict: 'broken', because })
  })

  test('of a part of a run: pending', () => expect(gate({ maxDrop: 0 }, comparison(-1, null), { pending: true })?.verdict).toBe('pending'))
})

test('a drop stands beside a bound as a rule of its own', () => {
  const gates = gatesSchema.parse({ baseline: 'main', demo: { score: { min: 0.6, maxDrop: 0.02 } } })
  const results = evaluateGates(gates, { demo: SCORES }, { comparisons: { demo: comparison(-0.1, null) } })
  expect(results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['min 0.6', 'held'],
    ['maxDrop 0.02', 'broken'],
  ])
})
