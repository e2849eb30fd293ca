import { appendFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { resolveConfig } from '../../../core/config/resolve.ts'
import { stoppedWithRun } from '../../../core/format/records.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { cancelBatches } from '../batchCommand.ts'
import { batchFolder } from '../batchLedger.ts'
import { MODELS } from './answers.ts'
import { runInFolder } from './folderRun.ts'
import { both, directRun, expectOnce, models, stoppedRun } from './liveRuns.ts'

describe('a batch that fails as a whole', () => {
  test('for want of room is begun again, until it fits', async () => {
    const failure = { code: 'token_limit_exceeded', message: 'Enqueued token limit reached.' }
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => said.mockRestore())
    const { server, run, direct } = await both({ end: (batch) => (batch < 2 ? 'failed' : 'completed'), failure })
    for (const batch of ['batch-1 failed', 'batch-2 failed']) expect(said.mock.calls.join('')).toContain(batch)
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

test('a batch that failed for the account is sent anew once that is mended', async () => {
  const { server, out } = await stoppedRun()
  server.faults = { end: () => 'failed', failure: { code: 'billing_hard_limit_reached', message: 'Billing hard limit has been reached.' } }
  const failed = await runInFolder(fbBenchSuite, out, models(server, {}))
  expect(failed.results[0]?.record.error).toContain('failed: Billing hard limit has been reached.')
  server.faults = {}
  const run = await runInFolder(fbBenchSuite, out, models(server, {}))
  expect(run.document.suites).toEqual((await directRun()).document.suites)
})

describe('a run that was stopped', () => {
  test('ends at once, and goes on with the batch that it has paid for', async () => {
    const { server, out, stopped } = await stoppedRun()
    expect(stopped.document).toMatchObject({ exitCode: 75, run: { partial: true } })
    expect(stopped.results.every(({ record }) => stoppedWithRun(record))).toBe(true)
    const run = await runInFolder(fbBenchSuite, out, models(server, {}))
    expect(run.document.suites).toEqual((await directRun()).document.suites)
    expectOnce(server)
  })

  test('goes on where it was killed in the middle of a line', async () => {
    const { server, out } = await stoppedRun()
    const { asked, failures, batches } = batchFolder(runFolder(out))
    for (const file of [asked, failures, batches]) appendFileSync(file, '{"custom_id":"hf-')
    const run = await runInFolder(fbBenchSuite, out, models(server, {}))
    expect(run.document.suites).toEqual((await directRun()).document.suites)
    expectOnce(server)
  })

  test('whose results are never whole keeps what there is, and pays for nothing twice', async () => {
    const { server, out } = await stoppedRun()
    server.faults = { shortened: { times: 1000 } }
    const cut = await runInFolder(fbBenchSuite, out, models(server, {}))
    expect(cut.results.map(({ record: { error } }) => error)).toContainEqual(
      expect.stringContaining('the file of its results ends within a line'),
    )
    server.faults = {}
    const run = await runInFolder(fbBenchSuite, out, models(server, {}))
    expect(run.document.suites).toEqual((await directRun()).document.suites)
    expectOnce(server)
  })

  test('has its batches cancelled when that is asked for, and then asks again', async () => {
    const { server, out } = await stoppedRun()
    server.holds = true
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
    expect(run.document.suites).toEqual((await directRun()).document.suites)
  })
})
