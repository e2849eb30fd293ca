import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { registerSecret } from '../core/base/secrets.ts'
import { type ModelEntry, modelEntry } from '../core/format/modelEntry.ts'
import { runFolder } from '../core/format/runFolder.ts'
import { createTransport } from './createTransport.ts'
import { Journal } from './journal.ts'
import { Limiter } from './limiter.ts'
import { type AskOptions, bindModel } from './model.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** Asks `module:./agent.mjs#ask`, or another export, of a module with this source. */
async function ask(source: string, { uri = 'module:./agent.mjs#ask', ...entry }: Partial<ModelEntry> = {}, options: AskOptions = {}) {
  writeFileSync(join(folder, 'agent.mjs'), source)
  const validated = modelEntry.parse({ uri, ...entry })
  const model = bindModel({
    transport: createTransport(validated, folder),
    entry: validated,
    limiter: new Limiter(1),
    journal: new Journal(runFolder(folder)),
    key: { suite: 'demo', item: 'one', role: 'candidate', trial: 3 },
    hints: { item: 'one', seed: 0, reference: () => 'the reference answer' },
    counts: { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 },
    stopping: new AbortController().signal,
  })
  return model.ask(
    [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hello' },
    ],
    options,
  )
}

describe('an application under test', () => {
  test('may answer with a text', async () => expect(await ask(`export const ask = async () => 'well'`)).toEqual({ content: 'well' }))

  test('may answer at once', async () => expect(await ask(`export const ask = () => ''`)).toEqual({ content: '' }))

  test('may answer with usage and a trace', async () => {
    const source = `export const ask = async () => ({ content: 'well', usage: { promptTokens: 5, completionTokens: 2 }, trace: [1] })`
    expect(await ask(source)).toEqual({ content: 'well', usage: { promptTokens: 5, completionTokens: 2 } })
  })

  test('may be a default export', async () =>
    expect(await ask(`export default () => 'well'`, { uri: 'module:./agent.mjs' })).toEqual({ content: 'well' }))

  test('gets the conversation, the item, the trial and a signal, and nothing of the reference answer', async () => {
    const source = `export const ask = (messages, { signal, ...rest }) => JSON.stringify([messages, rest, signal instanceof AbortSignal])`
    const { content } = await ask(source)
    expect(JSON.parse(content)).toEqual([
      [
        { role: 'system', content: 'be brief' },
        { role: 'user', content: 'hello' },
      ],
      { item: { suite: 'demo', id: 'one' }, trial: 3, seed: 3000 },
      true,
    ])
  })

  describe('gets the parameters of the call', () => {
    const parameters = async (entry: Partial<ModelEntry>, options: AskOptions) => {
      const source = `export const ask = (messages, { signal, item, trial, ...rest }) => JSON.stringify(rest)`
      return JSON.parse((await ask(source, entry, options)).content)
    }
    const json = { name: 'verdict', schema: { type: 'object' } }

    test("which are the suite's", async () => {
      expect(await parameters({}, { maxTokens: 64, temperature: 0, json })).toEqual({
        maxTokens: 64,
        temperature: 0,
        seed: 3000,
        json: true,
      })
    })

    test("in whose place the entry's stand", async () => {
      const entry = { maxTokens: 128, temperature: 1, seed: 7, structuredOutput: true }
      expect(await parameters(entry, { maxTokens: 64, temperature: 0, json })).toEqual({ maxTokens: 128, temperature: 1, seed: 3007, json })
    })

    test('of which null leaves one out', async () =>
      expect(await parameters({ maxTokens: null, temperature: null, seed: null }, { maxTokens: 64, temperature: 0 })).toEqual({}))

    test('with room for thoughts on top of the cap', async () =>
      expect(await parameters({ reasoningTokens: 1000, seed: null }, { maxTokens: 64 })).toEqual({ maxTokens: 1064 }))
  })

  test('may tell how it ended, what it thought and who answered', async () => {
    const reply = {
      content: 'well',
      usage: { promptTokens: 5, completionTokens: 2, reasoningTokens: 1 },
      finish: 'length',
      reasoning: 'hm',
      served: { model: 'm-2026', fingerprint: 'fp_1' },
    }
    expect(await ask(`export const ask = () => (${JSON.stringify(reply)})`)).toEqual(reply)
  })

  test('may say that its provider refused the prompt', async () => {
    const source = `export const ask = () => ({ content: '', refused: true })`
    await expect(ask(source)).rejects.toThrow('its provider refused the prompt for its content')
  })

  test('is called again where it says that its model ended with an error', async () => {
    const source = `let calls = 0; export const ask = () => ({ content: String((calls += 1)), finish: calls === 1 ? 'error' : 'stop' })`
    expect(await ask(source)).toEqual({ content: '2', finish: 'stop' })
  })

  test('is loaded once, and keeps its state between calls', async () => {
    writeFileSync(join(folder, 'agent.mjs'), `let calls = 0; export const ask = () => String((calls += 1))`)
    const transport = createTransport(modelEntry.parse({ uri: 'module:./agent.mjs#ask' }), folder)
    const key = { suite: 'demo', item: 'one', role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 } as const
    const request = { key, messages: [], options: {}, hints: { item: 'one', seed: 0, call: 'answer', reference: () => '', simulation: {} } }
    const { signal } = new AbortController()
    await transport.send(request, signal)
    expect(await transport.send(request, signal)).toEqual({ content: '2' })
  })

  test('sees its signal aborted when the call takes longer than timeoutSeconds', async () => {
    const source = `export const ask = (messages, { signal }) => new Promise((resolve) => {
      signal.addEventListener('abort', () => resolve('stopped'))
      setTimeout(() => resolve('never stopped'), 500)
    })`
    // Whether its late answer counts or not, it must have been told to stop.
    await expect(ask(source, { timeoutSeconds: 0.05, maxAttempts: 1 })).rejects.toThrow('no answer within 0.05 s')
  })
})

