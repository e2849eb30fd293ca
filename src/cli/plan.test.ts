import { describe, expect, test } from 'vitest'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { ModelEntry } from '../format/modelEntry.ts'
import { planSuite } from '../worker/planSuite.ts'
import { planLines } from './plan.ts'

/** Plans LIFBench at 4k with a model of this entry. */
async function plan(entry: Partial<ModelEntry>, environment: NodeJS.ProcessEnv = {}) {
  const options = { model: 'm', models: { m: { uri: 'openai:m@http://127.0.0.1:9/v1', ...entry } } }
  const variables = { HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIFBENCH_TASKS: 'LSI', ...environment }
  const config = resolveConfig(options, variables, '/project', [lifbenchSuite])
  const { tasks, calls, ...summary } = await planSuite(lifbenchSuite, config)
  return {
    lines: planLines('lifbench', { tasks, calls, ...summary }, config).join('\n'),
    tokens: tasks.reduce((sum, task) => sum + task.tokens, 0),
    calls: calls?.candidate ?? Number.NaN,
  }
}

describe('a plan', () => {
  test('tells the least cost by the configured price', async () => {
    const { lines, tokens } = await plan({ price: { in: 50, out: 1 } })
    expect(tokens).toBeGreaterThan(50_000)
    expect(lines).toContain(`from $${((50 * tokens) / 1e6).toFixed(2)} for what the candidate reads; answers come on top`)
  })

  test('tells the least time by the limit that takes longest', async () => {
    const { lines, calls } = await plan({ requestsPerMinute: 2 })
    const minutes = calls / 2
    expect(lines).toMatch(
      new RegExp(`^ time +from ${Math.floor(minutes)}:${String((minutes % 1) * 60).padStart(2, '0')} at the configured limits$`, 'm'),
    )
    const { lines: byTokens, tokens } = await plan({ requestsPerMinute: 10_000, tokensPerMinute: 6000 })
    expect(byTokens).toContain(`from ${Math.floor(tokens / 6000)}:`)
  })

  test('counts trials', async () => {
    const entry = { price: { in: 50, out: 1 } }
    const [one, three] = await Promise.all([plan(entry), plan(entry, { HOLDFAST_TRIALS: '3' })])
    expect(three.lines).toContain(`from $${((3 * 50 * one.tokens) / 1e6).toFixed(2)} `)
  })

  test('tells neither where nothing is configured', async () => {
    expect((await plan({})).lines).not.toMatch(/^ (cost|time) /m)
  })
})
