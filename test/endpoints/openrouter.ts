import {
  type Asked,
  cell,
  choices,
  completion,
  cutInThought,
  generate,
  hasWrongKey,
  type Provider,
  promptOf,
  type Reply,
  type Row,
  THOUGHTS,
  unknownModel,
  wrongKey,
} from './provider.ts'

/** Errors have a number for a code, under that status or, once a model has begun, under 200 (openrouter.ai/docs, errors and debugging). */
function refuse(code: number, message: string, { status = code, metadata, headers = {} }: Refusal = {}): Reply {
  return { status, headers, body: { error: { code, message, ...(metadata && { metadata }) }, user_id: 'user_x' } }
}

interface Refusal {
  readonly status?: number
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

const RETURNED = 'Provider returned error'
const FLAGGED = { reasons: ['violence'], flagged_input: 'word', provider_name: 'OpenAI', model_slug: 'openai/gpt-4o' }
const WINDOW = 32_768

/** How calls fail, by the name of the model. */
const FAILURES: Readonly<Record<string, (asked: Asked) => Reply | undefined>> = {
  broke: () =>
    refuse(402, 'This request requires more credits, or fewer max_tokens. You requested up to 64 tokens, but can only afford 3.'),
  busy: ({ before }) =>
    before > 0
      ? undefined
      : refuse(429, RETURNED, {
          metadata: { raw: 'openai/gpt-4o is temporarily rate-limited upstream. Please retry shortly.', provider_name: 'OpenAI' },
          headers: { 'retry-after': '0.071' },
        }),
  flagged: () => refuse(403, 'Input was flagged', { metadata: FLAGGED }),
  'flagged-late': () => refuse(403, 'Input was flagged', { status: 200, metadata: FLAGGED }),
  // The real text is in `metadata.raw`, often JSON in a string.
  broken: ({ before }) =>
    before > 0
      ? undefined
      : refuse(502, RETURNED, {
          status: 200,
          metadata: { raw: '{"error":{"message":"upstream hung up","type":"server_error","code":"x"}}', provider_name: 'Together' },
        }),
  'refused-late': () =>
    refuse(400, RETURNED, {
      status: 200,
      metadata: {
        raw: '{"error":{"message":"image_url is not allowed","type":"invalid_request_error","code":"bad_image"}}',
        provider_name: 'Azure',
      },
    }),
  // speakeasy-api/gram#3129
  empty: (asked) => (asked.before > 0 ? undefined : choices(asked, [])),
  // api.koog.ai
  'broken-choice': (asked) =>
    asked.before > 0
      ? undefined
      : choices(asked, [
          {
            index: 0,
            finish_reason: 'error',
            message: { role: 'assistant', content: 'we' },
            error: { code: 502, message: 'Upstream idle' },
          },
        ]),
  down: ({ before }) => (before > 0 ? undefined : refuse(503, 'No instances available')),
}

function chat(asked: Asked): Reply {
  const { body, promptTokens } = asked
  // continuedev/continue#10532
  if (hasWrongKey(asked)) return refuse(401, 'User not found.')
  const failure = FAILURES[body.model]?.(asked)
  if (failure) return failure
  // maxnowack/anthropic-proxy#4
  if (!body.model.includes('/') && !FAILURES[body.model]) return refuse(400, `${body.model} is not a valid model ID`)
  // refly-ai/refly#1177
  if (promptTokens > WINDOW)
    return refuse(
      400,
      `This endpoint's maximum context length is ${WINDOW} tokens. However, you requested about ${promptTokens} tokens (${promptTokens} of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.`,
    )
  const thinks = body.model === 'deepseek/deepseek-r1'
  const generated = generate(thinks ? asked : { ...asked, thinks: 0 }, body.max_tokens)
  // spring-projects/spring-ai#5265
  const message = {
    role: 'assistant',
    content: generated.text,
    refusal: null,
    reasoning: thinks ? generated.thoughts : null,
    ...(thinks && { reasoning_details: [{ type: 'reasoning.text', text: generated.thoughts, format: 'unknown', index: 0 }] }),
  }
  return completion(asked, generated, message, {
    id: 'gen-77',
    provider: 'Together',
    choices: [{ index: 0, message, finish_reason: generated.finish, native_finish_reason: generated.finish, logprobs: null }],
  })
}

const provider: Provider = {
  name: 'openrouter',
  path: '/api/v1',
  chat,
  // openrouter.ai/docs/api/api-reference/models
  models: { data: [{ id: 'openai/gpt-4o', name: 'GPT-4o', context_length: WINDOW }] },
}

/** OpenRouter. */
export const openrouter: Row = {
  title: 'OpenRouter',
  provider,
  cells: [
    cell('answer', 'model kept', {
      model: 'openai/gpt-4o',
      answer: { content: 'well', finish: 'stop', served: { model: 'openai/gpt-4o' } },
    }),
    cell('window', '`context_length`', { model: 'openai/gpt-4o', window: WINDOW }),
    cell('thoughts', 'set apart from `reasoning`', { model: 'deepseek/deepseek-r1', answer: { content: 'well', reasoning: THOUGHTS } }),
    cutInThought('deepseek/deepseek-r1'),
    unknownModel('gpt-9', '400 gpt-9 is not a valid model ID.'),
    wrongKey('openai/gpt-4o', '401 User not found.'),
    cell('too long', 'one error', {
      model: 'openai/gpt-4o',
      prompt: promptOf(32_769),
      error:
        '400 This endpoint\'s maximum context length is 32768 tokens. However, you requested about 32769 tokens (32769 of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically. Give its entry in models the window as contextTokens, so that what does not fit is left out.',
    }),
    cell('rate limit', 'waits by header', {
      model: 'busy',
      retried: '429 Provider returned error: openai/gpt-4o is temporarily rate-limited upstream',
      waitMs: 71,
    }),
    cell('no credit', 'endpoint closed', { model: 'broke', closed: '402 This request requires more credits' }),
    cell('refused prompt', 'refusal', { model: 'flagged', refused: true }, { model: 'flagged-late', refused: true }),
    cell(
      'error in a 200',
      'as under its own status',
      { model: 'broken', retried: 'Provider returned error: upstream hung up' },
      {
        model: 'refused-late',
        error:
          'Provider returned error: image_url is not allowed. Check the request against what the endpoint accepts; model entries can leave parameters out with null.',
      },
      { model: 'empty', retried: 'the reply has no choices' },
      { model: 'broken-choice', retried: 'Upstream idle' },
    ),
    cell('server error', 'tried again, its text shown', { model: 'down', retried: '503 No instances available' }),
  ],
}
