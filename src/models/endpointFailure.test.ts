import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { HoldfastError, messageWithCauses } from '../core/base/errors.ts'
import {
  answerIn,
  describeFailure,
  EndpointClosedError,
  errorIn,
  failureOf,
  readErrorBody,
  wasCutOff,
  withReadableErrors,
} from './endpointFailure.ts'
import { readCompletion } from './readCompletion.ts'
import { exhaustedFor, retryAfterMs, waitInText } from './statedWaits.ts'
import { RetryableError } from './transport.ts'

describe('the body of an error is read', () => {
  test.each<[string, unknown, object]>([
    [
      "in OpenAI's envelope",
      { error: { message: 'no', type: 'invalid_request_error', param: 'temperature', code: 'unsupported_value' } },
      { message: 'no', type: 'invalid_request_error', param: 'temperature', code: 'unsupported_value' },
    ],
    [
      "in Gemini's array",
      [{ error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }],
      { message: 'no', code: '400', status: 400 },
    ],
    ['as a text', { error: 'no' }, { message: 'no' }],
    ['without an envelope', { object: 'error', message: 'no', code: 400 }, { message: 'no', code: '400', status: 400 }],
    ['as a detail', { detail: 'Unauthorized' }, { message: 'Unauthorized' }],
    [
      'as details of fields',
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
      { message: 'body.seed: Extra inputs are not permitted', code: 'extra_forbidden', param: 'seed' },
    ],
    [
      'as a message that holds details',
      { object: 'error', message: { detail: [{ loc: ['body', 'n'], msg: 'no' }] } },
      { message: 'body.n: no', param: 'n' },
    ],
    [
      'as a gateway wraps it',
      { error: { code: 502, message: 'Provider returned error', metadata: { raw: '{"error":{"message":"no","code":"x"}}' } } },
      { message: 'Provider returned error: no', code: 'x', status: 502 },
    ],
    [
      'as a gateway wraps a text',
      { error: { code: 429, message: 'Error', metadata: { raw: 'slow down' } } },
      { message: 'Error: slow down', status: 429 },
    ],
    ['of a form that nobody knows', { error: { reason: 7 } }, { message: '{"reason":7}' }],
  ])('%s', (_, body, known) => expect(readErrorBody(JSON.stringify(body))).toMatchObject(known))

  test.each([
    ['', 'no reason given'],
    ['  \n', 'no reason given'],
    ['<html><body><h1>502 Bad Gateway</h1>\n<hr>nginx</body></html>', '502 Bad Gateway nginx'],
    ['<html></html>', 'no reason given'],
    ['upstream gone', 'upstream gone'],
    ['x'.repeat(400), `${'x'.repeat(300)}…`],
    ['{"choices":[]}', '{"choices":[]}'],
  ])('where it is %j', (text, message) => expect(readErrorBody(text)).toEqual({ message }))

  test.each([[null], ['text'], [7], [[]], [{}], [{ error: null }], [{ error: '' }], [{ choices: [] }]])('and there is none in %j', (body) =>
    expect(errorIn(body)).toBeUndefined(),
  )
})

test.each([
  ['lists', '['.repeat(50_000) + ']'.repeat(50_000)],
  ['errors', `${'{"error":'.repeat(50_000)}"no"${'}'.repeat(50_000)}`],
  ['messages', `${'{"message":'.repeat(50_000)}"no"${'}'.repeat(50_000)}`],
])('a body of %s within one another is read as far as any endpoint goes', (_, body) => {
  expect(errorIn(JSON.parse(body))?.message ?? 'none').toMatch(/^no(ne| reason given)$/)
  expect(readErrorBody(body).message).toEqual(expect.any(String))
})

test('a text of parts within one another is read as far as any endpoint goes', () => {
  const reply = (content: string) => JSON.parse(`{"choices": [{"message": {"content": ${content}}}]}`)
  expect(readCompletion(reply('[{"type": "text", "text": [[{"text": "Paris"}]]}]'), 'openai:m').content).toBe('Paris')
  expect(readCompletion(reply(`${'['.repeat(50_000)}"Paris"${']'.repeat(50_000)}`), 'openai:m').content).toBe('')
})

describe('a reply with an error', () => {
  const reply = (body: string, init: ResponseInit) => withReadableErrors(async () => new Response(body, init))('http://m.invalid')

  test("has OpenAI's envelope for the client, with status and headers", async () => {
    const read = await reply('[{"error":{"message":"no"}}]', { status: 400, headers: { 'x-request-id': 'r7', 'content-length': '28' } })
    expect([read.status, read.headers.get('x-request-id'), read.headers.get('content-length')]).toEqual([400, 'r7', null])
    expect(await read.json()).toEqual({ error: { message: 'no' } })
  })

  test('that is none is the same object', async () => {
    const response = new Response('{}')
    expect(await withReadableErrors(async () => response)('http://m.invalid')).toBe(response)
  })
})

