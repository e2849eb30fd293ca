import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV2 } from '@ai-sdk/provider-v2'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listen } from '../../test/listen.ts'
import { packageRoot } from '../core/base/packageRoot.ts'
import { registerSecret } from '../core/base/secrets.ts'
import { type ModelEntry, modelEntry } from '../core/format/modelEntry.ts'
import { type AiSdkModel, aiSdk } from './aiSdk.ts'
import type { CandidateContext } from './candidate.ts'
import { createTransport } from './createTransport.ts'
import { type PlainMessage, type RequestOptions, RetryableError } from './transport.ts'

type LanguageModelV3 = ReturnType<ReturnType<typeof createOpenAICompatible>>

const HELLO: readonly PlainMessage[] = [{ role: 'user', content: 'hello' }]
const context = (fields: Partial<CandidateContext> = {}): CandidateContext => ({
  signal: new AbortController().signal,
  item: { suite: 'demo', id: 'one' },
  trial: 0,
  ...fields,
})

const notStreamed = () => expect.unreachable('streams are not asked for')

/** A model of the AI SDK 6 that gives this result, and keeps what it was asked. */
function model(result: Partial<Awaited<ReturnType<LanguageModelV3['doGenerate']>>> = {}) {
  const calls: Parameters<LanguageModelV3['doGenerate']>[0][] = []
  const made: LanguageModelV3 = {
    specificationVersion: 'v3',
    provider: 'mock',
    modelId: 'mock-1',
    supportedUrls: {},
    doStream: notStreamed,
    async doGenerate(options) {
      calls.push(options)
      return {
        content: [{ type: 'text', text: 'well' }],
        finishReason: { unified: 'stop', raw: 'end_turn' },
        usage: {
          inputTokens: { total: 11, noCache: 11, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 200, text: 136, reasoning: 64 },
        },
        warnings: [],
        ...result,
      }
    },
  }
  return { model: made, calls }
}

describe('a request to a model', () => {
  const optionsFor = async (fields: Partial<CandidateContext>, messages = HELLO) => {
    const { model: asked, calls } = model()
    await aiSdk(asked)(messages, context(fields))
    expect(calls).toHaveLength(1)
    return calls[0]
  }
  const prompt = [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }]

  test('has the conversation and no parameter that nobody set', async () => {
    const { signal } = new AbortController()
    expect(await optionsFor({ signal })).toEqual({ prompt, abortSignal: signal })
  })

  test('has a text for the system and parts for the others', async () => {
    const messages: PlainMessage[] = [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'knock knock' },
      { role: 'assistant', content: 'who is there?' },
    ]
    expect((await optionsFor({}, messages))?.prompt).toEqual([
      { role: 'system', content: 'be brief' },
      { role: 'user', content: [{ type: 'text', text: 'knock knock' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'who is there?' }] },
    ])
  })

  test('has the parameters of the call', async () => {
    const fields = { maxTokens: 64, temperature: 0, seed: 7 }
    expect(await optionsFor(fields)).toMatchObject({ maxOutputTokens: 64, temperature: 0, seed: 7 })
  })

  test('asks for JSON, of a schema where there is one', async () => {
    expect((await optionsFor({ json: true }))?.responseFormat).toEqual({ type: 'json' })
    const json = { name: 'verdict', schema: { type: 'object' } }
    expect((await optionsFor({ json }))?.responseFormat).toEqual({ type: 'json', ...json })
  })

  test('has the settings of the model', async () => {
    const { model: asked, calls } = model()
    const settings = { providerOptions: { mock: { effort: 'low' } }, headers: { 'x-team': 'evals' } }
    await aiSdk(asked, settings)(HELLO, context())
    expect(calls[0]).toMatchObject(settings)
  })
})

describe('an answer of a model', () => {
  const answerOf = (...[result]: Parameters<typeof model>) => aiSdk(model(result).model)(HELLO, context())

  test('has text, reason to end, tokens and the model that gave it', async () => {
    expect(await answerOf({ response: { modelId: 'mock-1-2026' } })).toEqual({
      content: 'well',
      finish: 'stop',
      usage: { promptTokens: 11, completionTokens: 200, reasoningTokens: 64 },
      served: { model: 'mock-1-2026' },
    })
  })

  test('is its texts; thoughts stand apart, and what else there is counts for nothing', async () => {
    const content = [
      { type: 'reasoning' as const, text: 'hm' },
      { type: 'text' as const, text: 'one ' },
      { type: 'source' as const, sourceType: 'url' as const, id: '1', url: 'http://a.test' },
      { type: 'text' as const, text: 'two' },
    ]
    expect(await answerOf({ content })).toMatchObject({ content: 'one two', reasoning: 'hm' })
  })

  test.each([
    ['length', 'length'],
    ['content-filter', 'content_filter'],
    ['tool-calls', 'tool_calls'],
    ['error', 'error'],
    ['other', undefined],
  ] as const)('that ended by %s has the finish %s', async (unified, finish) => {
    expect((await answerOf({ finishReason: { unified, raw: undefined } })).finish).toBe(finish)
  })

  test('that was filtered is an empty answer where nothing is left of it: the prompt was taken', async () => {
    const finishReason = { unified: 'content-filter', raw: 'refusal' } as const
    for (const content of [undefined, []]) {
      const answer = await answerOf({ finishReason, ...(content && { content }) })
      expect(answer).toMatchObject({ finish: 'content_filter', ...(content && { content: '' }) })
      expect(answer).not.toHaveProperty('refused')
    }
  })

  test('has no usage where the provider counts nothing', async () => {
    const inputTokens = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined }
    const usage = { inputTokens, outputTokens: { total: undefined, text: undefined, reasoning: undefined } }
    expect((await answerOf({ usage })).usage).toBeUndefined()
  })
})

