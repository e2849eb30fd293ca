import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runSuite, type SuiteOutcome } from '../../src/worker/runSuite.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { metricsOf, once, scoresOf, value } from '../outcome.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'

const official = { HOLDFAST_DATA: join(sharedFolder, 'data') }
const DAMAGES = ['0', '0.2', '0.5', '1']

const overall = (outcome: SuiteOutcome) => value(outcome, 'ars.overall')

// Two items of each of the eleven tasks, of 4k tokens: a seeded sample. All of them are below, in the long run.
describe.each([
  { data: 'bundled', env: {}, missing: false },
  { data: 'official', env: official, missing: !hasShared },
])('LIFBench on $data data', ({ env, missing }) => {
  const run = (model: string) =>
    runSuite(lifbenchSuite, {}, { HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIMIT: '2', ...env, HOLDFAST_MODEL: model })
  const oracle = once(() => run('sim:oracle'))

  test.skipIf(missing)('gives reference answers exactly full marks, on every task', async () => {
    const outcome = await oracle()
    expect(outcome.concluded.document.exitCode).toBe(0)
    expect(scoresOf(outcome)).toMatchObject({ items: 22, passed: 22 })
    expect(overall(outcome)).toBe(1)
    for (const [key, { value }] of Object.entries(metricsOf(outcome))) {
      if (/^(ars|ifp|length|task)\./.test(key)) expect(value, key).toBe(1)
      if (key.startsWith('ifs.')) expect(value, key).toBe(0)
    }
  })

  test.skipIf(missing)('gives empty answers exactly nothing', async () => {
    const outcome = await run('sim:null')
    expect(outcome.concluded.document.exitCode).toBe(0)
    expect(scoresOf(outcome)).toMatchObject({ items: 22, failed: 22 })
    expect(overall(outcome)).toBe(0)
  })

  test.skipIf(missing)('scores lower the more items are damaged', async () => {
    const scores: (number | undefined)[] = []
    for (const damage of DAMAGES) scores.push(overall(await run(`sim:degraded?p=${damage}`)))
    expect(scores).toEqual([...scores].sort((one, other) => Number(other) - Number(one)))
    expect(new Set(scores).size).toBe(DAMAGES.length)
    expect(scores[0]).toBe(overall(await oracle()))
  })
})

describe.runIf(isLong).each([
  { data: 'bundled', env: {}, missing: false },
  { data: 'official', env: official, missing: !hasShared },
])('all of LIFBench on $data data', ({ env, missing }) => {
  // A limit over any task's items: all of them.
  const run = (model: string) =>
    runSuite(lifbenchSuite, {}, { HOLDFAST_LIFBENCH_LENGTHS: 'all', HOLDFAST_LIMIT: '1000', ...env, HOLDFAST_MODEL: model })

  test.skipIf(missing)('has 2,802 items, each with a reference answer that gets full marks', { timeout: 120_000 }, async () => {
    const outcome = await run('sim:oracle')
    expect(scoresOf(outcome)).toMatchObject({ items: 2802, passed: 2802 })
    expect(overall(outcome)).toBe(1)
  })

  test.skipIf(missing)('gives empty answers nothing', { timeout: 120_000 }, async () => {
    const outcome = await run('sim:null')
    expect(scoresOf(outcome)).toMatchObject({ items: 2802, failed: 2802 })
    expect(overall(outcome)).toBe(0)
  })

  test.skipIf(missing)('falls on every task the more items are damaged', { timeout: 300_000 }, async () => {
    const runs = await Promise.all(['0.1', '0.3', '0.6'].map((damage) => run(`sim:degraded?p=${damage}`)))
    const keys = Object.keys(metricsOf(runs[0] as SuiteOutcome)).filter((key) => key.startsWith('ars.'))
    expect(keys).toHaveLength(13)
    for (const key of keys) {
      const [low, middle, high] = runs.map((outcome) => value(outcome, key) ?? Number.NaN) as [number, number, number]
      expect(low, key).toBeGreaterThan(middle)
      expect(middle, key).toBeGreaterThan(high)
    }
  })
})
