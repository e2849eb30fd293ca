import { describe, expect, test } from 'vitest'
import { type Endpoint, type Reply, startEndpoint } from './endpoint.ts'
import { readItems, runLifbench, unwrapped } from './fixtureRun.ts'
import { newPlace, runParcels } from './parcelRun.ts'

/** An endpoint that answers its probe so. */
async function probed(reply: Reply): Promise<Endpoint> {
  const endpoint = await startEndpoint()
  endpoint.probe = () => reply
  return endpoint
}

describe.concurrent('before the first item, an endpoint is asked for a token', () => {
  test.each<[string, Reply, string]>([
    ['the key is wrong', { status: 401, message: 'no such key' }, '401 no such key'],
    ['the key may not', { status: 403, message: 'not you' }, '403 not you'],
    ['the model is not there', { status: 404, message: 'no model clerk' }, '404 no model clerk'],
  ])('and where %s, that is one error and no item', async (_, reply, reason) => {
    const endpoint = await probed(reply)
    const run = await runParcels(endpoint)
    expect(run.code).toBe(1)
    const said = `Failed to reach openai:clerk@${endpoint.url}: ${reason}. Check the address, the key and the model name before anything is paid for.`
    expect(unwrapped(run.text)).toContain(said)
    expect(unwrapped(run.text).split('Failed to reach')).toHaveLength(2)
    expect([endpoint.probes, endpoint.asked.length]).toEqual([1, 0])
    expect(readItems(run)).toEqual([])
  })

  test('and where nothing listens, the error says so', async () => {
    const endpoint = await startEndpoint()
    const run = await runParcels({ ...endpoint, url: 'http://127.0.0.1:1' }, newPlace(), { PARCELS: '2' })
    expect(run.code).toBe(1)
    expect(unwrapped(run.text)).toMatch(
      /Failed to reach openai:clerk@http:\/\/127\.0\.0\.1:1: Connection error \(fetch failed \([^.].*\)\)\. Check the address/,
    )
  })

  test('and asked again where it is busy', async () => {
    const endpoint = await startEndpoint()
    endpoint.probe = () => (endpoint.probes < 3 ? { status: 503 } : { content: 'Hello' })
    const run = await runParcels(endpoint, newPlace(), { PARCELS: '2' })
    expect(run.code, run.text).toBe(0)
    expect(endpoint.probes).toBe(3)
  })

  test('and taken where it finds fault with the request only', async () => {
    const endpoint = await probed({ status: 400, message: 'max_tokens must be at least 16' })
    const run = await runParcels(endpoint, newPlace(), { PARCELS: '2' })
    expect(run.code, run.text).toBe(0)
  })

  test('once for each model, whatever the roles', async () => {
    const endpoint = await startEndpoint()
    const env = { PARCELS: '2', JUDGED: '1' }
    await runParcels(endpoint, newPlace(), { ...env, HOLDFAST_JUDGE: 'clerk' })
    expect(endpoint.probes).toBe(1)
    endpoint.forget()
    await runParcels(endpoint, newPlace(), { ...env, HOLDFAST_JUDGE: 'inspector' })
    expect(endpoint.probes).toBe(2)
  })

  test('each by itself where two entries of one model name different addresses', async () => {
    const [one, two] = await Promise.all([startEndpoint(), startEndpoint()])
    const entry = ({ url }: Endpoint) => JSON.stringify({ uri: 'openai:same', baseURL: url })
    const env = { PARCELS: '2', JUDGED: '1', ENTRY: entry(one), JUDGE_ENTRY: entry(two), HOLDFAST_JUDGE: 'inspector' }
    const run = await runParcels(one, newPlace(), env)
    expect(run.code, run.text).toBe(0)
    expect([one.probes, two.probes]).toEqual([1, 1])
    expect([one.asked.length, two.asked.length]).toEqual([4, 2])
  })

  test('and its window is known: items that do not fit are an error before anything is paid for', async () => {
    const endpoint = await startEndpoint()
    endpoint.models = [{ id: 'other' }, { id: 'clerk', max_model_len: 2048 }]
    const model = { HOLDFAST_MODEL: `openai:clerk@${endpoint.url}`, HOLDFAST_LIFBENCH_TASKS: 'OQ' }
    const run = await runLifbench(model)
    expect(run.code).toBe(1)
    expect(unwrapped(run.text)).toMatch(
      /Failed to plan lifbench: [\d,]+ of [\d,]+ items need up to [\d,]+ tokens, the window of \S+ is 2,048\./,
    )
    expect([endpoint.probes, endpoint.asked.length]).toEqual([1, 0])
    const skipped = await runLifbench({ ...model, HOLDFAST_LIFBENCH_OVERFLOW: 'skip' })
    expect(skipped.text).toContain('window 2,048 tokens')
    expect(endpoint.asked).toEqual([])
  })

  test('unless the model is embedded, or recorded', async () => {
    const endpoint = await startEndpoint()
    const run = await runParcels(endpoint, newPlace(), { PARCELS: '2' })
    endpoint.forget()
    const replayed = await runParcels(endpoint, newPlace(), { PARCELS: '2', HOLDFAST_MODEL: `replay:${run.folder.calls}` })
    expect(replayed.code, replayed.text).toBe(0)
    await runParcels(endpoint, newPlace(), { PARCELS: '2', HOLDFAST_MODEL: 'sim:null' })
    expect([endpoint.probes, endpoint.asked.length]).toEqual([0, 0])
  })
})
