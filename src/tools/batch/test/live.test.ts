import { describe, expect, test } from 'vitest'
import { type BatchFaults, faultyAt } from './batchServer.ts'
import { both, expectOnce } from './liveRuns.ts'
import { answered, type Result, withoutError } from './runBatch.ts'

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
    ['results are cut within a line', { shortened: { times: 2 } }],
    ['results are cut between two lines', { shortened: { times: 2, at: 'line' } }],
    ['a reply is lost and others begin 250 batches meanwhile', { cut: { 'POST /v1/batches': { times: 1, after: true } }, others: 250 }],
  ] satisfies [string, BatchFaults][])('where %s', async (_what, faults) => {
    const { server, run, direct } = await both(faults)
    expect(run.document.suites).toEqual(direct.document.suites)
    expectOnce(server)
    expect(server.answered).toBe(Object.values(run.document.usage).reduce((sum, { calls }) => sum + calls, 0))
  })

  test('with answers without token counts, which are counted as such', async () => {
    const uncounted: Result = (line, answers) => answered(line, (body) => ({ ...answers(body), usage: undefined }))
    const { run } = await both({ result: () => uncounted }, {}, { in: 1, out: 1 })
    const { calls, unmetered, usd } = run.document.usage.candidate ?? {}
    expect({ unmetered, usd }).toEqual({ unmetered: calls, usd: null })
  })

  test('with replies that cannot be used, which are paid for all the same', async () => {
    const unusable: Result = (line, answers) =>
      answered(line, () => ({ ...answers(line.body), choices: [], usage: { prompt_tokens: 1000, completion_tokens: 10 } }))
    const { server, run, direct } = await both({ result: (_line, batch) => (batch === 0 ? unusable : answered) })
    const asked = server.begun[0]?.lines.length ?? 0
    const { promptTokens = 0, completionTokens = 0, ...others } = direct.document.usage.candidate ?? {}
    expect(run.document.usage.candidate).toEqual({
      ...others,
      promptTokens: promptTokens + 1000 * asked,
      completionTokens: completionTokens + 10 * asked,
    })
  })

  test('in files of two requests each', async () => {
    const { server, run, direct } = await both({}, { maxRequests: 2 })
    expect(run.document.suites).toEqual(direct.document.suites)
    expect(Math.max(...server.begun.map(({ lines }) => lines.length))).toBe(2)
  })
})
