import { expect, vi } from 'vitest'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { once } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { HoldfastOptions } from '../../../core/config/schema.ts'
import { answersOf, MODELS } from './answers.ts'
import { type BatchFaults, type BatchServer, startBatchServer } from './batchServer.ts'
import { runInFolder } from './folderRun.ts'

const OPTIONS = { limit: 2, seed: 3 }
const simulated = once(() => runSuite(fbBenchSuite, { ...OPTIONS, model: 'sim:degraded?p=0.3', judge: 'sim:judge?noise=0.2' }))

/** The models of a run on the server; by batches where it says how. */
export function models({ url }: BatchServer, batch: object | undefined, price?: { in: number; out: number }): HoldfastOptions {
  const entry = (model: string) => ({ uri: `openai:${model}@${url}`, price, ...(batch && { batch: { pollSeconds: 0.02, ...batch } }) })
  return { ...OPTIONS, models: { candidate: entry(MODELS.candidate), judge: entry(MODELS.judge) }, model: 'candidate', judge: 'judge' }
}

const startServer = async () => startBatchServer(answersOf((await simulated()).calls))
/** The direct run of the same, which every run by batches is held to. */
export const directRun = once(async () => (await runSuite(fbBenchSuite, models(await startServer(), undefined))).concluded)

/** A run by batches beside the direct run, on a server with faults. */
export async function both(faults: BatchFaults, batch: object = {}, price?: { in: number; out: number }) {
  const direct = await directRun()
  const server = await startServer()
  server.faults = faults
  const run = await runInFolder(fbBenchSuite, `${temporaryFolder()}/run`, models(server, batch, price))
  return { server, run, direct }
}

/** No request was paid for twice. */
export function expectOnce({ begun }: BatchServer): void {
  const ids = begun.flatMap(({ lines }) => lines.map(({ custom_id }) => custom_id))
  expect(new Set(ids).size).toBe(ids.length)
}

/** A run that is stopped once its first batch has begun, on a server that holds it. */
export async function stoppedRun() {
  const server = await startServer()
  server.holds = true
  const out = `${temporaryFolder()}/run`
  const stopping = new AbortController()
  const running = runInFolder(fbBenchSuite, out, models(server, {}), {}, stopping.signal)
  await vi.waitUntil(() => server.looked > 0, { timeout: 60_000 })
  stopping.abort()
  const stopped = await running
  server.holds = false
  return { server, out, stopped }
}
