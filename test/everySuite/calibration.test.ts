import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { metricsOf, once, scoresOf, value } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const official = { HOLDFAST_DATA: join(sharedFolder, 'data') }
const DAMAGES = ['0', '0.2', '0.5', '1']

const overall = (outcome: SuiteOutcome) => value(outcome, 'ars.overall')

// Two items of each of the eleven tasks, of 4k tokens: a seeded sample. All 2,802: test/e2e/wholeLifbench.test.ts.
describe.each([
  { data: 'bundled', env: {}, missing: false },
  { data: 'official', env: official, missing: !hasShared },
])('LIFBench on $data data (official data skipped without the shared folder)', ({ env, missing }) => {
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
