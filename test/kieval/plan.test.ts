import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import type { PlanSummary } from '../../src/core/format/planSummary.ts'
import { planSuite } from '../../src/running/worker/planSuite.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { QUESTIONS } from './kievalRun.ts'

const planOf = (env: Readonly<Record<string, string>> = {}) => planSuite(kievalSuite, resolveConfig({}, env, '/', [kievalSuite]))

/** Calls by role. */
const callsOf = ({ byRole = {} }: PlanSummary) => Object.fromEntries(Object.entries(byRole).map(([role, { calls }]) => [role, calls]))

describe('the plan', () => {
  test('has at most one static call, and a call of each role a round', async () => {
    expect(callsOf(await planOf())).toEqual({ candidate: QUESTIONS * 6, interactor: QUESTIONS * 5, judge: QUESTIONS * 5 })
    expect(callsOf(await planOf({ HOLDFAST_KIEVAL_ROUNDS: '3', HOLDFAST_LIMIT: '10', HOLDFAST_VOTES: '3' }))).toEqual({
      candidate: 40,
      interactor: 30,
      judge: 90,
    })
  })

  test('has one more call of the judge where it validates the questions', async () =>
    expect(callsOf(await planOf({ HOLDFAST_KIEVAL_VALIDATION: 'live', HOLDFAST_LIMIT: '10' })).judge).toBe(60))

  test('reads what stands before every question once', async () => {
    const [one, ten] = [await planOf({ HOLDFAST_LIMIT: '1' }), await planOf({ HOLDFAST_LIMIT: '10' })]
    expect(one.distinctTokens).toBe(one.tasks[0]?.tokens)
    // Nine more questions, each of them without the examples that stand before it.
    expect(ten.distinctTokens).toBeGreaterThan(one.distinctTokens)
    const without = await planOf({ HOLDFAST_LIMIT: '10', HOLDFAST_KIEVAL_ROUNDS: '1' })
    const before = ((without.tasks[0]?.tokens ?? 0) - without.distinctTokens) / 9
    expect(before).toBeGreaterThan(100)
    expect(ten.distinctTokens).toBe((ten.tasks[0]?.tokens ?? 0) - 9 * before)
  })

  test('with a leak has it before each question, and once among what is distinct; it is said that interviews have it too', async () => {
    const [clean, leaked] = [await planOf(), await planOf({ HOLDFAST_KIEVAL_LEAK: '1' })]
    const extra = (leaked.tasks[0]?.tokens ?? 0) - (clean.tasks[0]?.tokens ?? 0)
    // Before the static question and before each of five rounds.
    const leak = extra / (QUESTIONS * 6)
    expect(leaked.distinctTokens - clean.distinctTokens).toBe(leak)
    expect(leaked.notes.join('\n')).toContain(`the leak, ${leak} tokens`)
    expect(clean.notes.join('\n')).not.toContain('leak')
  })
})
