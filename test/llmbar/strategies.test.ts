import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import type { PlanSummary } from '../../src/core/format/planSummary.ts'
import { STRATEGY_NAMES, type StrategyName } from '../../src/judging/pairwise/strategies.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { value } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'

const plan = (options: HoldfastOptions): Promise<PlanSummary> => planSuite(llmbarSuite, resolveConfig(options, {}, '/', [llmbarSuite]))
/** Names of the calls of a pair. */
const namesOf = ({ calls }: SuiteOutcome, item: string) => calls.filter(({ key }) => key.item === item).map(({ key }) => key.call)

/** Calls of a pair whose orders agree (docs/suites/llmbar.md, R3, R4; ChatEval: two rounds of three referees in each order). */
const CALLS: Readonly<Record<StrategyName, readonly string[]>> = {
  Vanilla_NoRules: ['forward', 'swapped'],
  Vanilla: ['forward', 'swapped'],
  Vanilla_1shot: ['forward', 'swapped'],
  Vanilla_2shot: ['forward', 'swapped'],
  CoT: ['forward', 'swapped'],
  Swap: ['forward', 'swapped'],
  Swap_CoT: ['forward', 'swapped'],
  Metrics: ['metrics', 'forward', 'swapped'],
  Reference: ['reference', 'forward', 'swapped'],
  Metrics_Reference: ['metrics', 'reference', 'forward', 'swapped'],
  Rating: ['score-1', 'score-2'],
  Rating_NoRules: ['score-1', 'score-2'],
  Rating_Metrics: ['metrics', 'score-1', 'score-2'],
  Rating_Reference: ['reference', 'score-1', 'score-2'],
  Rating_Metrics_Reference: ['metrics', 'reference', 'score-1', 'score-2'],
  ChatEval: ['forward', 'swapped'].flatMap((order) =>
    [1, 2].flatMap((round) => ['public', 'critic', 'checker'].map((referee) => `${order}-${round}-${referee}`)),
  ),
}

/** Calls of one stage end in any order. */
const sorted = (calls: readonly string[]) => [...calls].sort()

describe.each(STRATEGY_NAMES)('the strategy %s', (strategy) => {
  const suites = { llmbar: { strategy } }

  test('makes the calls that plan announces', async () => {
    const options = { judge: 'sim:judge', limit: 2, suites }
    const outcome = await runSuite(llmbarSuite, options)
    expect(outcome.records).toHaveLength(10)
    for (const { item } of outcome.records) expect(sorted(namesOf(outcome, item))).toEqual(sorted(CALLS[strategy]))
    const planned = await plan(options)
    expect(planned.byRole).toMatchObject({ judge: { calls: outcome.calls.length } })
    // At most, the orders contradict each other and there is a second stage.
    const more = strategy.startsWith('Swap') ? 2 * outcome.records.length : 0
    expect(planned.byRole?.judge?.most.calls).toBe(outcome.calls.length + more)
    const further = strategy.startsWith('Swap') ? ', and 2 more where the two orders contradict each other' : ''
    expect(planned.notes).toEqual([`strategy ${strategy}: ${CALLS[strategy].length} calls of the judge a pair${further}`])
    expect(value(outcome, 'accuracy.average')).toBe(100)
  })

  test('calls twice more where the orders contradict each other, if it synthesizes', async () => {
    const outcome = await runSuite(llmbarSuite, { judge: 'sim:judge?bias=first', limit: 1, suites })
    const further = strategy.startsWith('Swap') ? ['forward-2', 'swapped-2'] : []
    expect(outcome.records).toHaveLength(5)
    for (const { item } of outcome.records) expect(sorted(namesOf(outcome, item))).toEqual(sorted([...CALLS[strategy], ...further]))
  })
})

test('plan counts calls and tokens of every vote; the texts are the same', async () => {
  const judge = 'sim:judge?noise=0.1'
  const [one, three] = await Promise.all([plan({ judge, limit: 20 }), plan({ judge, limit: 20, votes: 3 })])
  const sum = ({ tasks }: PlanSummary) => tasks.reduce((total, { tokens }) => total + tokens, 0)
  // Pairs of five subsets in both orders.
  expect(one.byRole?.judge?.calls).toBe(2 * 5 * 20)
  expect(three.byRole?.judge?.calls).toBe(3 * 2 * 5 * 20)
  expect(sum(three)).toBe(3 * sum(one))
  expect(three.distinctTokens).toBe(one.distinctTokens)
  const { calls } = await runSuite(llmbarSuite, { judge: 'sim:judge', votes: 3, limit: 1 })
  expect(calls).toHaveLength(5 * 3 * 2)
})
