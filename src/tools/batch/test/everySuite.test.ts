import { describe, expect, test } from 'vitest'
import { loadSuites } from '../../../../test/catalogue.ts'
import { isLong } from '../../../../test/shared.ts'
import { byFiles } from './byFiles.ts'

const SUITES = await loadSuites()

const ORACLE = { model: 'sim:oracle', judge: 'sim:judge' }

const optionsOf = (suite: string) => ({
  limit: isLong ? 2 : 1,
  seed: 3,
  ...(suite === 'lifbench' && { suites: { lifbench: { lengths: '4k' } } }),
})

describe('a run by files ends with the figures of the direct run', () => {
  test.each(SUITES.map((suite) => [suite.name, suite] as const))('%s, in as many waves as its plan says', async (name, suite) => {
    const { waves, planned } = await byFiles(suite, { simulated: ORACLE, options: optionsOf(name) })
    // A suite need not say how many calls wait for each other.
    expect(waves).toBe(planned ?? waves)
  })
})
