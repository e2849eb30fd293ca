import { expect, test } from 'vitest'
import type { HoldfastOptions } from '../../src/config/schema.ts'
import { runSuite } from '../../src/worker/runSuite.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { scoresOf } from '../outcome.ts'

const run = (options: HoldfastOptions) => runSuite(lifbenchSuite, { model: 'sim:oracle', decide: 'early', concurrency: 4, ...options })

test.each([
  ['sim:oracle', 0.5],
  ['sim:degraded?p=0.3', 0.6],
  ['sim:degraded?p=0.3', 0.9],
  ['sim:degraded?p=0.3', 0.98],
])('%s %d', async (model, min) => {
  const outcome = await run({ model, gates: { allowSimulated: true, lifbench: { 'ars.overall': { min } } } })
  console.log(
    model,
    min,
    outcome.plan.early?.units,
    scoresOf(outcome).skipped,
    JSON.stringify(outcome.concluded.document.gates),
    outcome.concluded.document.exitCode,
  )
  expect(1).toBe(1)
})
