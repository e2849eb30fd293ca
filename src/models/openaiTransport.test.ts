import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { isLong } from '../../test/shared.ts'
import { type ModelEntry, modelEntry } from '../core/format/modelEntry.ts'
import { runFolder } from '../core/format/runFolder.ts'
import { createTransport } from './createTransport.ts'
import { Journal } from './journal.ts'
import { Limiter } from './limiter.ts'
import { bindModel } from './model.ts'

type Reply = (response: ServerResponse) => unknown

const cleanups: (() => void)[] = []
afterAll(() => {
  for (const cleanup of cleanups) cleanup()
})

const COMPLETION = JSON.stringify({ choices: [{ message: { content: 'well' }, finish_reason: 'stop' }] })
const JSON_TYPE = { 'content-type': 'application/json' }

const completion: Reply = (response) => response.writeHead(200, JSON_TYPE).end(COMPLETION)
const json = (body: string): Reply => {
  return (response) => response.writeHead(200, JSON_TYPE).end(body)
}
const truncated: Reply = (response) => {
  response.writeHead(200, { ...JSON_TYPE, 'content-length': '999' }).write('{"choices":[{"mess', () => response.socket?.destroy())
}
const failure = (status: number, headers: Record<string, string> = {}): Reply => {
  return (response) => response.writeHead(status, { ...JSON_TYPE, ...headers }).end('{"error":{"message":"not now"}}')
}

