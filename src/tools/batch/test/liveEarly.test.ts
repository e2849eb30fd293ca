import { describe, expect, test, vi } from 'vitest'
import { words } from '../../../../test/early/words.ts'
import { once } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { HoldfastOptions } from '../../../core/config/schema.ts'
import { wasNotNeeded } from '../../../core/format/records.ts'
import { answersOf, MODELS } from './answers.ts'
import { type BatchFaults, type BatchServer, faultyAt, startBatchServer } from './batchServer.ts'
import { runInFolder } from './folderRun.ts'
import { expectOnce } from './liveRuns.ts'

const simulated = once(() => runSuite(words(), { model: 'sim:degraded?p=0.3', seed: 3 }))
const startServer = async () => startBatchServer(answersOf((await simulated()).calls))

/** The words by batch, of which seven of ten are right, with a rule that some of them decide. */
function options({ url }: BatchServer): HoldfastOptions {
  const gates = { words: { score: { min: 0.62 } } } as never
  const candidate = { uri: `openai:${MODELS.candidate}@${url}`, batch: { pollSeconds: 0.02 } }
  return { models: { candidate }, model: 'candidate', seed: 3, decide: 'early', gates }
}

/** A run that goes on until it is decided: `stopAt` counts batches at which it is stopped, as a kill does. */
async function decided(faults: BatchFaults, stopAt: readonly number[] = []) {
  const server = await startServer()
  server.faults = faults
  const out = `${temporaryFolder()}/run`
  for (const at of stopAt) {
    const stopping = new AbortController()
    const running = runInFolder(words(), out, options(server), {}, stopping.signal)
    await vi.waitUntil(() => server.begun.length >= at, { timeout: 20_000, interval: 2 })
    stopping.abort()
    await running
  }
  const run = await runInFolder(words(), out, options(server))
  const [gate] = run.document.gates
  const ran = run.results.filter(({ record }) => !wasNotNeeded(record)).length
  return { server, run, ran, verdict: gate?.verdict, after: gate?.early?.items }
}

const plain = once(() => decided({}))

describe('a decision by waves of batches', () => {
  test('ends after some of the items, each of them asked once, and no wave before the last is of all', async () => {
    const { server, run, ran, verdict, after } = await plain()
    expect(verdict).toBe('held')
    expect(ran).toBeLessThan(200)
    expect(after).toBeLessThanOrEqual(ran)
    expect(server.begun.length).toBeGreaterThan(1)
    expectOnce(server)
    // Beside the first question.
    expect(server.answered + server.direct - 1).toBe(ran)
    expect(run.document.run.early?.words?.items).toBe(ran)
  })

  test.each<[string, BatchFaults, (readonly number[])?]>([
    ['some requests fail, are missing or run out of time', { result: faultyAt(0.5, 2) }],
    ['a whole batch expires', { end: (batch) => (batch === 1 ? 'expired' : 'completed'), result: faultyAt(0.9, 1) }],
    ['connections are lost', { cut: { 'POST /v1/batches': { times: 1, after: true }, 'GET /v1/files/:id/content': { times: 1 } } }],
    ['it is killed now and then', { looks: 3 }, [1, 2]],
    ['it is killed while requests fail', { looks: 3, result: faultyAt(0.5, 1) }, [1]],
  ])('says the same after as many items where %s', async (_what, faults, kills) => {
    const [one, other] = [await decided(faults, kills), await plain()]
    expect([one.verdict, one.after]).toEqual([other.verdict, other.after])
    expectOnce(one.server)
    expect(one.server.answered + one.server.direct).toBe(one.ran + 1 + (kills?.length ?? 0))
  })
})
