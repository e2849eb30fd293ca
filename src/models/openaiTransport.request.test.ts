import { createServer, type IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../test/listen.ts'
import { redactSecrets } from '../core/base/secrets.ts'
import { type ModelEntry, modelEntry } from '../core/format/modelEntry.ts'
import { createTransport } from './createTransport.ts'
import { endpointKey } from './endpointKey.ts'
import type { RequestOptions } from './transport.ts'

interface Received {
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly body: Record<string, unknown>
}

/** An endpoint that keeps what it gets and gives every request the same reply. */
async function serve(status = 200, reply: unknown = { choices: [{ message: { content: 'well' } }] }) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push({ url: request.url, headers: request.headers, text, body: JSON.parse(text) })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  const url = await listen(server)
  return { host: new URL(url).host, base: `${url}/v1`, received }
}

/** One attempt. */
function send(uri: string, entry: Partial<ModelEntry> = {}, options: RequestOptions = {}) {
  return createTransport(modelEntry.parse({ uri, ...entry }), '/').send(
    {
      key: { suite: 'demo', item: 'item-77', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 },
      messages: [{ role: 'user', content: 'hello' }],
      options,
      hints: { item: 'item-77', seed: 0, call: 'answer', reference: () => 'the reference answer', simulation: {} },
    },
    new AbortController().signal,
  )
}

beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', undefined)
  vi.stubEnv('OPENAI_BASE_URL', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

describe("an entry's headers and URL parameters", () => {
  test('go with every request; what stands in the environment is a secret', async () => {
    vi.stubEnv('GATEWAY_CODE', 'code-4711-of-the-gateway')
    const { base, received } = await serve()
    await send(`openai:m@${base}`, {
      headers: { 'x-gateway': 'eu', 'x-gateway-key': '$GATEWAY_CODE' },
      query: { 'api-version': '2024-10-21', sig: '$GATEWAY_CODE' },
    })
    expect(received[0]?.headers).toMatchObject({ 'x-gateway': 'eu', 'x-gateway-key': 'code-4711-of-the-gateway' })
    expect(received[0]?.url).toBe('/v1/chat/completions?api-version=2024-10-21&sig=code-4711-of-the-gateway')
    expect(redactSecrets('as in code-4711-of-the-gateway')).toBe('as in [redacted]')
  })

  test('tell answers apart in the cache, by name and not by value', async () => {
    vi.stubEnv('GATEWAY_CODE', 'code-4711-of-the-gateway')
    const bodyOf = (entry: Partial<ModelEntry>) =>
      createTransport(modelEntry.parse({ uri: 'openai:m@http://127.0.0.1:1/v1', ...entry }), '/').cacheBody?.({
        key: { suite: 'demo', item: 'one', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 },
        messages: [{ role: 'user', content: 'hello' }],
        options: { temperature: 0 },
        hints: { item: 'one', seed: 0, call: 'answer', reference: () => '', simulation: {} },
      })
    const one = bodyOf({ headers: { 'x-target': 'one', 'x-key': '$GATEWAY_CODE' } })
    expect(one).not.toEqual(bodyOf({ headers: { 'x-target': 'two', 'x-key': '$GATEWAY_CODE' } }))
    expect(JSON.stringify(one)).not.toContain('4711')
  })

  test('name the variable that is not set', async () => {
    vi.stubEnv('GATEWAY_CODE', undefined)
    expect(() => send('openai:m@http://127.0.0.1:1/v1', { headers: { 'x-key': '$GATEWAY_CODE' } })).toThrow(
      'Failed to set up openai:m: its header x-key: GATEWAY_CODE is not set. Set it.',
    )
  })
})

// The SDK refuses to work where it finds a window and a document; tests of a user's own may run in jsdom.
test('a browser-like environment is no obstacle', async () => {
  vi.stubGlobal('window', { document: {} })
  vi.stubGlobal('navigator', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  const { base } = await serve()
  expect((await send(`openai:m@${base}`)).content).toBe('well')
  expect((await send('sim:oracle')).content).toBe('the reference answer')
})

// vLLM counts the cap against the window: docs.vllm.ai, and the error of vllm-project/vllm#36197.
test('room for thoughts shrinks where a long prompt leaves less of the window, and a prompt that is too long is an error', async () => {
  const caps: unknown[] = []
  const window = (most: number) =>
    createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      const { max_tokens: cap } = JSON.parse(text)
      caps.push(cap)
      response.setHeader('content-type', 'application/json')
      if (cap <= most) return response.end('{"choices":[{"message":{"content":"well"},"finish_reason":"stop"}]}')
      const message = `This model's maximum context length is 4096 tokens. However, you requested ${cap} output tokens and your prompt contains at least 3000 input tokens.`
      response.writeHead(400).end(JSON.stringify({ error: { message, type: 'BadRequestError', param: 'input_tokens', code: 400 } }))
    })
  const ask = async (most: number) => {
    caps.length = 0
    const server = window(most)
    const uri = `openai:m@${await listen(server)}/v1`
    return send(uri, { reasoningTokens: 4000 }, { maxTokens: 100 })
  }
  expect((await ask(1100)).content).toBe('well')
  expect(caps).toEqual([4100, 1100])
  expect((await ask(100)).content).toBe('well')
  expect(caps).toEqual([4100, 1100, 350, 100])
  await expect(ask(50)).rejects.toThrow(/contextTokens/)
})

