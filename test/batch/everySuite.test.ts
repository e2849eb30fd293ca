import { describe, expect, test, vi } from 'vitest'
import type { HoldfastOptions } from '../../src/config/schema.ts'
import { stoppedWithRun } from '../../src/format/records.ts'
import { runFolder } from '../../src/format/runFolder.ts'
import { importResults } from '../../src/models/batch/importResults.ts'
import { runSuite } from '../../src/worker/runSuite.ts'
import { SUITES } from '../../suites/catalogue.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { type Answers, answersOf, type ChatBody, MODELS } from './answers.ts'
import { runInFolder } from './folderRun.ts'
import { runBatch, waveFiles } from './runBatch.ts'

const URL = 'http://batch.test/v1'
const REAL = { model: `openai:${MODELS.candidate}@${URL}`, judge: `openai:${MODELS.judge}@${URL}` }
const SIMULATED = { model: 'sim:degraded?p=0.3', judge: 'sim:judge?noise=0.2' }

/** Waves that the calls of an item take one after another, as they stand in docs/suites. */
const RUNS = SUITES.map((suite) => ({
  name: suite.name,
  suite,
  options: { limit: 2, seed: 3, ...(suite.name === 'lifbench' && { suites: { lifbench: { lengths: '4k' } } }) } satisfies HoldfastOptions,
}))

describe('a run by files ends with the figures of the direct run', () => {
  test.each(RUNS)('$name', async ({ suite, options }) => {
    const { calls } = await runSuite(suite, { ...options, ...SIMULATED })
    const answers = answersOf(calls)
    answerFetches(answers)
    const direct = await runSuite(suite, { ...options, ...REAL })
    vi.stubGlobal('fetch', () => Promise.reject(new Error('nothing is sent')))
    const out = `${temporaryFolder()}/run`
    const folder = runFolder(out)
    for (let waves = 0; waves < 100; waves += 1) {
      const run = await runInFolder(suite, out, { ...options, ...REAL, batch: 'export' })
      const stopped = run.results.filter(({ record }) => stoppedWithRun(record))
      if (stopped.length === 0) {
        expect(run.document.suites[suite.name]?.metrics).toEqual(direct.concluded.document.suites[suite.name]?.metrics)
        expect(run.document.usage.judge?.calls).toEqual(direct.concluded.document.usage.judge?.calls)
        return
      }
      expect(run.document.exitCode).toBe(75)
      await importResults(folder, runBatch(waveFiles(folder.batch), answers))
    }
    expect.unreachable('the waves do not end')
  })
})

/** Answers what goes to the endpoint directly. */
function answerFetches(answers: Answers): void {
  vi.stubGlobal('fetch', async (_input: unknown, init: RequestInit) =>
    init.body === undefined ? Response.json({ data: [] }) : Response.json(answers(JSON.parse(String(init.body)) as ChatBody)),
  )
}