describe('what is wrong with it is told', () => {
  test('no such file, before the first call', () => {
    const entry = modelEntry.parse({ uri: 'module:./agent.mjs#ask' })
    expect(() => createTransport(entry, '/nowhere')).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model module:./agent.mjs#ask: no file /nowhere/agent.mjs. Paths start at the project's root.]`,
    )
  })

  test('no such export', async () => {
    await expect(ask(`export const answer = () => ''; export const other = 1`)).rejects.toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to read the model module:./agent.mjs#ask: it exports no function ask. It exports answer, other.]`,
    )
  })

  test('no export at all', () => expect(ask(`const answer = 1`)).rejects.toThrow('it exports no function ask. It exports nothing.'))

  test.each([
    'undefined',
    '42',
    '{ text: "well" }',
    '{ content: null }',
    '{ content: "", usage: { promptTokens: "5" } }',
    '{ content: "", usage: { promptTokens: -1, completionTokens: 0 } }',
    '{ content: "", served: {} }',
  ])('a reply of %s', async (reply) => {
    await expect(ask(`export const ask = () => (${reply})`)).rejects.toThrow(/^Failed to read the reply of module:\.\/agent\.mjs#ask/)
  })

  test('an exception', async () => {
    const source = `export const ask = async () => { throw new Error('the database is locked') }`
    await expect(ask(source)).rejects.toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to call module:./agent.mjs#ask: the database is locked. Mend the module.]`,
    )
  })

  test('something thrown that is no error', () =>
    expect(ask(`export const ask = () => { throw 'no luck' }`)).rejects.toThrow('Failed to call module:./agent.mjs#ask: no luck.'))

  test('a module that does not load, without blaming an endpoint', async () => {
    const message = await ask(`throw new Error('no settings file')`).catch((error: Error) => error.message)
    expect(message).toMatch(/^Failed to read the model module:\.\/agent\.mjs#ask: no settings file\./)
    expect(message).not.toContain('endpoint')
  })
})

describe('a secret in what it throws', () => {
  const thrown = async (source: string) => {
    registerSecret('sk-module-secret-1')
    return ask(source).then(
      () => expect.unreachable(),
      (error: Error) => error,
    )
  }
  const throwing = `export const ask = () => { throw new Error('401 for sk-module-secret-1, sent Bearer abc.def.ghi') }`

  test('is not in the message', async () => {
    const { message } = await thrown(throwing)
    expect(message).toBe('Failed to call module:./agent.mjs#ask: 401 for [redacted], sent Bearer [redacted]. Mend the module.')
  })

  test('is not in the causes, which a reporter prints below the message', async () =>
    expect(inspect(await thrown(throwing), { depth: 9 })).not.toContain('sk-module-secret-1'))

  test('is not in the message while it loads', async () => {
    const { message } = await thrown(`throw new Error('no access with sk-module-secret-1')`)
    expect(message).not.toContain('sk-module-secret-1')
  })
})

