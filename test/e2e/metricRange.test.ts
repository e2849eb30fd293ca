import { describe, expect, test } from 'vitest'
import { SUITES } from '../../suites/catalogue.ts'
import { readScores, runInCheckout } from './fixtureRun.ts'

const env = { HOLDFAST_MODEL: 'sim:degraded?p=0.3', HOLDFAST_JUDGE: 'sim:judge?noise=0.2', HOLDFAST_LIMIT: '3' }

// Three items a task: intervals as wide as they come.
describe.concurrent('every figure and its interval lie within what the metric can be', () => {
  test.each(SUITES.map((suite) => [suite.name, suite] as const))('%s', async (name, suite) => {
    const { range } = await suite.rules()
    const finished = await runInCheckout([`suites/${name}/`, '--project', 'suites'], env)
    const metrics = Object.entries(readScores(finished).suites[name]?.metrics ?? {})
    expect(metrics.length).toBeGreaterThan(10)
    for (const [key, { value, ci95 }] of metrics) {
      const [low, high] = /^(?:pass_rate|unscored_rate|judge\.)/.test(key) ? [0, 1] : (range(key) ?? [Number.NaN, Number.NaN])
      for (const figure of [value, ...(ci95 ?? [])]) {
        expect(figure, key).toBeGreaterThanOrEqual(low)
        expect(figure, key).toBeLessThanOrEqual(high)
      }
    }
  })
})
