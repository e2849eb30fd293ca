import { describe, expect, test } from 'vitest'
import type { HoldfastOptions } from '../../src/config/schema.ts'
import { runSuite } from '../../src/worker/runSuite.ts'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { scoresOf } from '../outcome.ts'

const run = (options: HoldfastOptions) => runSuite(lifbenchSuite, { model: 'sim:oracle', decide: 'early', concurrency: 4, ...options })

test('x', async () => {
  const outcome = await run({ gates: { allowSimulated: true, lifbench: { 'ars.overall': { min: 0.5 } } } })
  console.log(
    outcome.plan.early,
    scoresOf(outcome).items,
    scoresOf(outcome).skipped,
    outcome.concluded.document.gates,
    outcome.concluded.document.run.early,
    outcome.concluded.document.exitCode,
    outcome.concluded.reasons,
  )
})
