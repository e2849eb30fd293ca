import { describe, expect, test } from 'vitest'
import { readCompletion } from './readCompletion.ts'
import { readResponse } from './responsesApi.ts'

const chat = (change: object, choice: object = {}, message: object = {}) =>
  readCompletion(
    { model: 'm', choices: [{ finish_reason: 'stop', message: { role: 'assistant', content: 'yes', ...message }, ...choice }], ...change },
    'm',
  )
const response = (change: object, part: object = {}) =>
  readResponse(
    { model: 'm', status: 'completed', output: [{ type: 'message', content: [{ type: 'output_text', text: 'yes', ...part }] }], ...change },
    'm',
  )

describe('a field of another kind than it should be is left out and named, and the answer stands', () => {
  test.each([
    ['a text', { prompt_tokens: '12', completion_tokens: 3 }, ['usage.prompt_tokens'], { promptTokens: 0, completionTokens: 3 }],
    ['below nothing', { prompt_tokens: -1e12, completion_tokens: 3 }, ['usage.prompt_tokens'], { promptTokens: 0, completionTokens: 3 }],
    [
      'beyond all measure',
      { prompt_tokens: 5, completion_tokens: 1e300 },
      ['usage.completion_tokens'],
      { promptTokens: 5, completionTokens: 0 },
    ],
    ['an object', { prompt_tokens: {}, completion_tokens: [] }, ['usage.prompt_tokens', 'usage.completion_tokens'], undefined],
    [
      'thoughts as a text',
      { prompt_tokens: 5, completion_tokens: 3, completion_tokens_details: { reasoning_tokens: '2' } },
      ['usage.reasoning_tokens'],
      { promptTokens: 5, completionTokens: 3 },
    ],
  ])('tokens that are %s', (_, usage, malformed, read) => {
    expect(chat({ usage })).toEqual({ content: 'yes', finish: 'stop', usage: read, served: { model: 'm' }, malformed })
  })

  test('tokens of the prompt that only the sum tells', () => {
    expect(chat({ usage: { completion_tokens: 20, total_tokens: 100 } }).usage).toEqual({ promptTokens: 80, completionTokens: 20 })
  })

  test('usage that is no object', () => {
    for (const usage of ['many', 12, [], true]) expect(chat({ usage })).toMatchObject({ content: 'yes', usage: undefined })
  })

  test('why the answer ended, who served it, a refusal', () => {
    expect(chat({}, { finish_reason: {} })).toMatchObject({ content: 'yes', finish: undefined, malformed: ['finish_reason'] })
    expect(chat({ model: 'm'.repeat(1e6), system_fingerprint: 7 })).toMatchObject({
      served: undefined,
      malformed: ['model', 'system_fingerprint'],
    })
    expect(chat({}, {}, { content: null, refusal: { text: 'no' } })).toMatchObject({ content: '', malformed: ['refusal'] })
    expect(chat({}, {}, { reasoning: { text: 'hm' } })).not.toHaveProperty('reasoning')
  })

  test('a whole reply has nothing to name', () => {
    expect(chat({ usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 } })).not.toHaveProperty('malformed')
    expect(response({ usage: { input_tokens: 5, output_tokens: 3 } })).not.toHaveProperty('malformed')
  })

  test('of the Responses API too', () => {
    expect(response({ usage: { input_tokens: '5', output_tokens: -3 } })).toEqual({
      content: 'yes',
      finish: 'stop',
      usage: undefined,
      served: { model: 'm' },
      malformed: ['usage.input_tokens', 'usage.output_tokens'],
    })
    expect(response({}, { text: { a: 1 } })).toMatchObject({ content: '', malformed: ['output.text'] })
    expect(response({ output: [null, 'text', { type: 'message', content: 'yes' }] })).toMatchObject({
      content: '',
      malformed: ['output', 'output.content'],
    })
  })
})

test.each([
  ['OpenAI, vLLM, llama.cpp', { prompt_tokens_details: { cached_tokens: 1920 } }],
  ['Together', { cached_tokens: 1920 }],
  ['DeepSeek', { prompt_cache_hit_tokens: 1920, prompt_cache_miss_tokens: 86 }],
])('prompt tokens that the endpoint had in its cache, as told by %s', (_, told) => {
  const counted = { promptTokens: 2006, completionTokens: 300, cachedTokens: 1920 }
  expect(chat({ usage: { prompt_tokens: 2006, completion_tokens: 300, ...told } }).usage).toEqual(counted)
  expect(chat({ usage: { prompt_tokens: 1000, completion_tokens: 300, ...told } }).usage?.cachedTokens).toBe(1000)
  const responses = { input_tokens: 2006, output_tokens: 300, input_tokens_details: { cached_tokens: 1920 } }
  expect(response({ usage: responses }).usage).toEqual(counted)
})

test('what is no reply at all is tried again', () => {
  for (const reply of [null, 'text', 7, [], {}, { choices: 'yes' }, { choices: [null] }, { choices: [{ message: 7 }] }]) {
    expect(() => readCompletion(reply, 'm')).toThrow(/no choices|no text|is empty/)
    expect(() => readResponse(reply, 'm')).toThrow('the reply has no output')
  }
})
