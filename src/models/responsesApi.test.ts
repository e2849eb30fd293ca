import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { listen } from '../../test/listen.ts'
import { registerSecret } from '../core/base/secrets.ts'
import { type ModelEntry, modelEntry } from '../core/format/modelEntry.ts'
import { createTransport } from './createTransport.ts'
import { type PlainMessage, type RequestOptions, RetryableError } from './transport.ts'

// "Schema" is openai/openai-openapi:openapi.yaml of 2026-08-21; other sources are threads on GitHub and of OpenAI's forum.

interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** An endpoint that gives the replies in order, and the last one ever after. */
async function serve(...replies: readonly Reply[]) {
  const received: { url: string | undefined; authorization: string | undefined; body: Record<string, unknown> }[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push({ url: request.url, authorization: request.headers.authorization, body: text && JSON.parse(text) })
    const { status = 200, headers, body } = replies[Math.min(received.length, replies.length) - 1] as Reply
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  return { base: `${await listen(server)}/v1`, received }
}

interface Sent {
  readonly entry?: Partial<ModelEntry>
  readonly options?: RequestOptions
  readonly messages?: readonly PlainMessage[]
}

const requestOf = ({ options = {}, messages = [{ role: 'user', content: 'hello' }] }: Sent) => ({
  key: { suite: 'demo', item: 'one', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 } as const,
  messages,
  options,
  hints: { item: 'one', seed: 0, call: 'answer', reference: () => '', simulation: {} },
})

const open = (base: string, entry: Partial<ModelEntry> = {}) =>
  createTransport(modelEntry.parse({ uri: `openai:m@${base}`, api: 'responses', ...entry }), '/')

/** One attempt. */
const send = (base: string, sent: Sent = {}) => open(base, sent.entry).send(requestOf(sent), new AbortController().signal)

/** The reply of the schema, with other fields. */
const response = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1756781646,
  status: 'completed',
  error: null,
  incomplete_details: null,
  model: 'gpt-5-2025-08-07',
  output: [message('well')],
  usage: {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: 200,
    output_tokens_details: { reasoning_tokens: 64 },
    total_tokens: 211,
  },
  ...fields,
})

const message = (text: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
  ...fields,
})

/** What one reply is read as. */
async function read(fields: Readonly<Record<string, unknown>>) {
  const { base } = await serve({ body: response(fields) })
  return send(base)
}

/** What one reply fails with. */
async function failure(reply: Reply): Promise<Error> {
  const { base } = await serve(reply)
  return send(base).then(
    () => expect.unreachable(),
    (error: Error) => error,
  )
}

beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-responses-secret-1')
  vi.stubEnv('OPENAI_BASE_URL', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

describe('a request', () => {
  const bodyFor = async (sent: Sent) => {
    const { base, received } = await serve({ body: response() })
    await send(base, sent)
    return received[0]?.body
  }
  const minimal = { model: 'm', input: [{ role: 'user', content: 'hello' }], store: false }

  test('goes to /responses with the key', async () => {
    const { base, received } = await serve({ body: response() })
    vi.stubEnv('OPENAI_BASE_URL', base)
    await send(base)
    expect(received).toMatchObject([{ url: '/v1/responses', authorization: 'Bearer sk-responses-secret-1' }])
  })

  test('stores nothing and has no parameter that nobody set', async () => expect(await bodyFor({})).toEqual(minimal))

  // Schema, EasyInputMessage: `content` is a text for every role, "and can also contain previous assistant responses".
  test('has all turns of the conversation as input', async () => {
    const messages: PlainMessage[] = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'knock knock' },
      { role: 'assistant', content: 'who is there?' },
      { role: 'user', content: 'orange' },
    ]
    expect(await bodyFor({ messages })).toMatchObject({ input: messages })
  })

  test('has temperature and cap by its own names', async () =>
    expect(await bodyFor({ options: { temperature: 0, maxTokens: 64 } })).toEqual({ ...minimal, temperature: 0, max_output_tokens: 64 }))

  test("has the entry's values in place of the suite's, and nothing for null", async () => {
    const options = { temperature: 0, maxTokens: 64 }
    expect(await bodyFor({ options, entry: { temperature: 1, maxTokens: 2048 } })).toMatchObject({
      temperature: 1,
      max_output_tokens: 2048,
    })
    expect(await bodyFor({ options, entry: { temperature: null, maxTokens: null } })).toEqual(minimal)
  })

  // UKGovernmentBEIS/inspect_evals#694: "Expected a value >= 16, but got 5 instead."
  test('never has a smaller cap than the API takes', async () =>
    expect(await bodyFor({ options: { maxTokens: 5 } })).toMatchObject({ max_output_tokens: 16 }))

  test('has room for thoughts on top of the cap', async () =>
    expect(await bodyFor({ options: { maxTokens: 64 }, entry: { reasoningTokens: 1000 } })).toMatchObject({ max_output_tokens: 1064 }))

  test('has no seed, which the API does not know', async () => expect(await bodyFor({ entry: { seed: 7 } })).toEqual(minimal))

  // Schema, TextResponseFormatConfiguration: name and schema stand beside the type, unlike in chat completions.
  test('asks for JSON, of a schema where the endpoint takes one', async () => {
    const json = { name: 'verdict', schema: { type: 'object' } }
    expect(await bodyFor({ options: { json: true } })).toEqual({ ...minimal, text: { format: { type: 'json_object' } } })
    expect(await bodyFor({ options: { json } })).toEqual({ ...minimal, text: { format: { type: 'json_object' } } })
    expect(await bodyFor({ options: { json }, entry: { structuredOutput: true } })).toEqual({
      ...minimal,
      text: { format: { type: 'json_schema', strict: true, name: 'verdict', schema: { type: 'object' } } },
    })
  })

  test("has the entry's further parameters, which come last", async () => {
    const parameters = { reasoning: { effort: 'low' }, store: true }
    expect(await bodyFor({ entry: { parameters } })).toEqual({ ...minimal, reasoning: { effort: 'low' }, store: true })
  })

  test('is told apart from the same one to chat completions in the cache', async () => {
    const { base } = await serve({ body: response() })
    const request = requestOf({ options: { temperature: 0 } })
    expect(open(base).cacheBody?.(request)).toMatchObject({ body: { input: [{ role: 'user', content: 'hello' }] } })
    expect(open(base, { api: 'chat' }).cacheBody?.(request)).not.toHaveProperty('body.input')
  })

  // BeehiveInnovations/pal-mcp-server#78: the message of chat completions; Responses names parameters alike.
  test('is sent again without a parameter that is refused by name', async () => {
    const error = {
      message: "Unsupported parameter: 'temperature' is not supported with this model.",
      type: 'invalid_request_error',
      param: 'temperature',
      code: 'unsupported_parameter',
    }
    const { base, received } = await serve({ status: 400, body: { error } }, { body: response() })
    const answer = await send(base, { options: { temperature: 0.2 } })
    expect(received.map(({ body }) => body.temperature)).toEqual([0.2, undefined])
    expect(answer).toMatchObject({ content: 'well', adapted: ['temperature left out'] })
  })
})

