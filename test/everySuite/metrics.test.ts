import { describe, expect, test } from 'vitest'
import { loadSuites } from '../catalogue.ts'
import { metricsOf, once } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'
import { isLong } from '../shared.ts'

const SUITES = await loadSuites()

// Three items a task: intervals as wide as they come. Of LIFBench the two shortest lengths; in the long run all by default.
const options = {
  model: 'sim:degraded?p=0.3',
  judge: 'sim:judge?noise=0.2',
  limit: 3,
  ...(!isLong && { suites: { lifbench: { lengths: '4k,8k' } } }),
}

const RUNS = SUITES.map((suite) => ({
  name: suite.name,
  suite,
  run: once(() => runSuite(suite, suite.name === 'lifbench' ? options : { ...options, suites: {} })),
}))

describe('every figure and its interval lie within what the metric can be', () => {
  test.each(RUNS)('$name', async ({ suite, run }) => {
    const { range } = await suite.rules()
    const metrics = Object.entries(metricsOf(await run()))
    expect(metrics.length).toBeGreaterThan(0)
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

describe('every figure has a name in words, which no other figure has', () => {
  test.each(RUNS)('$name', async ({ name, suite, run }) => {
    const { labelOf } = await suite.rules()
    const outcome = await run()
    const keys = Object.keys(metricsOf(outcome))
    const labels = outcome.concluded.document.presentation?.[name]?.labels ?? {}
    // Where a suite names none, keys do.
    expect(labelOf ? keys.filter((key) => labels[key] === undefined) : []).toEqual([])
    const named = keys.map((key) => labels[key] ?? key)
    expect(named.filter((label, index) => named.indexOf(label) !== index)).toEqual([])
    // A key that leaked into a name: no name in words has a dot or an underscore.
    expect(Object.values(labels).filter((label) => /[._]/.test(label.replace(/\d\.\d/g, '')))).toEqual([])
  })
})

describe('what a suite says it is stands in scores.json', () => {
  test.each(RUNS)('$name', async ({ name, suite, run }) => {
    const said = await suite.rules()
    const { presentation } = (await run()).concluded.document
    const { about, headline, labels, ranges } = presentation?.[name] ?? {}
    expect(about).toEqual(said.about)
    if (about) expect(about.question).toMatch(/\?$/)
    if (about) expect(about.good).toMatch(/better/)
    expect(headline).toEqual(said.headline)
    if (!headline) return
    expect(headline.unit).toMatch(/^[a-z ]+$/)
    // One metric has one name, whichever screen it stands on.
    expect(labels?.[headline.key]).toBe(headline.label)
    expect(ranges?.[headline.key]).toEqual(headline.range)
  })
})
