import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/config/resolve.ts'
import { planSuite } from '../../src/worker/planSuite.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'

const planOf = (env: Readonly<Record<string, string>> = {}) => planSuite(kievalSuite, resolveConfig({}, env, '/', [kievalSuite]))

describe('the plan', () => {
  test('has at most one static call, and a call of each role a round', async () => {
    expect((await planOf()).calls).toEqual({ candidate: 88 * 6, interactor: 88 * 5, judge: 88 * 5 })
    expect((await planOf({ HOLDFAST_KIEVAL_ROUNDS: '3', HOLDFAST_LIMIT: '10', HOLDFAST_VOTES: '3' })).calls).toEqual({
      candidate: 40,
      interactor: 30,
      judge: 90,
    })
  })

  test('has one more call of the judge where it validates the questions', async () => {
    expect((await planOf({ HOLDFAST_KIEVAL_VALIDATION: 'live', HOLDFAST_LIMIT: '10' })).calls?.judge).toBe(60)
  })

  test('reads what stands before every question once', async () => {
    const [one, ten] = [await planOf({ HOLDFAST_LIMIT: '1' }), await planOf({ HOLDFAST_LIMIT: '10' })]
    expect(one.distinctTokens).toBe(one.tasks[0]?.tokens)
    // Nine more questions, each of them less than the five examples and itself.
    expect(ten.distinctTokens).toBeGreaterThan(one.distinctTokens)
    expect(ten.distinctTokens).toBeLessThan((ten.tasks[0]?.tokens ?? 0) / 2)
  })

  test('with a leak has it before each question, and once among what is distinct; it is said that interviews have it too', async () => {
    const [clean, leaked] = [await planOf(), await planOf({ HOLDFAST_KIEVAL_LEAK: '1' })]
    const extra = (leaked.tasks[0]?.tokens ?? 0) - (clean.tasks[0]?.tokens ?? 0)
    expect(leaked.distinctTokens - clean.distinctTokens).toBe(extra / 88)
    expect(leaked.notes.join('\n')).toContain(`the leak, ${extra / 88} tokens`)
    expect(clean.notes.join('\n')).not.toContain('leak')
  })
})