describe('other versions of the AI SDK', () => {
  const ends = { provider: 'mock', modelId: 'mock-1', supportedUrls: {}, doStream: notStreamed }

  test('5: usage and reason to end are plain', async () => {
    const old: LanguageModelV2 = {
      ...ends,
      specificationVersion: 'v2',
      doGenerate: async () => ({
        content: [{ type: 'text', text: 'wel' }],
        finishReason: 'length',
        usage: { inputTokens: 11, outputTokens: 200, totalTokens: 211, reasoningTokens: 64 },
        warnings: [],
      }),
    }
    expect(await aiSdk(old)(HELLO, context())).toEqual({
      content: 'wel',
      finish: 'length',
      usage: { promptTokens: 11, completionTokens: 200, reasoningTokens: 64 },
    })
  })

  test('7: the JSON may stand apart from the texts, and a stream may be interrupted', async () => {
    // As its interface of version 4 has it, whose package asks for Node 22.
    const recent: AiSdkModel = {
      ...ends,
      specificationVersion: 'v4',
      doGenerate: async () => ({
        content: [
          { type: 'text', text: 'a draft' },
          { type: 'text', text: '{"a":1}' },
        ],
        structuredOutputText: '{"a":1}',
        finishReason: { unified: 'interrupted', raw: undefined },
        usage: {
          inputTokens: { total: 11, noCache: 11, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 5, text: 5, reasoning: undefined },
        },
        warnings: [],
      }),
    }
    const ask = aiSdk(recent)
    expect(await ask(HELLO, context({ json: true }))).toEqual({
      content: '{"a":1}',
      finish: 'error',
      usage: { promptTokens: 11, completionTokens: 5 },
    })
    expect(await ask(HELLO, context())).toMatchObject({ content: 'a draft{"a":1}' })
  })

  test.each([
    ['anthropic/claude', '"anthropic/claude"'],
    [undefined, 'undefined'],
    [{ specificationVersion: 'v1', doGenerate: notStreamed }, 'a model of specification v1'],
    [{ specificationVersion: 'v3', doEmbed: notStreamed }, 'a model of specification v3'],
  ])('%j is none of their models', (given, shown) => {
    expect(() => aiSdk(given as unknown as AiSdkModel)).toThrow(`Failed to take a model of the AI SDK: got ${shown}.`)
  })

  test('a result of another form is told', async () => {
    const odd = { ...model().model, doGenerate: async () => ({ text: 'well' }) }
    await expect(aiSdk(odd)(HELLO, context())).rejects.toThrow('Failed to read the reply of mock mock-1, field content')
  })
})

