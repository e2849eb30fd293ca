import { describe, expect, test, vi } from 'vitest'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { once } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { resolveConfig } from '../../../core/config/resolve.ts'
import type { HoldfastOptions } from '../../../core/config/schema.ts'
import { stoppedWithRun } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { cancelBatches } from '../batchCommand.ts'
import { answersOf, MODELS } from './answers.ts'
import { type BatchFaults, type BatchServer, faultyAt, startBatchServer } from './batchServer.ts'
import { runInFolder } from './folderRun.ts'
import { withoutError } from './runBatch.ts'

const OPTIONS = { limit: 2, seed: 3 }
const simulated = once(() => runSuite(fbBenchSuite, { ...OPTIONS, model: 'sim:degraded?p=0.3', judge: 'sim:judge?noise=0.2' }))

function models({ url }: BatchServer, batch: object | undefined): HoldfastOptions {
  const entry = (model: string) => ({ uri: `openai:${model}@${url}`, ...(batch && { batch: { pollSeconds: 0.02, ...batch } }) })
  return { ...OPTIONS, models: { candidate: entry(MODELS.candidate), judge: entry(MODELS.judge) }, model: 'candidate', judge: 'judge' }
}

/** A run by batches beside the direct run of the same, on a server with faults. */
async function both(faults: BatchFaults, batch: object = {}) {
  const server = await startBatchServer(answersOf((await simulated()).calls))
  const direct = await runSuite(fbBenchSuite, models(server, undefined))
  server.faults = faults
  server.direct = 0
  const run = await runInFolder(fbBenchSuite, `${temporaryFolder()}/run`, models(server, batch))
  return { server, run, direct: direct.concluded }
}

describe('a run by the Batch API ends with the figures of the direct run', () => {
  test('with results in any order', async () => {
    const { server, run, direct } = await both({})
    expect(run.document.suites).toEqual(direct.document.suites)
    expect(run.document.usage).toEqual(direct.document.usage)
    // The first questions of the two models, and nothing else.
    expect(server.direct).toBe(2)
  })

  test.each([
    ['some requests fail, are missing or run out of time', { result: faultyAt(0.5, 2) }],
    ['results lack the key error', { result: () => withoutError }],
    ['a whole batch expires', { end: (batch) => (batch === 0 ? 'expired' : 'completed'), result: faultyAt(0.9, 1) }],
    [
      'connections are lost',
      {
        cut: {
          'POST /v1/files': { times: 1 },
          'POST /v1/batches': { times: 1, after: true },
          'GET /v1/batches/:id': { times: 2 },
          'GET /v1/files/:id/content': { times: 1 },
        },
      },
    ],
    ['a reply is lost and others begin 250 batches meanwhile', { cut: { 'POST /v1/batches': { times: 1, after: true } }, others: 250 }],
  ] satisfies [string, BatchFaults][])('where %s', async (_what, faults) => {
    const { server, run, direct } = await both(faults)
    expect(run.document.suites).toEqual(direct.document.suites)
    // No request was paid for twice.
    const ids = server.begun.flatMap(({ lines }) => lines.map(({ custom_id }) => custom_id))
    expect(new Set(ids).size).toBe(ids.length)
    expect(server.answered).toBe(Object.values(run.document.usage).reduce((sum, { calls }) => sum + calls, 0))
  })

  test('in files of two requests each', async () => {
    const { server, run, direct } = await both({}, { maxRequests: 2 })
    expect(run.document.suites).toEqual(direct.document.suites)
    expect(Math.max(...server.begun.map(({ lines }) => lines.length))).toBe(2)
  })
})

describe('a batch that fails as a whole', () => {
  test('for want of room is begun again, until it fits', async () => {
    const failure = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' }
    const { server, run, direct } = await both({ end: (batch) => (batch < 2 ? 'failed' : 'completed'), failure })
    expect(run.document.suites).toEqual(direct.document.suites)
    // Answered once: the batches before were never run.
    expect(server.answered).toBe(Object.values(run.document.usage).reduce((sum, { calls }) => sum + calls, 0))
  })

  test('for any other reason is an error of its items, which says why', async () => {
    const failure = { code: 'model_mismatch', message: 'The model does not match.' }
    const { run } = await both({ end: () => 'failed', failure })
    expect(run.document.exitCode).toBe(1)
    expect(run.results[0]?.record.error).toMatch(/its batch batch-\d failed: The model does not match\. Mend the model's entry/)
  })
})

describe('a run that was stopped', () => {
  test('ends at once, and goes on with the batch that it has paid for', async () => {
    const server = await startBatchServer(answersOf((await simulated()).calls))
    server.holds = true
    const out = `${temporaryFolder()}/run`
    const stopping = new AbortController()
    const running = runInFolder(fbBenchSuite, out, models(server, {}), {}, stopping.signal)
    await vi.waitUntil(() => server.begun.length > 0, { timeout: 60_000 })
    stopping.abort()
    const stopped = await running
    expect(stopped.document).toMatchObject({ exitCode: 75, run: { partial: true } })
    expect(stopped.results.every(({ record }) => stoppedWithRun(record))).toBe(true)
    server.holds = false
    const run = await runInFolder(fbBenchSuite, out, models(server, {}))
    const direct = await runSuite(fbBenchSuite, models(server, undefined))
    expect(run.document.suites).toEqual(direct.concluded.document.suites)
    const ids = server.begun.flatMap(({ lines }) => lines.map(({ custom_id }) => custom_id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('has its batches cancelled when that is asked for, and then asks again', async () => {
    const server = await startBatchServer(answersOf((await simulated()).calls))
    server.holds = true
    const out = `${temporaryFolder()}/run`
    const stopping = new AbortController()
    const running = runInFolder(fbBenchSuite, out, models(server, {}), {}, stopping.signal)
    await vi.waitUntil(() => server.begun.length > 0, { timeout: 60_000 })
    stopping.abort()
    await running
    const { roles } = resolveConfig(models(server, {}), {}, process.cwd(), [fbBenchSuite])
    expect(await cancelBatches(runFolder(out), Object.values(roles), out)).toEqual([{ id: 'batch-1', status: 'cancelling' }])
    server.holds = false
    server.faults = { result: () => () => undefined }
    const cancelled = await runInFolder(fbBenchSuite, out, models(server, {}))
    expect(cancelled.results.map(({ record: { error } }) => error)).toContain(
      `Failed to call openai:${MODELS.candidate}@${server.url}: its batch batch-1 was cancelled. Ask again: finish the run with HOLDFAST_RESUME.`,
    )
    server.faults = {}
    const run = await runInFolder(fbBenchSuite, out, models(server, {}))
    const direct = await runSuite(fbBenchSuite, models(server, undefined))
    expect(run.document.suites).toEqual(direct.concluded.document.suites)
  })
})