describe('a reply that is no text says what came and what was expected', () => {
  test.each([
    ['undefined', 'it is undefined'],
    ['null', 'it is null'],
    ['42', 'it is 42'],
    ['[]', 'it is a list'],
    ['() => 1', 'it is a function'],
    ['({})', 'it is an object without fields'],
    ['({ text: "Paris", id: 1 })', 'it is an object with the fields text, id'],
    ['(async function* () { yield "Paris" })()', 'it is a stream, which is not read here'],
    ['new ReadableStream()', 'it is a stream, which is not read here'],
    ['({ choices: [{ message: { content: "Paris" } }] })', 'it is a whole chat completion: return its choices[0].message'],
  ])('%s', async (value, reason) => {
    await expect(ask(`export const ask = async () => ${value}`)).rejects.toThrow(
      `Failed to read the reply of module:./agent.mjs#ask: ${reason}, expected a text or an object with the text as content. Return one of them.`,
    )
  })

  test('a field of another kind is named', () =>
    expect(ask(`export const ask = () => ({ content: 'a', usage: 7 })`)).rejects.toThrow('module:./agent.mjs#ask, field usage: '))
})

describe("what a module's own client throws", () => {
  /** A client of another copy of the SDK, which fails so often and then answers. */
  const client = (status: number, headers: string, times = 1, body = '{ message: "slow down" }') => `
    class RateLimitError extends Error {
      constructor() { super('${status} slow down'); this.status = ${status}; this.headers = ${headers}; this.error = ${body} }
    }
    let left = ${times}
    export const ask = async () => { if (left-- > 0) throw new RateLimitError(); return 'well' }`

  test.each([
    ['a 429 with its wait', client(429, `new Headers({ 'retry-after-ms': '5' })`)],
    ['a 429 with plain headers', client(429, `{ 'retry-after-ms': '5' }`, 2)],
    ['a 503', client(503, `{ 'retry-after-ms': '5' }`)],
  ])('is asked again by the same rule: %s', async (_, source) => expect(await ask(source)).toEqual({ content: 'well' }))

  /** What happens once in a module whose second attempt answers. */
  const once = (thrown: string) => `class APIConnectionError extends Error {}
    class APIConnectionTimeoutError extends APIConnectionError {}
    class APIUserAbortError extends Error {}
    const slow = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const ended = new AbortController()
    let left = 1
    export const ask = async () => { if (left-- > 0) { ${thrown} } return 'well' }`

  test.each([
    ["a client's own timeout", `throw new APIConnectionTimeoutError('Request timed out.')`, true],
    ['a signal with a time', `await slow(AbortSignal.timeout(1))`, true],
    ["a timer of the module's", `setTimeout(() => ended.abort(), 1); await slow(ended.signal)`, true],
    ['a signal that the client was given', `throw new APIUserAbortError('Request was aborted.')`, true],
    [
      'fetch, which waits for five minutes',
      `class HeadersTimeoutError extends Error {}; throw new TypeError('fetch failed', { cause: new HeadersTimeoutError() })`,
      true,
    ],
    ['a connection that broke, which says nothing of its length', `throw new APIConnectionError('reset')`, undefined],
  ])('is asked again, and counted where it was cut off: %s', async (_, thrown, timedOut) =>
    expect(await ask(once(thrown))).toEqual({ content: 'well', ...(timedOut && { timedOut }) }),
  )

  test.each([
    [401, 'Failed to call module:./agent.mjs#ask: 401 slow down. Mend the module.'],
    [400, 'Failed to call module:./agent.mjs#ask: 400 slow down. Mend the module.'],
  ])('is the module to mend where no wait helps: %i', (status, message) => expect(ask(client(status, '{}'))).rejects.toThrow(message))
})