describe('an answer', () => {
  // Schema, Response.
  test('has text, reason to end, tokens and the model that gave it', async () => {
    expect(await read({})).toEqual({
      content: 'well',
      finish: 'stop',
      usage: { promptTokens: 11, completionTokens: 200, reasoningTokens: 64 },
      served: { model: 'gpt-5-2025-08-07' },
    })
  })

  test('is made of all its text parts', async () => {
    const part = (text: string) => ({ type: 'output_text', text, annotations: [] })
    const output = [{ ...message(''), content: [part('one '), part('two ')] }, message('three')]
    expect(await read({ output })).toMatchObject({ content: 'one two three' })
  })

  test('may be empty', async () => expect(await read({ output: [message('')] })).toMatchObject({ content: '', finish: 'stop' }))

  // Schema, RefusalContent.
  test("is the model's refusal where it refuses", async () => {
    const output = [message('', { content: [{ type: 'refusal', refusal: 'I cannot help with that.' }] })]
    const answer = await read({ output })
    expect(answer).toMatchObject({ content: 'I cannot help with that.', finish: 'stop' })
    expect(answer).not.toHaveProperty('refused')
  })

  // Schema, ReasoningItem: `summary`, and `content` where a server sends the thoughts themselves (vLLM, LM Studio).
  test.each([
    [
      'their summary',
      {
        summary: [
          { type: 'summary_text', text: 'first' },
          { type: 'summary_text', text: 'then' },
        ],
      },
      'first\n\nthen',
    ],
    ['themselves', { summary: [{ type: 'summary_text', text: 's' }], content: [{ type: 'reasoning_text', text: 'hm' }] }, 'hm'],
  ])('has thoughts apart, by %s', async (_, fields, reasoning) => {
    expect(await read({ output: [{ id: 'rs_1', type: 'reasoning', ...fields }, message('well')] })).toMatchObject({
      content: 'well',
      reasoning,
    })
  })

  test('has no thoughts where the summary is empty', async () =>
    expect(await read({ output: [{ id: 'rs_1', type: 'reasoning', summary: [] }, message('well')] })).not.toHaveProperty('reasoning'))

  // openai 6.49, ResponseOutputMessage.phase: models from gpt-5.3-codex on mark intermediate commentary.
  test('is the final one; remarks before it are thoughts', async () => {
    const output = [message('let me see', { phase: 'commentary' }), message('42', { phase: 'final_answer' })]
    expect(await read({ output })).toMatchObject({ content: '42', reasoning: 'let me see' })
  })

  test.each([
    ['the provider itself', 'web_search_call', 'stop'],
    ['us', 'function_call', 'tool_calls'],
  ])('after a call of a tool by %s is an answer or not', async (_, type, finish) => {
    expect(await read({ output: [{ id: 'c_1', type, status: 'completed' }, message('well')] })).toMatchObject({ content: 'well', finish })
  })

  test('may come from a server that says little', async () => {
    const { base } = await serve({ body: { output: [{ type: 'message', content: [{ type: 'output_text', text: 'well' }] }] } })
    expect(await send(base)).toEqual({ content: 'well', finish: 'stop' })
  })

  test('has the wait for limits of which nothing is left', async () => {
    const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '1.5s' }
    const { base } = await serve({ headers, body: response() })
    expect(await send(base)).toMatchObject({ content: 'well', pauseMs: 1500 })
  })
})

describe('an answer that is cut', () => {
  // Schema: status incomplete, incomplete_details.reason max_output_tokens.
  test('by its cap says so, with what came', async () => {
    const output = [message('wel', { status: 'incomplete' })]
    const answer = await read({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output })
    expect(answer).toMatchObject({ content: 'wel', finish: 'length' })
  })

  test('by its cap while it thought has no text', async () => {
    const output = [{ id: 'rs_1', type: 'reasoning', summary: [] }]
    const answer = await read({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output })
    expect(answer).toMatchObject({ content: '', finish: 'length', usage: { reasoningTokens: 64 } })
    expect(answer).not.toHaveProperty('refused')
  })

  // community.openai.com/t/1355725: a cut text under `completed`, with no details.
  test('is known by its message where the reply says completed', async () =>
    expect(await read({ output: [message('wel', { status: 'incomplete' })] })).toMatchObject({ content: 'wel', finish: 'length' }))

  // Schema: incomplete_details.reason content_filter.
  test('by a filter says so, and is an empty answer where nothing is left of it: the prompt was taken', async () => {
    const cut = { status: 'incomplete', incomplete_details: { reason: 'content_filter' } }
    expect(await read({ ...cut, output: [message('wel')] })).not.toHaveProperty('refused')
    expect(await read({ ...cut, output: [message('wel')] })).toMatchObject({ content: 'wel', finish: 'content_filter' })
    const nothing = await read({ ...cut, output: [] })
    expect(nothing).toMatchObject({ content: '', finish: 'content_filter' })
    expect(nothing).not.toHaveProperty('refused')
  })
})

