import { describe, expect, test } from 'vitest'
import { runSuite, type SuiteOutcome } from '../../src/running/worker/runSuite.ts'
import { SUITES } from '../../suites/catalogue.ts'
import { metricsOf, once, scoresOf, value } from '../outcome.ts'
import { isLong } from '../shared.ts'

/** Options of the suites that give strict figures, where they are not given unasked. */
const STRICT = { 'fb-bench': { strict: true }, llmbar: { strict: true }, lifbench: { lengths: '4k' } }
/** Figures of which a wrong answer gets the least there is, and that least. */
const LOWEST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  lifbench: { 'strict.overall': 0, 'strict.average': 0, 'strict.MF': 0 },
  'fb-bench': { overall: 0, 'strict.overall': 0, 'strict.response_maintenance': 0, 'strict.error_correction': 0 },
  llmbar: { 'accuracy.average': 0, 'strict.accuracy.average': 0 },
  kieval: { accuracy: 0, 'score.overall': 10, 'paper.overall': 0.25 },
  refutebench: { 'transient.satisfaction': 1, 'persistent.mt.c0': 1, 'persistent.mt.c3': 1 },
  refutebench1: { FA: 0, RR: 0 },
  sharded: { 'sharded.kind.arithmetic': 0, 'full.kind.arithmetic': 0 },
}

describe.each(SUITES.map((suite) => [suite.name, suite] as const))('%s', (name, suite) => {
  const options = { ...(STRICT[name as keyof typeof STRICT] && { suites: { [name]: STRICT[name as keyof typeof STRICT] } }) }
  const wrong = once(() =>
    runSuite(suite, { model: 'sim:wrong', judge: name === 'llmbar' ? 'sim:wrong' : 'sim:judge', limit: isLong ? 50 : 4, ...options }),
  )

  test('a model that is wrong in the right form passes no item and gets the least of every strict figure', async () => {
    const outcome = await wrong()
    expect(scoresOf(outcome)).toMatchObject({ passed: 0, unscored: 0, error: 0 })
    for (const [key, least] of Object.entries(LOWEST[name] ?? {})) expect(value(outcome, key), key).toBe(least)
  })

  test('no figure of it is above its floor, but for those in which less is better', async () => {
    for (const [key, metric] of Object.entries(metricsOf(await wrong()))) {
      if (metric.floor === undefined) continue
      expect(metric.floor, key).toBeGreaterThan(0)
      // A judge that is always wrong agrees with itself.
      if (metric.better !== 'lower' && !key.includes('agreement')) expect(metric.value, key).toBeLessThanOrEqual(metric.floor + 1e-9)
    }
  })
})

test('LIFBench pays about 0.7 for answers that are all wrong, and says so', async () => {
  const lifbench = SUITES.find(({ name }) => name === 'lifbench') as (typeof SUITES)[number]
  const outcome: SuiteOutcome = await runSuite(lifbench, { model: 'sim:wrong', limit: 4 })
  const overall = metricsOf(outcome)['ars.overall']
  expect(overall?.value).toBeGreaterThan(0.68)
  expect(overall?.value).toBeLessThan(0.74)
  expect(overall?.floor).toBeCloseTo(overall?.value ?? Number.NaN, 12)
})