/** An endpoint that gives the replies in order, and the last one ever after. */
async function serve(...replies: Reply[]) {
  let requests = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      replies[Math.min(requests, replies.length - 1)]?.(response)
      requests += 1
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanups.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { label: `openai:m@http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests: () => requests }
}

/** Asks once; gives the answer or the error's message, and what the journal says of the call. */
async function ask(uri: string, entry: Partial<ModelEntry> = {}, signal = new AbortController().signal) {
  const out = mkdtempSync(join(tmpdir(), 'holdfast-'))
  cleanups.push(() => rmSync(out, { recursive: true }))
  const validated = modelEntry.parse({ uri, timeoutSeconds: 10, ...entry })
  const counts = { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
  const model = bindModel({
    transport: createTransport(validated, out),
    entry: validated,
    limiter: new Limiter(1),
    journal: new Journal(runFolder(out)),
    key: { suite: 'demo', item: 'one', role: 'candidate', trial: 0 },
    hints: { item: 'one', seed: 0, reference: () => 'none' },
    counts,
    stopping: signal,
  })
  const outcome = await model.ask('hello').then(
    (answer) => ({ answer, message: undefined }),
    (error: Error) => ({ answer: undefined, message: error.message }),
  )
  const { calls } = runFolder(out)
  // What was never sent is not journaled.
  const [record = '{}'] = existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []
  return { ...outcome, counts, record: JSON.parse(record) as Record<string, unknown> }
}

describe.concurrent('a failed attempt that may succeed later is repeated', () => {
  test.for<[string, Reply]>([
    ['429 without Retry-After', failure(429)],
    ['429 with Retry-After in seconds', failure(429, { 'retry-after': '0' })],
    ['429 with Retry-After as a date', failure(429, { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' })],
    ['429 with retry-after-ms', failure(429, { 'retry-after-ms': '1' })],
    ['408', failure(408, { 'retry-after-ms': '1' })],
    ['500', failure(500, { 'retry-after-ms': '1' })],
    ['503', failure(503, { 'retry-after-ms': '1' })],
    ['a connection that is reset', (response) => response.socket?.destroy()],
    ['a body that is cut short', truncated],
    ['a body that is not JSON', json('{"choices":[{"message"')],
    ['a page of HTML', (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>')],
    ['a reply without choices', json('{"choices":[]}')],
    ['a reply that is null', json('null')],
  ])('%s', async ([, bad], { expect }) => {
    const endpoint = await serve(bad, completion)
    const { answer, record, counts } = await ask(endpoint.label)
    expect(answer?.content).toBe('well')
    expect(endpoint.requests()).toBe(2)
    expect(record).toMatchObject({ content: 'well', attempts: 2 })
    expect(counts).toMatchObject({ calls: 1, retries: 1 })
  })

  test.for<[string, Reply]>([
    ['headers that do not come', () => undefined],
    ['a body that stalls', (response) => response.writeHead(200, JSON_TYPE).write('{"choices":')],
  ])('%s within timeoutSeconds', async ([, bad], { expect }) => {
    const endpoint = await serve(bad, completion)
    // On a busy machine a sound answer may come too late as well.
    const { answer, record } = await ask(endpoint.label, { timeoutSeconds: 0.4, maxAttempts: 50 })
    expect(answer?.content).toBe('well')
    expect(record.attempts).toBeGreaterThanOrEqual(2)
  })
})

describe('maxAttempts bounds the attempts', () => {
  test('and the last failure is the error, in the test and in the journal', async () => {
    const endpoint = await serve(failure(503, { 'retry-after-ms': '1' }))
    const { message, record, counts } = await ask(endpoint.label, { maxAttempts: 3 })
    expect(endpoint.requests()).toBe(3)
    expect(message).toBe(`Failed to call ${endpoint.label}: 503 not now, tried 3 times. Check that the endpoint is up.`)
    expect(record).toMatchObject({ attempts: 3, error: message, model: endpoint.label })
    expect(record).not.toHaveProperty('content')
    expect(counts).toEqual({ calls: 1, retries: 2, promptTokens: 0, completionTokens: 0 })
  })

  test('of 1 means a single request', async () => {
    const endpoint = await serve(json('{"choices":[]}'))
    const { message } = await ask(endpoint.label, { maxAttempts: 1 })
    expect(endpoint.requests()).toBe(1)
    expect(message).toBe(`Failed to call ${endpoint.label}: the reply has no choices, tried once. Check that the endpoint is up.`)
  })

  test('for slow answers, whose error names the limit', async () => {
    const endpoint = await serve(() => undefined)
    const { message } = await ask(endpoint.label, { maxAttempts: 1, timeoutSeconds: 0.1 })
    expect(message).toBe(`Failed to call ${endpoint.label}: no answer within 0.1 s, tried once. Check that the endpoint is up.`)
  })
})

describe.runIf(isLong)('timeoutSeconds may be longer', () => {
  test('than the five minutes after which fetch itself gives up', { timeout: 400_000 }, async () => {
    const endpoint = await serve((response) => setTimeout(() => completion(response), 305_000))
    const { answer } = await ask(endpoint.label, { maxAttempts: 1, timeoutSeconds: 600 })
    expect(answer?.content).toBe('well')
  })
})

describe('a request the endpoint refuses for good is not repeated', () => {
  const parameters = 'Check the request against what the endpoint accepts; model entries can leave parameters out with null.'
  test.each([
    [400, parameters],
    [422, parameters],
    [401, 'Check the key and its rights. Name its variable by #key=NAME in the URI or apiKeyEnv in the entry.'],
    [403, 'Check the key and its rights. Name its variable by #key=NAME in the URI or apiKeyEnv in the entry.'],
    [404, 'Check the model name and the base URL.'],
  ])('%i comes with advice', async (status, advice) => {
    const endpoint = await serve(failure(status), completion)
    const { message, record } = await ask(endpoint.label)
    expect(message).toBe(`Failed to call ${endpoint.label}: ${status} not now. ${advice}`)
    expect(endpoint.requests()).toBe(1)
    expect(record).toMatchObject({ attempts: 1, error: message })
  })
})

describe('an answer', () => {
  test('withheld by a content filter is none', async () => {
    const endpoint = await serve(json('{"choices":[{"message":{"content":null},"finish_reason":"content_filter"}]}'))
    const { answer, record } = await ask(endpoint.label)
    expect(answer).toBeUndefined()
    expect(record).toMatchObject({ content: '', finish: 'content_filter', attempts: 1 })
  })

  test('comes with why it ended and the tokens it took', async () => {
    const usage = '"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}'
    const endpoint = await serve(json(`{"choices":[{"message":{"content":"cut"},"finish_reason":"length"}],${usage}}`))
    const { answer, counts, record } = await ask(endpoint.label)
    expect(answer).toEqual({ content: 'cut', finish: 'length', usage: { promptTokens: 12, completionTokens: 3 } })
    expect(counts).toEqual({ calls: 1, retries: 0, promptTokens: 12, completionTokens: 3, cut: 1 })
    expect(record).toMatchObject({ usage: { promptTokens: 12, completionTokens: 3 } })
  })
})

describe('stopping the run', () => {
  const stopped = (label: string) => `Failed to call ${label}: the run was stopped. Finish it with HOLDFAST_RESUME.`

  test('ends a call that is under way', async () => {
    const controller = new AbortController()
    const endpoint = await serve(() => controller.abort())
    const { message } = await ask(endpoint.label, {}, controller.signal)
    expect(message).toBe(stopped(endpoint.label))
    expect(endpoint.requests()).toBe(1)
  })

  test('before a call sends nothing', async () => {
    const endpoint = await serve(completion)
    const { message, record } = await ask(endpoint.label, {}, AbortSignal.abort())
    expect(message).toBe(stopped(endpoint.label))
    expect(record).toEqual({})
    expect(endpoint.requests()).toBe(0)
  })

  test('ends the wait for the next attempt', async () => {
    const controller = new AbortController()
    const endpoint = await serve((response) => {
      failure(429, { 'retry-after': '50' })(response)
      // Time for the answer to arrive, so that the abort meets the wait.
      setTimeout(() => controller.abort(), 200)
    })
    const { answer, record } = await ask(endpoint.label, {}, controller.signal)
    expect(answer).toBeUndefined()
    expect(record).toMatchObject({ attempts: 1 })
    expect(endpoint.requests()).toBe(1)
  })
})
