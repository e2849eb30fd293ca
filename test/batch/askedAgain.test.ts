import { describe, expect, test } from 'vitest'
import { SUITES } from '../../suites/catalogue.ts'
import { byFiles } from './byFiles.ts'

const FAULTY = { model: 'sim:degraded?p=0.3', judge: 'sim:judge?noise=0.2&garbage=0.2' }

const optionsOf = (suite: string) => ({ limit: 2, seed: 3, ...(suite === 'lifbench' && { suites: { lifbench: { lengths: '4k' } } }) })

describe('a run by files ends with the figures of the direct run', () => {
  test.each(SUITES.map((suite) => [suite.name, suite] as const))('%s, with a judge that has to be asked again', async (name, suite) => {
    const { waves, planned = 0 } = await byFiles(suite, { simulated: FAULTY, options: optionsOf(name) })
    expect(waves).toBeGreaterThanOrEqual(planned)
  })
})