const failure = (status: number, message: string, code?: string, headers?: Headers) =>
  failureOf(status, { message, code }, 'openai:m', headers)

describe('what is thrown', () => {
  test.each([408, 409, 425, 429, 498, 500, 502, 503, 529])('for %i may be tried again', (status) => {
    const error = failure(status, 'Not now.')
    expect(error).toEqual(new RetryableError('Not now', undefined, { status }))
    expect(error).toMatchObject({ status, retryAfterMs: undefined })
  })

  test.each([400, 401, 403, 404, 413, 418, 422])('for %i is final', (status) => {
    const error = failure(status, 'No.')
    expect(error).toBeInstanceOf(HoldfastError)
    expect(error).not.toBeInstanceOf(EndpointClosedError)
    expect(error.message).toMatch(/^Failed to call openai:m: No\. [A-Z]/)
  })

  test.each<[number, string, string?]>([
    [402, 'pay'],
    [429, 'x', 'insufficient_quota'],
    [429, 'You exceeded your current quota, please check your plan and billing details.'],
    [400, 'Your credit balance is too low to access the API.'],
    [429, 'Credit limit exceeded'],
    [429, 'You exceeded your current quota. * limit: 0, model: m Please retry in 38.8s.'],
  ])('for an account without credit closes the endpoint: %i %s', (status, message, code) => {
    expect(failure(status, message, code)).toBeInstanceOf(EndpointClosedError)
  })

  test('for a quota that comes back does not', () => {
    const error = failure(429, 'You exceeded your current quota. * limit: 1000000, model: m\nPlease retry in 33.5s.')
    expect(error).toMatchObject({ status: 429, retryAfterMs: 33_500 })
  })

  test.each([
    [404, 'This is not a chat model and thus not supported in the v1/chat/completions endpoint.', "api: 'responses'"],
    [400, 'API key not valid.', 'Check the key and its rights.'],
    [400, 'x is not a valid model ID', 'Check the model name and the base URL.'],
    [400, 'temperature must be a number', 'model entries can leave parameters out with null.'],
  ])('says what to do about %i %s', (status, message, advice) => expect(failure(status, message).message).toContain(advice))

  test('shows no keys and no credentials of URLs', () => {
    expect(failure(401, 'wrong key Bearer sk-abcdefgh at https://user:pass@example.org/').message).toContain(
      'wrong key Bearer [redacted] at https://example.org/',
    )
  })
})

test.each([
  [429, 'input tokens exceeded your per-minute rate limit'],
  [429, 'Too many tokens for the context window 128k, try again in 1s'],
  [503, 'request too large for now, try again in 1s'],
])('%i %s is waited for, whatever it names', (status, message) => {
  expect(failure(status, message)).toBeInstanceOf(RetryableError)
})

test.each([
  [429, 'Request too large for gpt-5-mini in organization org-x on tokens per min (TPM): Limit 30000, Requested 50000.'],
  [400, "This model's maximum context length is 8192 tokens."],
])('%i %s is final', (status, message) => {
  expect(failure(status, message)).not.toBeInstanceOf(RetryableError)
})

describe('how long to wait is taken from', () => {
  test.each<[string, Record<string, string>, number]>([
    ['retry-after-ms first', { 'retry-after-ms': '7', 'retry-after': '9', ...limits('tokens', '0', '1s') }, 7],
    ['retry-after next', { 'retry-after': '2', ...limits('tokens', '0', '1s') }, 2000],
    ['the limits then', limits('tokens', '0', '6m0s'), 360_000],
    ['the text last', limits('tokens', '5', '6m0s'), 4770],
  ])('%s', (_, headers, milliseconds) => {
    expect(failure(429, 'Please try again in 4.77s.', undefined, new Headers(headers))).toMatchObject({ retryAfterMs: milliseconds })
  })

  test.each<[string, number | undefined]>([
    ['12ms', 12],
    ['1.5s', 1500],
    ['6m0s', 360_000],
    ['1h2m3s', 3_723_000],
    ['86400', 86_400_000],
    ['0', undefined],
    ['-1', undefined],
    ['', undefined],
    ['soon', undefined],
  ])('a limit that is reset in %j', (text, milliseconds) => {
    expect(exhaustedFor(new Headers(limits('requests', '0', text)))).toBe(milliseconds)
  })

  test('the later of two limits', () => {
    expect(exhaustedFor(new Headers({ ...limits('requests', '0', '1s'), ...limits('tokens', '0', '2s') }))).toBe(2000)
    expect(exhaustedFor(undefined)).toBeUndefined()
  })

  test.each<[string, number | undefined]>([
    ['Please try again in 9m38.016s. Need more', 578_016],
    ['Please retry in 17.30897372s.', 17_308.97372],
    ['Please retry after 26 seconds.', 26_000],
    ['please try again.  maximum pending requests exceeded', undefined],
  ])('the text %j', (text, milliseconds) => expect(waitInText(text)).toBe(milliseconds))
})

