import { expect, test } from 'vitest'
import { loadSuites } from '../../../../test/catalogue.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { isLong } from '../../../../test/shared.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { answersOf, MODELS } from './answers.ts'
import { faultyAt, startBatchServer } from './batchServer.ts'
import { runInFolder } from './folderRun.ts'

const SUITES = await loadSuites()

/** FB-Bench is tried in live.test.ts. */
const TRIED = isLong ? SUITES : SUITES.filter(({ name }) => name === 'lifbench' || name === 'refutebench1')

test.each(TRIED.map((suite) => [suite.name, suite] as const))(
  '%s by the Batch API ends with the figures of the direct run, where some requests fail',
  async (name, suite) => {
    const options = { limit: 1, seed: 3, ...(name === 'lifbench' && { suites: { lifbench: { lengths: '4k' } } }) }
    const { calls } = await runSuite(suite, { ...options, model: 'sim:degraded?p=0.3', judge: 'sim:judge?noise=0.2' })
    const server = await startBatchServer(answersOf(calls))
    const entry = (model: string, batch: object) => ({ uri: `openai:${model}@${server.url}`, ...batch })
    const models = (batch: object) => ({
      ...options,
      models: { candidate: entry(MODELS.candidate, batch), judge: entry(MODELS.judge, batch) },
      model: 'candidate',
      judge: 'judge',
    })
    const direct = await runSuite(suite, models({}))
    server.faults = { result: faultyAt(0.3, 1) }
    const run = await runInFolder(suite, `${temporaryFolder()}/run`, models({ batch: { pollSeconds: 0.02 } }))
    expect(run.document.suites).toEqual(direct.concluded.document.suites)
    expect(run.document.usage).toEqual(direct.concluded.document.usage)
    const ids = server.begun.flatMap(({ lines }) => lines.map(({ custom_id }) => custom_id))
    expect(new Set(ids).size).toBe(ids.length)
  },
)
