import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../../src/core/config/resolve.ts'
import { prepareSuite } from '../../src/running/worker/prepareSuite.ts'
import { loadSuites } from '../catalogue.ts'
import { metricsOf, once, scoresOf, value } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'
import { isLong } from '../shared.ts'

const SUITES = await loadSuites()

/** LIFBench at one length gives all of its figures. */
const OPTIONS = { lifbench: { lengths: '4k' } }
/** Figures of which a wrong answer gets the least there is, and that least. */
const LOWEST: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  lifbench: { 'content.overall': 0, 'content.average': 0, 'content.MF': 0, 'strict.overall': 0, 'strict.average': 0, 'strict.MF': 0 },
  'fb-bench': { overall: 0, 'strict.overall': 0, 'strict.response_maintenance': 0, 'strict.error_correction': 0 },
  llmbar: { 'accuracy.average': 0, 'strict.accuracy.average': 0 },
  kieval: { accuracy: 0, 'score.overall': 10, 'paper.overall': 0.25 },
  refutebench: { 'transient.satisfaction': 1, 'persistent.mt.c0': 1, 'persistent.mt.c3': 1 },
  refutebench1: { FA: 0, RR: 0, 'strict.FA': 0, 'strict.RR': 0 },
  sharded: { 'sharded.kind.arithmetic': 0, 'full.kind.arithmetic': 0 },
}

describe.each(SUITES.map((suite) => [suite.name, suite] as const))('%s', (name, suite) => {
  const options = { ...(name in OPTIONS && { suites: OPTIONS }) }
  // Of a suite without a candidate it is the judge that is wrong.
  const isCandidate = suite.roles.includes('candidate')
  const hasWrong = once(async () => {
    const config = resolveConfig({ cache: 'off', limit: 1, ...options }, {}, process.cwd(), [suite])
    return !isCandidate || (await prepareSuite(suite, { config, prepare: async () => config })).opened.wrong !== undefined
  })
  const wrong = once(() =>
    runSuite(suite, { model: 'sim:wrong', judge: isCandidate ? 'sim:judge' : 'sim:wrong', limit: isLong ? 50 : 4, ...options }),
  )

  test('a model that is wrong in the right form passes no item and gets the least of every strict figure', async ({ skip }) => {
    if (!(await hasWrong())) skip('it has no wrong answers')
    const outcome = await wrong()
    expect(scoresOf(outcome)).toMatchObject({ passed: 0, unscored: 0, error: 0 })
    for (const [key, least] of Object.entries(LOWEST[name] ?? {})) expect(value(outcome, key), key).toBe(least)
  })

  test('no figure of it is above its floor, but for those in which less is better', async ({ skip }) => {
    if (!(await hasWrong())) skip('it has no wrong answers')
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
