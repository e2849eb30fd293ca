import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { Adaptations } from './adaptation.ts'

/** A refusal as the SDK throws it. */
function refusal(message: string, param: string | null = null, status = 400): Error {
  return OpenAI.APIError.generate(status, { error: { message, param } }, undefined, new Headers())
}

const BODY = { model: 'm', messages: [], temperature: 0, max_tokens: 64 }

/** What is sent after this refusal of a body; undefined where it is not worth sending again. */
function after(message: string, body: Readonly<Record<string, unknown>> = BODY, param: string | null = null): object | undefined {
  const adaptations = new Adaptations()
  return adaptations.learn(refusal(message, param), body) ? adaptations.apply(body) : undefined
}

describe('a refused parameter', () => {
  test('that the error names apart is left out', () =>
    expect(after('Unsupported value', BODY, 'temperature')).toEqual({ model: 'm', messages: [], max_tokens: 64 }))

  test('that has fields is left out by its first name', () => {
    const body = { model: 'm', reasoning: { effort: 'minimal' } }
    expect(after("Unsupported value: 'minimal' is not supported", body, 'reasoning.effort')).toEqual({ model: 'm' })
  })

  test.each([
    "Unsupported parameter: 'temperature' is not supported with this model.",
    '`temperature` is deprecated for this model.',
    'Invalid JSON payload received. Unknown name "temperature": Cannot find field.',
    'body.temperature: Extra inputs are not permitted',
    'Unrecognized request argument supplied: temperature',
    'temperature does not support 0 with this model',
  ])('that the text names is left out: %s', (message) => expect(after(message)).toEqual({ model: 'm', messages: [], max_tokens: 64 }))

  test('whose name has signs of a pattern is left out', () => {
    const body = { model: 'm', 'extra(0': 1 }
    expect(after("Unsupported parameter: 'extra(0' is not supported", body)).toEqual({ model: 'm' })
  })

  test('that the request does not have changes nothing', () =>
    expect(after("Unsupported parameter: 'top_p' is not supported", BODY, 'top_p')).toBeUndefined())

  test.each(['model', 'messages', 'input'])('without which there is no request is not left out: %s', (name) => {
    expect(after(`Unsupported value: '${name}' is not supported`, { model: 'm', messages: [], input: '' }, name)).toBeUndefined()
  })

  test('that is a schema becomes any JSON object, and then nothing', () => {
    const adaptations = new Adaptations()
    const body = { model: 'm', response_format: { type: 'json_schema', json_schema: {} } }
    expect(adaptations.learn(refusal('response_format json_schema is not supported'), body)).toBe(true)
    const second = adaptations.apply(body)
    expect(second).toEqual({ model: 'm', response_format: { type: 'json_object' } })
    expect(adaptations.described).toEqual(['response_format without a schema'])
    expect(adaptations.learn(refusal('response_format is not supported'), second)).toBe(true)
    expect(adaptations.apply(body)).toEqual({ model: 'm' })
  })

  test("that is Mistral's seed goes out under its own name, and is left out where that is refused too", () => {
    const adaptations = new Adaptations()
    const body = { model: 'm', seed: 7 }
    expect(adaptations.learn(refusal('body.seed: Extra inputs are not permitted', 'seed', 422), body)).toBe(true)
    const second = adaptations.apply(body)
    expect(second).toEqual({ model: 'm', random_seed: 7 })
    expect(adaptations.learn(refusal('body.random_seed: Extra inputs are not permitted', 'random_seed', 422), second)).toBe(true)
    expect(adaptations.apply(body)).toEqual({ model: 'm' })
  })
})

