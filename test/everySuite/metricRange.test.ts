import { describe, expect, test } from 'vitest'
import { runSuite } from '../../src/worker/runSuite.ts'
import { SUITES } from '../../suites/catalogue.ts'
import { metricsOf } from '../outcome.ts'
import { isLong } from '../shared.ts'

// Three items a task: intervals as wide as they come. Of LIFBench the two shortest lengths; in the long run all by default.
const options = {
  model: 'sim:degraded?p=0.3',
  judge: 'sim:judge?noise=0.2',
  limit: 3,
  ...(!isLong && { suites: { lifbench: { lengths: '4k,8k' } } }),
}

describe('every figure and its interval lie within what the metric can be', () => {
  test.each(SUITES.map((suite) => [suite.name, suite] as const))('%s', async (name, suite) => {
    const { range } = await suite.rules()
    const metrics = Object.entries(metricsOf(await runSuite(suite, name === 'lifbench' ? options : { ...options, suites: {} })))
    expect(metrics.length).toBeGreaterThan(10)
    for (const [key, { value, ci95 }] of metrics) {
      const [low, high, above] = /^(?:pass_rate|unscored_rate|cut_rate|judge\.)/.test(key)
        ? ([0, 1] as const)
        : (range(key) ?? ([Number.NaN, Number.NaN] as const))
      for (const figure of [value, ...(ci95 ?? [])]) {
        expect(figure, key).toBeGreaterThanOrEqual(low)
        // Where the rules of a figure let it exceed its scale, its interval does so with it.
        expect(figure, key).toBeLessThanOrEqual(above === 'open' && value > high ? Number.POSITIVE_INFINITY : high)
      }
    }
  })
})