describe('seeds', () => {
  const seeds = async (entry: Partial<ModelEntry>, ...keys: { trial: number; vote: number; seed?: number }[]) => {
    const { base, received } = await serve()
    const transport = createTransport(modelEntry.parse({ uri: `openai:m@${base}`, ...entry }), '/')
    for (const { trial, vote, ...options } of keys) {
      const key = { suite: 'demo', item: 'one', role: 'judge', call: 'verdict', trial, ask: 0, vote } as const
      const hints = { item: 'one', seed: 0, call: 'verdict', reference: () => '', simulation: {} }
      await transport.send({ key, messages: [], options, hints }, new AbortController().signal)
    }
    return received.map(({ body }) => body.seed)
  }
  const repeats = [0, 1].flatMap((trial) => [0, 1, 2].map((vote) => ({ trial, vote })))

  test('differ between trials and votes, so that no repeat is the request before', async () => {
    const sent = await seeds({}, ...repeats)
    expect(sent[0]).toBeUndefined()
    expect(new Set(sent).size).toBe(repeats.length)
    expect(new Set(await seeds({ seed: 7 }, ...repeats)).size).toBe(repeats.length)
  })

  test('begin with that of the entry, and null sends none', async () => {
    expect((await seeds({ seed: 7 }, { trial: 0, vote: 0 }))[0]).toBe(7)
    expect(await seeds({ seed: null }, ...repeats)).toEqual(repeats.map(() => undefined))
  })

  test('are those of a protocol where the entry has none, and others in further trials', async () => {
    const asked = [0, 1].map((trial) => ({ trial, vote: 0, seed: 51 }))
    expect(await seeds({}, ...asked)).toEqual([51, 1051])
    expect(await seeds({ seed: 7 }, ...asked)).toEqual([7, 1007])
    expect(await seeds({ seed: null }, ...asked)).toEqual([undefined, undefined])
  })
})

describe('the body of a request', () => {
  const bodyFor = async (entry: Partial<ModelEntry>, options: RequestOptions) => {
    const { base, received } = await serve()
    await send(`openai:org/m:1@${base}`, entry, options)
    return received[0]?.body
  }
  const minimal = { model: 'org/m:1', messages: [{ role: 'user', content: 'hello' }] }

  test('has the model, the messages and no parameter that nobody set', async () => expect(await bodyFor({}, {})).toEqual(minimal))

  test("has the suite's temperature and maxTokens", async () =>
    expect(await bodyFor({}, { temperature: 0, maxTokens: 64 })).toEqual({ ...minimal, temperature: 0, max_tokens: 64 }))

  test("has the entry's temperature and maxTokens in place of the suite's", async () => {
    const body = await bodyFor({ temperature: 1, maxTokens: 2048 }, { temperature: 0, maxTokens: 64 })
    expect(body).toEqual({ ...minimal, temperature: 1, max_tokens: 2048 })
  })

  test('leaves out what the entry sets to null', async () =>
    expect(await bodyFor({ temperature: null, maxTokens: null }, { temperature: 0, maxTokens: 64 })).toEqual(minimal))

  test('names the cap as the entry says', async () => {
    const body = await bodyFor({ maxTokensParameter: 'max_completion_tokens' }, { maxTokens: 64 })
    expect(body).toEqual({ ...minimal, max_completion_tokens: 64 })
  })

  test('asks for one JSON object where the suite wants one', async () =>
    expect(await bodyFor({}, { json: true })).toEqual({ ...minimal, response_format: { type: 'json_object' } }))

  test('gives the JSON schema where the entry says that the endpoint takes one', async () => {
    const json = { name: 'verdict', schema: { type: 'object' } }
    expect(await bodyFor({}, { json })).toEqual({ ...minimal, response_format: { type: 'json_object' } })
    expect(await bodyFor({ structuredOutput: true }, { json })).toEqual({
      ...minimal,
      response_format: { type: 'json_schema', json_schema: { ...json, strict: true } },
    })
    expect(await bodyFor({ structuredOutput: true }, { json: true })).toEqual({ ...minimal, response_format: { type: 'json_object' } })
  })

  test("has the entry's further parameters, which win", async () => {
    const body = await bodyFor({ parameters: { reasoning_effort: 'low', temperature: 0.5 } }, { temperature: 0 })
    expect(body).toEqual({ ...minimal, reasoning_effort: 'low', temperature: 0.5 })
  })
})