describe('a refused cap', () => {
  test('goes out under its other name, in either direction', () => {
    expect(after("'max_tokens' is not supported")).toEqual({ model: 'm', messages: [], temperature: 0, max_completion_tokens: 64 })
    expect(after("'max_completion_tokens' is not supported", { max_completion_tokens: 64 })).toEqual({ max_tokens: 64 })
  })

  test.each(['max_tokens', 'max_completion_tokens'])('under both names is left out: first %s', (first) => {
    const adaptations = new Adaptations()
    const body = { model: 'm', [first]: 64 }
    let sent: Record<string, unknown> = body
    let requests = 0
    for (; requests < 9; requests += 1) {
      const [name] = Object.keys(sent).filter((key) => key.startsWith('max_'))
      if (name === undefined) break
      expect(adaptations.learn(refusal(`Unsupported parameter: '${name}'`, name), sent)).toBe(true)
      sent = adaptations.apply(body)
    }
    expect(sent).toEqual({ model: 'm' })
    expect(requests).toBeLessThanOrEqual(3)
  })

  test.each<[string, string, number]>([
    ['OpenAI', 'max_tokens is too large: 9000. This model supports at most 4096 completion tokens, whereas you provided 9000.', 4096],
    ['DeepSeek', 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 8192],
    ['Anthropic', 'max_tokens: 9000 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku-20240307', 4096],
    ['Groq', '`max_tokens` must be less than or equal to `8192`', 8192],
  ])('that is too high is lowered to what %s takes, and a lower one left alone', (_, message, most) => {
    const adaptations = new Adaptations()
    const body = { model: 'm', max_tokens: 9000 }
    expect(adaptations.learn(refusal(message), body)).toBe(true)
    expect(adaptations.apply(body)).toEqual({ model: 'm', max_tokens: most })
    expect(adaptations.apply({ max_tokens: 64 })).toEqual({ max_tokens: 64 })
    expect(adaptations.described).toEqual([`max_tokens ${most}`])
  })

  test('that was lowered holds under its new name', () => {
    const adaptations = new Adaptations()
    const body = { max_tokens: 9000 }
    expect(adaptations.learn(refusal("'max_tokens' is not supported", 'max_tokens'), body)).toBe(true)
    const second = adaptations.apply(body)
    expect(adaptations.learn(refusal('max_completion_tokens is too large: 9000. This model supports at most 4096.'), second)).toBe(true)
    expect(adaptations.apply(body)).toEqual({ max_completion_tokens: 4096 })
    expect(adaptations.described).toEqual(['max_completion_tokens for max_tokens', 'max_completion_tokens 4096'])
  })
})

describe('an error is about something else', () => {
  test.each([
    'The model `m` does not exist.',
    "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4990 in the messages, 10 in the completion).",
    "'max_tokens' or 'max_completion_tokens' is too large: 10. This model's maximum context length is 4096 tokens and your request has 4090 input tokens (10 > 4096 - 4090). None",
    'prompt is too long: 213462 tokens > 200000 maximum',
    'temperature must be a number',
  ])('where it refuses no parameter: %s', (message) => expect(after(message)).toBeUndefined())

  test.each([401, 403, 404, 429, 500])('under status %i', (status) => {
    expect(new Adaptations().learn(refusal("'temperature' is not supported", 'temperature', status), BODY)).toBe(false)
  })

  test('where it is no reply of an endpoint', () =>
    expect(new Adaptations().learn(new Error("'temperature' is not supported"), BODY)).toBe(false))

  test('where the parameter was left out already', () => {
    const adaptations = new Adaptations()
    const error = refusal("'temperature' is not supported", 'temperature')
    expect(adaptations.learn(error, BODY)).toBe(true)
    expect(adaptations.learn(error, adaptations.apply(BODY))).toBe(false)
  })
})

test('a request that was under way when another one was refused is sent again', () => {
  const adaptations = new Adaptations()
  const error = refusal("'temperature' is not supported", 'temperature')
  expect([adaptations.learn(error, BODY), adaptations.learn(error, BODY)]).toEqual([true, true])
  expect(adaptations.described).toEqual(['temperature left out'])
})

test('a body is not changed in place, and is the same one where nothing was learned', () => {
  const adaptations = new Adaptations()
  expect(adaptations.apply(BODY)).toBe(BODY)
  adaptations.learn(refusal('', 'temperature'), BODY)
  adaptations.learn(refusal('unsupported', 'temperature'), BODY)
  adaptations.apply(BODY)
  expect(BODY).toEqual({ model: 'm', messages: [], temperature: 0, max_tokens: 64 })
})
