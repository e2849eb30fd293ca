import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { WRONG_KEY } from '../../test/endpoints/provider.ts'
import { startZoo, type ZooOptions } from '../../test/endpoints/zoo.ts'
import { type ModelEntry, modelEntry } from '../core/format/modelEntry.ts'
import { createTransport } from './createTransport.ts'
import { firstAnswer, roomForThoughts } from './probe.ts'
import { type RequestOptions, RetryableError } from './transport.ts'

beforeEach(() => {
  vi.stubEnv('OPENAI_API_KEY', 'sk-right-key-0000')
  vi.stubEnv('OPENAI_BASE_URL', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

/** A model of the zoo, to be asked its first question. */
async function meet(provider: string, model: string, { entry = {}, ...options }: ZooOptions & { entry?: Partial<ModelEntry> } = {}) {
  const zoo = await startZoo({ answer: () => '9.9', ...options })
  onTestFinished(() => zoo.close())
  const uri = zoo.uri(provider, model)
  const { signal } = new AbortController()
  const transport = createTransport(modelEntry.parse({ uri, ...entry }), '/')
  return {
    uri,
    zoo,
    transport,
    probe: (parameters: RequestOptions = {}) => {
      if (!transport.probe) return expect.unreachable('no probe')
      return transport.probe(signal, parameters)
    },
    send: (parameters: RequestOptions) =>
      transport.send(
        {
          key: { suite: 'demo', item: 'one', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 },
          messages: [{ role: 'user', content: 'hello' }],
          options: parameters,
          hints: { item: 'one', seed: 0, call: 'answer', reference: () => 'none', simulation: {} },
        },
        signal,
      ),
    bodies: () => zoo.received.map(({ body }) => body),
  }
}

describe('a model thinks', () => {
  test.each([
    ['whose usage counts thoughts', 'openai', 'gpt-5', 40],
    ['that sends them in a field', 'ollama', 'qwen3', 5],
    ['that sends them in parts', 'mistral', 'magistral-medium', 5],
    ['that sends them in its text', 'llamacpp', 'qwen3-raw', 5],
    ['that is paid for more than it says', 'anthropic', 'claude-opus-4-7', 60],
    ['whose thoughts are in the total alone', 'gemini', 'gemini-2.5-flash', 60],
    ['that has no text left under the cap', 'anthropic', 'claude-opus-4-7', 5000],
    ['that has no message left under the cap', 'gemini', 'gemini-2.5-flash', 5000],
    ['that says so with an error', 'openai', 'o1', 40],
  ])('%s', async (_, provider, model, thinks) => {
    const { probe, transport } = await meet(provider, model, { thinks })
    expect(await probe()).toMatchObject({ reasoningTokens: 16_384 })
    expect(transport.reasoningTokens).toBe(16_384)
  })

  test.each([
    ['that answers at once', 'openai', 'gpt-4o', '9.9'],
    ['that explains itself', 'openai', 'gpt-4o', 'The larger number is 9.9, since nine tenths are more than eleven hundredths.'],
    ['that goes on until the cap', 'openai', 'gpt-4o', 'and so on '.repeat(400)],
    ['that speaks of the tag', 'groq', 'llama-3.1-8b-instant', 'I need no <think> for 9.9.'],
    ['that says nothing', 'lmstudio', 'silent', '9.9'],
  ])('unless it is one %s', async (_, provider, model, answer) => {
    const { probe, transport } = await meet(provider, model, { answer: () => answer })
    expect(await probe()).toMatchObject({ reasoningTokens: 0 })
    expect(transport.reasoningTokens).toBe(0)
  })
})

describe('room for thoughts', () => {
  test.each<[Partial<ModelEntry>, number | undefined, number]>([
    [{}, undefined, 16_384],
    [{}, 200_000, 16_384],
    [{}, 32_768, 16_384],
    [{}, 4097, 2048],
    [{ reasoningTokens: 500 }, 400, 500],
    [{ reasoningTokens: 0 }, undefined, 0],
  ])('of %j in a window of %s is %i', (entry, window, room) => {
    expect(roomForThoughts(modelEntry.parse({ uri: 'openai:m', ...entry }), window)).toBe(room)
  })

  test('is half of the window that the endpoint tells', async () => {
    const { probe } = await meet('vllm', 'r1')
    expect(await probe()).toMatchObject({ reasoningTokens: 2048, contextTokens: 4096 })
  })

  test("is half of the entry's window, which comes first", async () => {
    const { probe } = await meet('vllm', 'r1', { entry: { contextTokens: 1000 } })
    expect(await probe()).toMatchObject({ reasoningTokens: 500, contextTokens: 1000 })
  })

  test.each([500, 0])('is what the entry says, before the first question too: %i', async (reasoningTokens) => {
    const { probe, bodies } = await meet('deepseek', 'deepseek-reasoner', { entry: { reasoningTokens } })
    expect(await probe()).toMatchObject({ reasoningTokens })
    expect(bodies()[0]?.max_tokens).toBe(512 + reasoningTokens)
  })

  test('is added to the caps of later calls', async () => {
    const { probe, send, bodies } = await meet('openai', 'gpt-5')
    await probe({ maxTokens: 10 })
    await send({ maxTokens: 10 })
    expect(bodies().at(-1)?.max_completion_tokens).toBe(16_394)
  })

  test('is none for calls without a cap', async () => {
    const { probe, send, bodies } = await meet('openai', 'gpt-5')
    await probe()
    expect(await send({})).toMatchObject({ content: '9.9', finish: 'stop' })
    expect(bodies().at(-1)).not.toHaveProperty('max_completion_tokens')
  })
})

describe('the first question', () => {
  test('has the parameters of the calls that follow', async () => {
    const { probe, bodies } = await meet('openai', 'gpt-4o', { entry: { seed: 7, parameters: { top_p: 0.5 } } })
    await probe({ temperature: 0, maxTokens: 20, json: true })
    expect(bodies()).toEqual([
      {
        model: 'gpt-4o',
        messages: [{ role: 'user', content: expect.stringContaining('JSON') }],
        temperature: 0,
        max_tokens: 512,
        seed: 7,
        response_format: { type: 'json_schema', json_schema: { name: 'larger', strict: true, schema: expect.anything() } },
        top_p: 0.5,
      },
    ])
  })

  test('finds what has to be changed, so that later calls go out right the first time', async () => {
    const { probe, send, zoo } = await meet('openai', 'gpt-5')
    const adapted = ['max_completion_tokens for max_tokens', 'temperature left out']
    expect(await probe({ temperature: 0, maxTokens: 20 })).toMatchObject({ adapted })
    expect(zoo.received).toHaveLength(3)
    expect(await send({ temperature: 0, maxTokens: 20 })).toMatchObject({ content: '9.9', adapted })
    expect(zoo.received).toHaveLength(4)
  })

  test.each([
    ['takes one', '{"larger": 9.9}', {}, 'json_schema'],
    ['makes nothing of it', 'The larger is 9.9.', {}, 'json_object'],
    ['takes one, and the entry says not', '{"larger": 9.9}', { structuredOutput: false }, 'json_object'],
    ['makes nothing of it, and the entry says so', 'The larger is 9.9.', { structuredOutput: true }, 'json_schema'],
  ])('shows whether later calls are asked for with a JSON schema: the endpoint %s', async (_, answer, entry, format) => {
    const { probe, send, bodies } = await meet('openai', 'gpt-4o', { entry, answer: () => answer })
    await probe({ json: true })
    await send({ json: { name: 'verdict', schema: { type: 'object' } } })
    expect(
      bodies()
        .map((body) => (body.response_format as { type: string }).type)
        .at(-1),
    ).toBe(format)
  })

  test('is put once more where its reply is no JSON: a slip does not show that the endpoint makes nothing of a schema', async () => {
    const replies = ['Sorry, {', '{"larger": 9.9}']
    const { probe, send, bodies } = await meet('openai', 'gpt-4o', { answer: () => replies.shift() ?? 'yes' })
    const json = { name: 'verdict', schema: { type: 'object' } }
    const { usage } = await probe({ json })
    await send({ json })
    expect(bodies().map((body) => (body.response_format as { type: string }).type)).toEqual(['json_schema', 'json_schema', 'json_schema'])
    // Both questions are paid for.
    const once = await (await meet('openai', 'gpt-4o', { answer: () => '{"larger": 9.9}' })).probe({ json })
    expect(usage?.promptTokens).toBe(2 * (once.usage?.promptTokens ?? Number.NaN))
  })

  test('tells what asking took', async () => {
    const { probe } = await meet('openai', 'gpt-4o')
    expect(await probe()).toEqual({
      usage: { promptTokens: 12, completionTokens: 1, reasoningTokens: 0 },
      contextTokens: undefined,
      thinks: false,
      reasoningTokens: 0,
      adapted: [],
    })
  })

  test('may be refused for its content: key, model and parameters were taken', async () => {
    const { probe, zoo } = await meet('deepseek', 'flagged')
    expect(await probe()).toMatchObject({ reasoningTokens: 0, usage: undefined })
    expect(zoo.received).toHaveLength(1)
  })

  test.each([
    ['an unknown model', 'openai', 'gpt-9', 'Check the model name and the base URL.'],
    ['a model of another API', 'openai', 'gpt-5-pro', "Give its entry in models api: 'responses'."],
    ['an empty account', 'openai', 'broke', 'Its account has no credit left'],
    ['a limit below one request', 'groq', 'too-large', 'ask for a higher limit'],
  ])('fails once for %s', async (_, provider, model, remedy) => {
    const { probe, zoo, uri } = await meet(provider, model)
    await expect(probe()).rejects.toThrow(`Failed to call ${uri}: `)
    await expect(probe()).rejects.toThrow(remedy)
    expect(zoo.received).toHaveLength(2)
  })

  test('fails once for a wrong key', async () => {
    vi.stubEnv('LAB_KEY', WRONG_KEY)
    const { probe, zoo } = await meet('gemini', 'gemma-3-1b-it', { entry: { apiKeyEnv: 'LAB_KEY' } })
    await expect(probe()).rejects.toThrow('API key not valid. Please pass a valid API key. Check the key and its rights.')
    expect(zoo.received).toHaveLength(1)
  })

  test.each([
    ['never answers', () => new Promise<never>(() => undefined)],
    ['asks to wait longer than there is time', () => Promise.reject(new RetryableError('busy', 60_000))],
  ])('is not put for ever to an endpoint that %s, which is no end of the run', async (_, ask) => {
    const asked = firstAnswer(ask, AbortSignal.timeout(20), 'openai:m', 'Check the address.')
    await expect(asked).rejects.toThrow(
      'Failed to reach openai:m: there was no answer in the time for a first question. Check the address.',
    )
  })

  test('ends with the run', async () => {
    const asked = firstAnswer(() => new Promise<never>(() => undefined), AbortSignal.abort(), 'openai:m', 'Check the address.')
    await expect(asked).rejects.toThrow('Failed to call openai:m: the run was stopped.')
  })

  test('is put again where the endpoint is not ready', async () => {
    const { probe, zoo } = await meet('llamacpp', 'loading')
    expect(await probe()).toMatchObject({ reasoningTokens: 0 })
    expect(zoo.received).toHaveLength(2)
  })
})