describe('where a request goes', () => {
  test("to the base URL of the URI, before the entry's and the environment's", async () => {
    const [ours, other] = [await serve(), await serve()]
    vi.stubEnv('OPENAI_BASE_URL', other.base)
    await send(`openai:m@${ours.base}`, { baseURL: other.base })
    expect(ours.received[0]?.url).toBe('/v1/chat/completions')
    expect(other.received).toEqual([])
  })

  test("to the entry's base URL, before the environment's", async () => {
    const [ours, other] = [await serve(), await serve()]
    vi.stubEnv('OPENAI_BASE_URL', other.base)
    await send('openai:m', { baseURL: ours.base })
    expect(ours.received).toHaveLength(1)
    expect(other.received).toEqual([])
  })

  test('to OPENAI_BASE_URL where neither says one', async () => {
    const ours = await serve()
    vi.stubEnv('OPENAI_BASE_URL', ours.base)
    expect(await send('openai:m')).toMatchObject({ content: 'well' })
  })

  test('to an endpoint behind a user name and a password in its URL, by a header', async () => {
    const { host, received } = await serve()
    vi.stubEnv('OPENAI_API_KEY', 'sk-demo-one-1234')
    expect(await send(`openai:m@http://us%40er:hunter%2022@${host}/v1`)).toMatchObject({ content: 'well' })
    // printf 'us@er:hunter 22' | base64
    expect(received[0]).toMatchObject({ url: '/v1/chat/completions', headers: { authorization: 'Basic dXNAZXI6aHVudGVyIDIy' } })
  })

  test('to an endpoint whose password has a percent sign that encodes nothing', async () => {
    const { host } = await serve()
    expect(await send(`openai:m@http://user:50%off@${host}/v1`)).toMatchObject({ content: 'well' })
  })

  test('nowhere when OPENAI_BASE_URL is no URL, which the error names', () => {
    vi.stubEnv('OPENAI_BASE_URL', 'example')
    expect(() => send('openai:m')).toThrow(/^Failed to set up openai:m: OPENAI_BASE_URL/)
  })
})

