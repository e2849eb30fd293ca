import { describe, expect, test } from 'vitest'
import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { runSuite } from '../runSuite.ts'
import { type Endpoint, type Reply, startEndpoint } from './endpoint.ts'
import { readItems, unwrapped } from './fixtureRun.ts'
import { newPlace, runParcels } from './parcelRun.ts'
import { parcelsHere } from './parcelsHere.ts'

/** An endpoint that answers its probe so. */
async function probed(reply: Reply): Promise<Endpoint> {
  const endpoint = await startEndpoint()
  endpoint.probe = () => reply
  return endpoint
}

const FEW = { PARCELS: '2' }

describe('before the first item, an endpoint is put a first question', () => {
  test('and where that fails, Vitest says so once and runs no item', async () => {
    const endpoint = await probed({ status: 401, message: 'no such key' })
    const run = await runParcels(endpoint)
    expect(run.code).toBe(1)
    expect(unwrapped(run.text)).toContain(
      `Failed to call the candidate openai:clerk@${endpoint.url}: 401 no such key. Check the key and its rights. Name its variable by #key=NAME in the URI or apiKeyEnv in the entry.`,
    )
    expect(unwrapped(run.text).split('Failed to call')).toHaveLength(2)
    expect([endpoint.probes, endpoint.asked.length]).toEqual([1, 0])
    expect(readItems(run)).toEqual([])
  })

  test.each<[string, Reply, string]>([
    ['the key may not', { status: 403, message: 'not you' }, '403 not you. Check the key and its rights.'],
    ['the model is not there', { status: 404, message: 'no model clerk' }, '404 no model clerk. Check the model name and the base URL.'],
    ['the request is not taken', { status: 400, message: 'no such field: messages' }, '400 no such field: messages. Check the request'],
  ])('and where %s, that is one error and no item', async (_, reply, reason) => {
    const endpoint = await probed(reply)
    await expect(parcelsHere(endpoint)).rejects.toThrow(`Failed to call the candidate openai:clerk@${endpoint.url}: ${reason}`)
    expect([endpoint.probes, endpoint.asked.length]).toEqual([1, 0])
  })

  test('and where nothing listens, the error says so', async () => {
    const endpoint = await startEndpoint()
    await expect(parcelsHere({ ...endpoint, url: 'http://127.0.0.1:1' }, FEW)).rejects.toThrow(
      /Failed to reach the candidate openai:clerk@http:\/\/127\.0\.0\.1:1: Connection error \(fetch failed \([^.].*\)\)\. Check the address/,
    )
  })

  test('and asked again where it is busy', async () => {
    const endpoint = await startEndpoint()
    endpoint.probe = () => (endpoint.probes < 3 ? { status: 503, headers: { 'retry-after-ms': '1' } } : { content: 'Hello' })
    expect((await parcelsHere(endpoint, FEW)).concluded.reasons).toEqual([])
    expect(endpoint.probes).toBe(3)
  })

  test('once for each model, whatever the roles', async () => {
    const endpoint = await startEndpoint()
    const env = { ...FEW, JUDGED: '1' }
    await parcelsHere(endpoint, { ...env, HOLDFAST_JUDGE: 'clerk' })
    expect(endpoint.probes).toBe(1)
    endpoint.forget()
    await parcelsHere(endpoint, { ...env, HOLDFAST_JUDGE: 'inspector' })
    expect(endpoint.probes).toBe(2)
  })

  test('each by itself where two entries of one model name different addresses', async () => {
    const [one, two] = await Promise.all([startEndpoint(), startEndpoint()])
    const entry = ({ url }: Endpoint) => JSON.stringify({ uri: 'openai:same', baseURL: url })
    const env = { ...FEW, JUDGED: '1', ENTRY: entry(one), JUDGE_ENTRY: entry(two), HOLDFAST_JUDGE: 'inspector' }
    expect((await parcelsHere(one, env)).concluded.reasons).toEqual([])
    expect([one.probes, two.probes]).toEqual([1, 1])
    expect([one.asked.length, two.asked.length]).toEqual([4, 2])
  })

  test('and its window is known: items that do not fit are an error before anything is paid for', async () => {
    const endpoint = await startEndpoint()
    endpoint.models = [{ id: 'other' }, { id: 'clerk', max_model_len: 2048 }]
    const options = { model: `openai:clerk@${endpoint.url}`, limit: 2 }
    const env = { HOLDFAST_LIFBENCH_LENGTHS: '4k', HOLDFAST_LIFBENCH_TASKS: 'OQ' }
    await expect(runSuite(lifbenchSuite, options, env)).rejects.toThrow(
      /Failed to plan lifbench: [\d,]+ of [\d,]+ items need up to [\d,]+ tokens, the window of \S+ is 2,048\./,
    )
    expect([endpoint.probes, endpoint.asked.length]).toEqual([1, 0])
    const skipped = await runSuite(lifbenchSuite, options, { ...env, HOLDFAST_LIFBENCH_OVERFLOW: 'skip' })
    expect(skipped.plan.notes.join(' ')).toContain('window 2,048 tokens')
    expect(endpoint.asked).toEqual([])
  })

  test('unless the model is embedded, or recorded', async () => {
    const endpoint = await startEndpoint()
    const run = await runParcels(endpoint, newPlace(), FEW)
    endpoint.forget()
    const replayed = await parcelsHere(endpoint, { ...FEW, HOLDFAST_MODEL: `replay:${run.folder.calls}` })
    expect(replayed.concluded.reasons).toEqual([])
    await parcelsHere(endpoint, { ...FEW, HOLDFAST_MODEL: 'sim:null' })
    expect([endpoint.probes, endpoint.asked.length]).toEqual([0, 0])
  })
})
