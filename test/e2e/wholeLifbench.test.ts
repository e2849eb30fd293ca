import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { hasShared, isLong, sharedFolder } from '../shared.ts'
import { readScores, runLifbench, type VitestRun } from './fixtureRun.ts'

const official = { HOLDFAST_DATA: join(sharedFolder, 'data') }

const metrics = (run: VitestRun) => readScores(run).suites.lifbench?.metrics ?? {}
const overall = (run: VitestRun) => metrics(run)['ars.overall']?.value

// Some 500 MB of prompts: a run of its own, whose journal is on disk. The short tests are in test/everySuite/calibration.test.ts.
describe.runIf(isLong).each([
  { data: 'bundled', env: {}, missing: false },
  { data: 'official', env: official, missing: !hasShared },
])('all of LIFBench on $data data (with TEST_LONG)', ({ env, missing }) => {
  // A limit over any task's items: all of them.
  const run = (model: string) => runLifbench({ ...env, HOLDFAST_LIFBENCH_LENGTHS: 'all', HOLDFAST_LIMIT: '1000', HOLDFAST_MODEL: model })

  test.skipIf(missing)('has 2,802 items, each with a reference answer that gets full marks', async () => {
    const finished = await run('sim:oracle')
    expect(readScores(finished).suites.lifbench).toMatchObject({ items: 2802, passed: 2802 })
    expect(overall(finished)).toBe(1)
  })

  test.skipIf(missing)('gives empty answers nothing', async () => {
    const finished = await run('sim:null')
    expect(readScores(finished).suites.lifbench).toMatchObject({ items: 2802, failed: 2802 })
    expect(overall(finished)).toBe(0)
  })

  test.skipIf(missing)('falls on every task the more items are damaged', async () => {
    const runs = await Promise.all(['0.1', '0.3', '0.6'].map((damage) => run(`sim:degraded?p=${damage}`)))
    const keys = Object.keys(metrics(runs[0] as VitestRun)).filter((key) => key.startsWith('ars.'))
    expect(keys).toHaveLength(13)
    for (const key of keys) {
      const [low, middle, high] = runs.map((finished) => metrics(finished)[key]?.value ?? Number.NaN) as [number, number, number]
      expect(low, key).toBeGreaterThan(middle)
      expect(middle, key).toBeGreaterThan(high)
    }
  })
})