describe('the API key', () => {
  /** What an endpoint is told of who asks. */
  const identity = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => [
    headers.authorization,
    headers['openai-organization'],
    headers['openai-project'],
  ]

  beforeEach(() => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-demo')
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-demo')
  })

  test('of OpenAI, its organization and its project go to the host of OPENAI_BASE_URL', async () => {
    const { base, received } = await serve()
    vi.stubEnv('OPENAI_API_KEY', 'sk-demo-one-1234')
    vi.stubEnv('OPENAI_BASE_URL', base)
    await send('openai:m')
    await send(`openai:m@${base}/other`)
    expect(received.map(identity)).toEqual([
      ['Bearer sk-demo-one-1234', 'org-demo', 'proj-demo'],
      ['Bearer sk-demo-one-1234', 'org-demo', 'proj-demo'],
    ])
  })

  test('of OpenAI goes to no other host, not to this machine either', async () => {
    const [ours, other] = [await serve(), await serve()]
    vi.stubEnv('OPENAI_API_KEY', 'sk-demo-one-1234')
    await send(`openai:m@${ours.base}`)
    await send('openai:m', { baseURL: ours.base })
    vi.stubEnv('OPENAI_BASE_URL', other.base)
    await send(`openai:m@${ours.base}`)
    expect(ours.received.map(identity)).toEqual(Array(3).fill([undefined, undefined, undefined]))
  })

  test('comes from the variable that the entry or the URI names', async () => {
    const { base, received } = await serve()
    vi.stubEnv('OPENAI_API_KEY', 'sk-demo-one-1234')
    vi.stubEnv('LAB_KEY', 'sk-demo-lab-1234')
    await send(`openai:m@${base}`, { apiKeyEnv: 'LAB_KEY' })
    await send(`openai:m@${base}#key=LAB_KEY`)
    await send('openai:m#key=LAB_KEY', { baseURL: base })
    expect(received.map(identity)).toEqual(Array(3).fill(['Bearer sk-demo-lab-1234', undefined, undefined]))
    expect(received.map(({ url }) => url)).toEqual(Array(3).fill('/v1/chat/completions'))
  })

  test.each<[string, Partial<ModelEntry>]>([
    ['openai:m@http://gpu7.lab:8000/v1#key=LAB_KEY', {}],
    ['openai:m', { baseURL: 'http://gpu7.lab:8000/v1', apiKeyEnv: 'LAB_KEY' }],
    ['openai:m@http://bob:hunter22@gpu7.lab:8000/v1', {}],
    ['openai:m@http://gpu7.lab:8000/v1?api-key=hunter22', {}],
    ['openai:m@http://gpu7.lab:8000/v1', { headers: { 'x-key': '$LAB_KEY' } }],
    ['openai:m@http://gpu7.lab:8000/v1', { query: { key: '$LAB_KEY' } }],
  ])('goes nowhere over plain http unless the entry says so: %s %j', (uri, entry) => {
    vi.stubEnv('LAB_KEY', 'sk-demo-lab-1234')
    const open = () => createTransport(modelEntry.parse({ uri, ...entry }), '/')
    expect(open).toThrow(/^Failed to set up openai:m: .* would go to gpu7\.lab:8000 over plain http/)
    expect(() => createTransport(modelEntry.parse({ uri, ...entry, allowHttp: true }), '/')).not.toThrow()
  })

  test('of OpenAI does not go to an OPENAI_BASE_URL over plain http, and is not missed there', () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-demo-one-1234')
    vi.stubEnv('OPENAI_BASE_URL', 'http://gpu7.lab:8000/v1')
    expect(endpointKey({ uri: 'openai:m' })).toMatchObject({ variable: undefined, isOpen: true })
    expect(endpointKey({ uri: 'openai:m', allowHttp: true })).toMatchObject({ variable: 'OPENAI_API_KEY', isOpen: false })
    expect(() => createTransport(modelEntry.parse({ uri: 'openai:m' }), '/')).not.toThrow()
  })

  test.each(['sk-demo-1234', '', '7KEY'])('%j is no name of a variable in a URI', (name) => {
    expect(() => createTransport(modelEntry.parse({ uri: `openai:m@https://host/v1#key=${name}` }), '/')).toThrow(
      'what follows #key= is no name of a variable',
    )
  })

  test('is demanded where no endpoint of its own is named', () => {
    expect(() => send('openai:gpt-5-mini')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to set up openai:gpt-5-mini: OPENAI_API_KEY is not set. Set it, or name an endpoint that needs no key (openai:gpt-5-mini@http://host/v1).]`,
    )
  })

  test('that arrives as an empty string is missing', () => {
    vi.stubEnv('OPENAI_API_KEY', '')
    expect(() => send('openai:gpt-5-mini')).toThrow('OPENAI_API_KEY is not set')
  })

  test('is demanded where the entry names its variable, even for a local endpoint', () => {
    expect(() => send('openai:m@http://127.0.0.1:1/v1', { apiKeyEnv: 'LAB_KEY' })).toThrow('Failed to set up openai:m: LAB_KEY is not set.')
  })

  test.each([400, 401, 429, 500])('and URL credentials that the endpoint echoes with a %i are not in the error', async (status) => {
    vi.stubEnv('LAB_KEY', 'sk-demo-two-1234')
    const echo = 'wrong key sk-demo-two-1234 (Bearer sk-demo-two-1234) at https://user:hunter22@example.org/v1'
    const { base } = await serve(status, { error: { message: echo } })
    const error: Error = await send(`openai:m@${base}#key=LAB_KEY`).then(
      () => expect.unreachable(),
      (reason) => reason,
    )
    // As a reporter would print it, with its causes.
    const printed = inspect(error, { depth: 9 })
    expect(error.message).toContain(`${status} wrong key [redacted] (Bearer [redacted]) at https://example.org/v1`)
    expect(printed).not.toContain('sk-demo-two-1234')
    expect(printed).not.toContain('hunter22')
  })
})

test('what a simulated model would be told never reaches a real endpoint', async () => {
  const { base, received } = await serve()
  await send(`openai:m@${base}`)
  const [{ headers, text } = { headers: {}, text: '' }] = received
  expect(Object.keys(headers).filter((name) => name.includes('holdfast'))).toEqual([])
  expect(JSON.stringify(headers) + text).not.toMatch(/the reference answer|item-77|demo"/)
})