describe('a failure under status 200', () => {
  // Schema, ResponseError: code and message.
  const failed = (code: string | undefined, text: string): Reply => ({
    body: response({ status: 'failed', error: { ...(code && { code }), message: text }, output: [] }),
  })

  test.each([
    ['server_error', 500],
    ['rate_limit_exceeded', 429],
    // A gateway's: the status of the provider behind it.
    ['502', 502],
  ])('%s may be gone on the next attempt', async (code, status) => {
    const error = await failure(failed(code, 'The server had an error processing your request.'))
    expect(error).toBeInstanceOf(RetryableError)
    expect(error).toMatchObject({ status, message: expect.stringContaining('had an error processing') })
  })

  test.each(['image_parse_error', undefined])('%s is final', async (code) => {
    const error = await failure(failed(code, 'No way.'))
    expect(error).toMatchObject({ name: 'HoldfastError', code: 'ENDPOINT' })
    expect(error.message).toMatch(/^Failed to call openai:m@http:.*: No way\./)
  })

  // openai/codex#7250: a prompt that is flagged.
  test.each(['invalid_prompt', 'bio_policy'])('%s is the refusal of a provider', async (code) => {
    const { base } = await serve(failed(code, 'Invalid prompt: your prompt was flagged.'))
    expect(await send(base)).toMatchObject({ content: '', refused: true, usage: { promptTokens: 11 } })
  })

  test('without a reason is final too', async () => {
    const error = await failure({ body: response({ status: 'failed', output: [] }) })
    expect(error).toMatchObject({ code: 'ENDPOINT', message: expect.stringContaining('gives no reason') })
  })

  // Schema: the other values of status.
  test.each(['in_progress', 'queued', 'cancelled'])('a reply that is %s is asked for again', async (status) => {
    const error = await failure({ body: response({ status, output: [] }) })
    expect(error).toBeInstanceOf(RetryableError)
    expect(error.message).toContain(status)
  })

  test.each([{}, [], 'busy', { output: null }])('%j holds no answer', async (body) => {
    expect(await failure({ body })).toBeInstanceOf(RetryableError)
  })

  test('keeps secrets to itself', async () => {
    registerSecret('sk-responses-secret-1')
    const error = await failure(failed('server_error', 'no access for sk-responses-secret-1 at http://me:word@host/v1'))
    expect(inspect(error, { depth: 9 })).not.toMatch(/sk-responses-secret-1|word@/)
    expect(error.message).toContain('no access for [redacted] at http://host/v1')
  })
})

describe('an error of the endpoint', () => {
  // VectorlyApp/bluebox#66.
  test('about the window says where to give it', async () => {
    const message = 'Your input exceeds the context window of this model. Please adjust your input and try again.'
    const error = await failure({
      status: 400,
      body: { error: { message, type: 'invalid_request_error', param: 'input', code: 'context_length_exceeded' } },
    })
    expect(error).toMatchObject({ code: 'ENDPOINT', message: expect.stringContaining('contextTokens') })
  })

  test('that passes is retryable, after the wait it asks for', async () => {
    const error = await failure({ status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'Rate limit reached' } } })
    expect(error).toMatchObject({ status: 429, retryAfterMs: 7000 })
  })

  // n8n-io/n8n#18352; pgadmin-org/pgadmin4#9795; micz/ThunderAI#570.
  test.each([
    'This model is only supported in v1/responses and not in v1/chat/completions.',
    'This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?',
  ])('of chat completions about a model that has Responses alone says what to do: %s', async (text) => {
    const error = { message: text, type: 'invalid_request_error', param: 'model', code: null }
    const { base } = await serve({ status: 404, body: { error } })
    await expect(send(base, { entry: { api: 'chat' } })).rejects.toThrow(/api: 'responses'/)
  })
})

describe('the preflight', () => {
  const probe = (base: string, entry: Partial<ModelEntry> = {}) =>
    open(base, entry).probe?.(new AbortController().signal, { temperature: 0, maxTokens: 64 })

  test('asks the same API, and finds out whether it thinks', async () => {
    const { base, received } = await serve({ body: response() })
    expect(await probe(base)).toMatchObject({ usage: { promptTokens: 11 }, reasoningTokens: 16384 })
    expect(received[0]).toMatchObject({ url: '/v1/responses', body: { model: 'm', temperature: 0 } })
    expect(received[0]?.body.max_output_tokens).toBeGreaterThanOrEqual(16)
  })

  test('fails before anything is paid for where the key is wrong', async () => {
    const { base } = await serve({
      status: 401,
      body: { error: { message: 'Incorrect API key provided: sk-…MxYA.', code: 'invalid_api_key' } },
    })
    await expect(probe(base)).rejects.toThrow('Check the key and its rights.')
  })
})

test('a simulated model takes no notice of the API', async () => {
  const transport = createTransport(modelEntry.parse({ uri: 'sim:echo', api: 'responses' }), '/')
  expect(await transport.send(requestOf({}), new AbortController().signal)).toMatchObject({ content: 'hello' })
})
