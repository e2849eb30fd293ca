import { describe, expect, test } from 'vitest'
import { loadSuites } from '../../../../test/catalogue.ts'
import { isLong } from '../../../../test/shared.ts'
import { byFiles } from './byFiles.ts'

const SUITES = await loadSuites()

const ORACLE = { model: 'sim:oracle', judge: 'sim:judge' }
const FAULTY = { model: 'sim:degraded?p=0.3', judge: 'sim:judge?noise=0.2&garbage=0.2' }

/** In the short run, one that asks for a verdict and one that holds an interview. */
const ASKED = SUITES.filter(({ name }) => isLong || name === 'fb-bench' || name === 'kieval')

const optionsOf = (suite: string) => ({
  limit: isLong ? 2 : 1,
  seed: 3,
  // The endpoint answers what the simulated run asked, and a simulated judge has no known answers.
  controls: 0,
  ...(suite === 'lifbench' && { suites: { lifbench: { lengths: '4k' } } }),
})

describe('a run by files ends with the figures of the direct run', () => {
  test.each(SUITES.map((suite) => [suite.name, suite] as const))('%s, in as many waves as its plan says', async (name, suite) => {
    const { waves, planned } = await byFiles(suite, { simulated: ORACLE, options: optionsOf(name) })
    // A suite need not say how many calls wait for each other.
    expect(waves).toBe(planned ?? waves)
  })

  test.each(ASKED.map((suite) => [suite.name, suite] as const))('%s, with a judge that has to be asked again', async (name, suite) => {
    const { waves, planned = 0 } = await byFiles(suite, { simulated: FAULTY, options: optionsOf(name) })
    expect(waves).toBeGreaterThanOrEqual(planned)
  })
})