function limits(kind: string, remaining: string, reset: string): Record<string, string> {
  return { [`x-ratelimit-remaining-${kind}`]: remaining, [`x-ratelimit-reset-${kind}`]: reset }
}

const apiError = (status: number, error: object) => OpenAI.APIError.generate(status, { error }, undefined, new Headers())

describe('a prompt refused for its content', () => {
  test.each<[number, { message: string; code?: string }]>([
    [400, { message: 'x', code: 'content_filter' }],
    [400, { message: 'x', code: 'invalid_prompt' }],
    [403, { message: 'x', code: 'content_filter' }],
    [400, { message: "The prompt triggered Azure OpenAI's content management policy." }],
    [400, { message: 'Content Exists Risk' }],
    [400, { message: 'PROHIBITED_CONTENT' }],
  ])('is known: %i %j', (status, error) => expect(answerIn(apiError(status, error))).toMatchObject({ refused: true }))

  test.each<[number, { message: string; code?: string }]>([
    [400, { message: 'unsupported' }],
    [403, { message: 'Country not supported' }],
    [429, { message: 'x', code: 'content_filter' }],
    [500, { message: 'Content Exists Risk' }],
  ])('is not: %i %j', (status, error) => expect(answerIn(apiError(status, error))).toBeUndefined())

  test('is told by replies alone', () => expect(answerIn(new Error('Content Exists Risk'))).toBeUndefined())
})

test('an error in place of a cut answer is known by its text', () => {
  const message = 'Could not finish the message because max_tokens or model output limit was reached.'
  expect(answerIn(apiError(400, { message }))).toEqual({ content: '', finish: 'length' })
  for (const error of [apiError(500, { message }), apiError(400, { message: 'no' }), new Error(message)])
    expect(answerIn(error)).toBeUndefined()
})

describe('a failure is described', () => {
  test.each([new RetryableError('again'), new HoldfastError('ENDPOINT', 'final'), new EndpointClosedError('ENDPOINT', 'closed')])(
    'as it is: %s',
    (error) => expect(describeFailure(error, 'openai:m')).toBe(error),
  )

  test('by what a simulated model threw inside fetch', () => {
    const cause = new HoldfastError('DATA', 'no reference')
    expect(describeFailure(new OpenAI.APIConnectionError({ cause }), 'sim:oracle')).toBe(cause)
  })

  test('by its causes, where nothing was answered', () => {
    const error = new OpenAI.APIConnectionError({ cause: new Error('connect ECONNREFUSED') })
    expect(describeFailure(error, 'openai:m')).toEqual(new RetryableError('Connection error (connect ECONNREFUSED)'))
  })

  test('by status, text and headers of a reply', () => {
    const error = OpenAI.APIError.generate(429, { error: { message: 'slow' } }, undefined, new Headers({ 'retry-after': '3' }))
    expect(describeFailure(error, 'openai:m')).toMatchObject({ message: '429 slow', status: 429, retryAfterMs: 3000 })
  })
})

describe('how long an endpoint asks to wait', () => {
  const now = Date.parse('2026-01-01T12:00:00Z')
  test.each<[string, Record<string, string>, number | undefined]>([
    ['nothing said', {}, undefined],
    ['seconds', { 'retry-after': '7' }, 7000],
    ['fractions of a second', { 'retry-after': '0.25' }, 250],
    ['no time at all', { 'retry-after': '0' }, undefined],
    ['a date to come', { 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' }, 30_000],
    ['a date gone by', { 'retry-after': 'Thu, 01 Jan 2026 11:00:00 GMT' }, undefined],
    ['milliseconds', { 'retry-after-ms': '120' }, 120],
    ['milliseconds before seconds', { 'retry-after-ms': '120', 'retry-after': '7' }, 120],
    ['seconds where the milliseconds are unreadable', { 'retry-after-ms': 'soon', 'retry-after': '7' }, 7000],
    ['neither number nor date', { 'retry-after': 'soon' }, undefined],
  ])('%s', (_, headers, expected) => expect(retryAfterMs(new Headers(headers), now)).toBe(expected))

  test('no headers', () => expect(retryAfterMs(undefined, now)).toBeUndefined())
})

test('an error that is its own cause, or whose causes have no end, is read to a depth', () => {
  const own = new Error('no')
  own.cause = own
  const deep = Array.from({ length: 50_000 }).reduce((cause: Error) => new Error('no', { cause }), new Error('no'))
  for (const error of [own, deep]) {
    expect(wasCutOff(error)).toBe(false)
    expect(messageWithCauses(error)).toMatch(/^no(?: \(no){1,30}\)+$/)
  }
})