// The whole way: a provider of the AI SDK in a module, named by URI, against a server.
describe('a provider in a module', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'holdfast-ai-sdk-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
  })

  type Respond = (requests: number) => { status?: number; headers?: Record<string, string>; text: string } | 'hang' | 'break'

  async function serve(respond: Respond) {
    const received: Record<string, unknown>[] = []
    let aborted = 0
    const server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      received.push(JSON.parse(text))
      response.on('close', () => {
        if (!response.writableEnded) aborted += 1
      })
      const reply = respond(received.length)
      if (reply === 'hang') return
      if (reply === 'break') return void response.socket?.destroy()
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers }).end(reply.text)
    })
    return { base: `${await listen(server)}/v1`, received, aborted: () => aborted }
  }

  interface Call {
    readonly entry?: Partial<ModelEntry>
    readonly options?: RequestOptions
    readonly signal?: AbortSignal
  }

  async function ask(base: string, { entry = {}, options = {}, signal = new AbortController().signal }: Call = {}) {
    const provider = join(packageRoot, 'node_modules/@ai-sdk/openai-compatible/dist/index.mjs')
    writeFileSync(
      join(folder, 'models.ts'),
      `import { createOpenAICompatible } from ${JSON.stringify(provider)}
       import { aiSdk } from ${JSON.stringify(join(packageRoot, 'src/models/aiSdk.ts'))}
       const local = createOpenAICompatible({
         name: 'local', baseURL: ${JSON.stringify(base)}, apiKey: 'sk-ai-sdk-secret-1', supportsStructuredOutputs: true,
       })
       export const local1 = aiSdk(local('local-1'))`,
    )
    const transport = createTransport(modelEntry.parse({ uri: 'module:./models.ts#local1', ...entry }), folder)
    return transport.send(
      {
        key: { suite: 'demo', item: 'one', role: 'judge', call: 'verdict', trial: 0, ask: 0, vote: 2 },
        messages: HELLO,
        options,
        hints: { item: 'one', seed: 0, call: 'verdict', reference: () => '', simulation: {} },
      },
      signal,
    )
  }

  const failure = async (respond: Respond) => {
    const { base, received } = await serve(respond)
    const error = await ask(base).then(
      () => expect.unreachable(),
      (thrown: Error) => thrown,
    )
    // The AI SDK itself must not try again: Holdfast counts and paces attempts.
    expect(received).toHaveLength(1)
    return error
  }

  const COMPLETION = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1756781646,
    model: 'local-1-2026',
    choices: [{ index: 0, message: { role: 'assistant', content: 'well', reasoning_content: 'hm' }, finish_reason: 'length' }],
    usage: { prompt_tokens: 24, completion_tokens: 400, total_tokens: 424, completion_tokens_details: { reasoning_tokens: 390 } },
  }

  test('answers with everything that it tells', async () => {
    const { base } = await serve(() => ({ text: JSON.stringify(COMPLETION) }))
    expect(await ask(base)).toEqual({
      content: 'well',
      finish: 'length',
      reasoning: 'hm',
      usage: { promptTokens: 24, completionTokens: 400, reasoningTokens: 390 },
      served: { model: 'local-1-2026' },
    })
  })

  test("gets the entry's and the call's parameters", async () => {
    const { base, received } = await serve(() => ({ text: JSON.stringify(COMPLETION) }))
    const json = { name: 'verdict', schema: { type: 'object', properties: {} } }
    const entry = { temperature: 1, seed: 7, reasoningTokens: 1000, structuredOutput: true }
    await ask(base, { entry, options: { temperature: 0, maxTokens: 64, json } })
    expect(received[0]).toMatchObject({
      model: 'local-1',
      messages: [{ role: 'user', content: 'hello' }],
      max_tokens: 1064,
      temperature: 1,
      // Of the third vote.
      seed: 9,
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema: json.schema } },
    })
  })

  test('gets no schema where its entry does not say that the endpoint takes one', async () => {
    const { base, received } = await serve(() => ({ text: JSON.stringify(COMPLETION) }))
    await ask(base, { options: { json: { name: 'verdict', schema: { type: 'object' } } } })
    expect(received[0]).toMatchObject({ response_format: { type: 'json_object' } })
  })

  test('is stopped by the signal', async () => {
    const { base, aborted, received } = await serve(() => 'hang')
    const controller = new AbortController()
    const answer = ask(base, { signal: controller.signal })
    // Before the request is there, nothing would be stopped.
    await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 60_000 })
    controller.abort(new Error('the run was stopped'))
    await expect(answer).rejects.toThrow()
    await vi.waitFor(() => expect(aborted()).toBe(1), { timeout: 60_000 })
  })

  // semanser/codel#72: OpenAI's message about a rate.
  test('that is busy is asked again after the wait that it asks for', async () => {
    const text = '{"error":{"message":"Rate limit reached for gpt-4o","type":"tokens","param":null,"code":"rate_limit_exceeded"}}'
    const error = await failure(() => ({ status: 429, headers: { 'retry-after': '7' }, text }))
    expect(error).toBeInstanceOf(RetryableError)
    expect(error).toMatchObject({ status: 429, retryAfterMs: 7000, message: expect.stringContaining('Rate limit reached') })
  })

  test.each<[string, Respond]>([
    ['is down', () => ({ status: 503, text: 'upstream' })],
    ['breaks the connection', () => 'break'],
    ['sends half of its JSON', () => ({ text: '{"choices":[{"mess' })],
  ])('that %s is asked again', async (_, respond) => expect(await failure(respond)).toBeInstanceOf(RetryableError))

  // ChatGPTNextWeb/NextChat#3664: no retry helps.
  test('without credit is not asked again', async () => {
    const text =
      '{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","param":null,"code":"insufficient_quota"}}'
    const error = await failure(() => ({ status: 429, text }))
    expect(error).toMatchObject({ code: 'ENDPOINT', message: expect.stringContaining('no credit') })
  })

  test('that does not know the model says so, without the key', async () => {
    registerSecret('sk-ai-sdk-secret-1')
    const text = '{"error":{"message":"no model local-1 for sk-ai-sdk-secret-1 at http://me:word@host"}}'
    const error = await failure(() => ({ status: 404, text }))
    expect(error).toMatchObject({ name: 'HoldfastError', code: 'ENDPOINT' })
    expect(error.message).toMatch(
      /^Failed to call module:\.\/models\.ts#local1: 404 no model local-1 for \[redacted\] at http:\/\/host\. Check/,
    )
    expect(inspect(error, { depth: 9 })).not.toMatch(/sk-ai-sdk-secret-1|word@/)
  })

  // openai/openai-agents-python#806: Azure's refusal of a prompt.
  test('that refuses the prompt for its content has no answer', async () => {
    const text = `{"error":{"message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy.","type":null,"param":"prompt","code":"content_filter","status":400}}`
    const { base } = await serve(() => ({ status: 400, text }))
    expect(await ask(base)).toEqual({ content: '', finish: 'content_filter', refused: true })
  })
})
