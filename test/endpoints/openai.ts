import { type Asked, cell, completion, generate, hasWrongKey, type Provider, promptOf, type Reply, type Row, wrongKey } from './provider.ts'

/** What a model of OpenAI takes. */
interface Traits {
  /** Dated name in its answers (openai/openai-openapi, openapi.yaml). */
  readonly snapshot: string
  readonly window: number
  readonly thinks?: boolean
  /** Refuses a temperature other than 1; o3-mini refuses any. */
  readonly temperature?: 'one' | 'none'
  readonly efforts?: readonly string[]
  /** Most tokens of an answer, where a test needs it. */
  readonly mostOutput?: number
}

const MODELS: Readonly<Record<string, Traits>> = {
  'gpt-4': { snapshot: 'gpt-4-0613', window: 8192, mostOutput: 4096 },
  'gpt-4o': { snapshot: 'gpt-4o-2024-08-06', window: 128_000 },
  'gpt-4.1': { snapshot: 'gpt-4.1-2025-04-14', window: 1_047_576 },
  'o3-mini': { snapshot: 'o3-mini-2025-01-31', window: 200_000, thinks: true, temperature: 'none', efforts: ['low', 'medium', 'high'] },
  'gpt-5-mini': {
    snapshot: 'gpt-5-mini-2025-08-07',
    window: 272_000,
    thinks: true,
    temperature: 'one',
    efforts: ['minimal', 'low', 'medium', 'high'],
  },
  'gpt-5': {
    snapshot: 'gpt-5-2025-08-07',
    window: 272_000,
    thinks: true,
    temperature: 'one',
    efforts: ['minimal', 'low', 'medium', 'high'],
  },
}

/** OpenAI's envelope has all four keys (openai/openai-openapi, openapi.yaml). */
function refuse(status: number, message: string, [type, param, code]: readonly (string | null)[], headers?: Record<string, string>): Reply {
  return { status, body: { error: { message, type, param, code } }, ...(headers && { headers }) }
}

/** How accounts are turned away, by the name of the model. */
const ACCOUNTS: Readonly<Record<string, (asked: Asked) => Reply | undefined>> = {
  // ChatGPTNextWeb/NextChat#3664
  broke: () =>
    refuse(
      429,
      'You exceeded your current quota, please check your plan and billing details. For more information on this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.',
      ['insufficient_quota', null, 'insufficient_quota'],
    ),
  // semanser/codel#72; the headers: platform.openai.com/docs/guides/rate-limits
  busy: ({ before }) => rateLimited(before, { 'retry-after-ms': '21' }),
  'busy-by-seconds': ({ before }) => rateLimited(before, { 'retry-after': '0.022' }),
  'busy-by-limits': ({ before }) => rateLimited(before, { 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '23ms' }),
  'busy-by-text': ({ before }) => rateLimited(before, {}),
  // TheR1D/shell_gpt#653
  'too-large': () =>
    refuse(
      429,
      'Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 31538. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more.',
      ['tokens', null, 'rate_limit_exceeded'],
    ),
  // openai/codex#7250
  flagged: () =>
    refuse(
      400,
      'Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.',
      ['invalid_request_error', null, 'invalid_prompt'],
    ),
  // n8n-io/n8n#18352
  'gpt-5-pro': () =>
    refuse(404, 'This model is only supported in v1/responses and not in v1/chat/completions.', ['invalid_request_error', 'model', null]),
  // platform.openai.com/docs/guides/error-codes
  down: ({ before }) =>
    before > 0
      ? undefined
      : refuse(500, 'The server had an error while processing your request. Sorry about that!', ['server_error', null, null]),
  // The text is quoted by many clients, which take it for a cut answer: o1 says so in place of one.
  o1: () =>
    refuse(
      400,
      'Could not finish the message because max_tokens or model output limit was reached. Please try again with higher max_tokens.',
      ['invalid_request_error', null, null],
    ),
}

function rateLimited(before: number, headers: Record<string, string>): Reply | undefined {
  if (before > 0) return undefined
  const message =
    'Rate limit reached for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Used 14567, Requested 24754. Please try again in 24ms. Visit https://platform.openai.com/account/rate-limits to learn more.'
  return refuse(429, message, ['tokens', null, 'rate_limit_exceeded'], headers)
}

/** Why a body is refused, as in griptape-ai/ComfyUI-Griptape#312 and the threads named below. */
function refusalOf({ model, ...body }: Asked['body'], { thinks, temperature, efforts, mostOutput }: Traits): Reply | undefined {
  const invalid = 'invalid_request_error'
  const unsupported = (name: string, hint = '') =>
    refuse(400, `Unsupported parameter: '${name}' is not supported with this model.${hint}`, [invalid, name, 'unsupported_parameter'])
  if (thinks && 'max_tokens' in body) return unsupported('max_tokens', " Use 'max_completion_tokens' instead.")
  // BeehiveInnovations/pal-mcp-server#78
  if (temperature === 'none' && 'temperature' in body) return unsupported('temperature')
  // diffbot/code-gpt-docs#445
  if (temperature === 'one' && 'temperature' in body && body.temperature !== 1)
    return refuse(
      400,
      `Unsupported value: 'temperature' does not support ${JSON.stringify(body.temperature)} with this model. Only the default (1) value is supported.`,
      [invalid, 'temperature', 'unsupported_value'],
    )
  // HIllya51/LunaTranslator#1842
  if (thinks && 'top_p' in body) return unsupported('top_p')
  if ('reasoning_effort' in body && !efforts)
    return refuse(400, 'Unrecognized request argument supplied: reasoning_effort', [invalid, null, null])
  // nextai-translator/nextai-translator#1841
  if ('reasoning_effort' in body && !efforts?.includes(String(body.reasoning_effort)))
    return refuse(
      400,
      `Unsupported value: 'reasoning_effort' does not support ${quoted(body.reasoning_effort)} with this model. Supported values are: ${efforts?.map(quoted).join(', ')}.`,
      [invalid, 'reasoning_effort', 'unsupported_value'],
    )
  // diffbot/code-gpt-docs#284
  if (mostOutput !== undefined && Number(body.max_tokens) > mostOutput)
    return refuse(
      400,
      `max_tokens is too large: ${body.max_tokens}. This model supports at most ${mostOutput} completion tokens, whereas you provided ${body.max_tokens}.`,
      [invalid, 'max_tokens', 'invalid_value'],
    )
  return undefined
}

function quoted(value: unknown): string {
  return `'${value}'`
}

/** An answer as OpenAI gives one, for those too who speak exactly like it (covan-ai/covan#112 for the usage). */
export function answerAsOpenAI(asked: Asked, { snapshot, thinks }: Pick<Traits, 'snapshot' | 'thinks'>): Reply {
  const { body, promptTokens } = asked
  const generated = generate(thinks ? asked : { ...asked, thinks: 0 }, body.max_completion_tokens ?? body.max_tokens)
  const completionTokens = generated.textTokens + generated.thoughtTokens
  return completion(
    asked,
    generated,
    { role: 'assistant', content: generated.text, refusal: null, annotations: [] },
    {
      model: snapshot,
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
        completion_tokens_details: {
          reasoning_tokens: generated.thoughtTokens,
          audio_tokens: 0,
          accepted_prediction_tokens: 0,
          rejected_prediction_tokens: 0,
        },
      },
      service_tier: 'default',
      system_fingerprint: thinks ? null : 'fp_44709d6fcb',
    },
  )
}

const provider: Provider = {
  name: 'openai',
  path: '/v1',
  chat(asked) {
    const { model } = asked.body
    // continuedev/continue#11409
    if (hasWrongKey(asked))
      return refuse(
        401,
        'Incorrect API key provided: sk-wrong****0000. You can find your API key at https://platform.openai.com/account/api-keys.',
        ['invalid_request_error', null, 'invalid_api_key'],
      )
    const account = ACCOUNTS[model]?.(asked)
    if (account) return account
    const traits = MODELS[model] ?? (ACCOUNTS[model] && MODELS['gpt-4o'])
    // vierisid/jarvis#172
    if (!traits)
      return refuse(404, `The model \`${model}\` does not exist or you do not have access to it.`, [
        'invalid_request_error',
        null,
        'model_not_found',
      ])
    return refusalOf(asked.body, traits) ?? overflow(asked, traits) ?? answerAsOpenAI(asked, traits)
  },
}

function overflow({ promptTokens }: Asked, { window, thinks }: Traits): Reply | undefined {
  if (promptTokens <= window) return undefined
  // cline/cline#5474, crewAIInc/crewAI#323
  const message = thinks
    ? `Input tokens exceed the configured limit of ${window} tokens. Your messages resulted in ${promptTokens} tokens. Please reduce the length of the messages.`
    : `This model's maximum context length is ${window} tokens. However, your messages resulted in ${promptTokens} tokens. Please reduce the length of the messages.`
  return refuse(400, message, ['invalid_request_error', 'messages', 'context_length_exceeded'])
}

const greedy = { temperature: 0, maxTokens: 8 }

/** OpenAI itself. */
export const openai: Row = {
  title: 'OpenAI',
  provider,
  cells: [
    cell('answer', 'snapshot and fingerprint kept', {
      model: 'gpt-4o',
      answer: {
        content: 'well',
        finish: 'stop',
        usage: { promptTokens: 1, completionTokens: 1, reasoningTokens: 0 },
        served: { model: 'gpt-4o-2024-08-06', fingerprint: 'fp_44709d6fcb' },
      },
    }),
    cell('thoughts', 'counted by `usage`, never sent', {
      model: 'gpt-5',
      answer: {
        content: 'well',
        usage: { promptTokens: 1, completionTokens: 41, reasoningTokens: 40 },
        served: { model: 'gpt-5-2025-08-07' },
      },
    }),
    cell(
      'cut in thought',
      'unscored',
      { model: 'gpt-5', options: { maxTokens: 8 }, cut: ' after 8 tokens with no text, all of it thoughts' },
      { model: 'o1', cut: ' with no text' },
    ),
    cell(
      'refused parameter',
      'left out, renamed or lowered',
      {
        model: 'gpt-5',
        options: { temperature: 0, maxTokens: 64 },
        adapted: ['max_completion_tokens for max_tokens', 'temperature left out'],
        sent: { max_completion_tokens: 64, temperature: undefined, max_tokens: undefined },
      },
      {
        model: 'o3-mini',
        options: { temperature: 1, maxTokens: 64 },
        adapted: ['max_completion_tokens for max_tokens', 'temperature left out'],
        sent: { max_completion_tokens: 64, temperature: undefined, max_tokens: undefined },
      },
      {
        model: 'gpt-5',
        entry: { parameters: { top_p: 0.5, reasoning_effort: 'none' } },
        adapted: ['top_p left out', 'reasoning_effort left out'],
        sent: { top_p: undefined, reasoning_effort: undefined },
      },
      {
        model: 'gpt-4.1',
        entry: { parameters: { reasoning_effort: 'low' } },
        options: greedy,
        adapted: ['reasoning_effort left out'],
        sent: { reasoning_effort: undefined, temperature: 0, max_tokens: 8 },
      },
      { model: 'gpt-4', options: { maxTokens: 6000 }, adapted: ['max_tokens 4096'], sent: { max_tokens: 4096 } },
    ),
    cell(
      'unknown model',
      'one error',
      {
        model: 'gpt-9',
        error: '404 The model `gpt-9` does not exist or you do not have access to it. Check the model name and the base URL.',
      },
      {
        model: 'gpt-5-pro',
        error:
          "404 This model is only supported in v1/responses and not in v1/chat/completions. Give its entry in models api: 'responses'.",
      },
    ),
    wrongKey(
      'gpt-4o',
      '401 Incorrect API key provided: sk-wrong****0000. You can find your API key at https://platform.openai.com/account/api-keys.',
    ),
    cell(
      'too long',
      'one error',
      {
        model: 'gpt-4',
        prompt: promptOf(8217),
        error:
          "400 This model's maximum context length is 8192 tokens. However, your messages resulted in 8217 tokens. Please reduce the length of the messages. Give its entry in models the window as contextTokens, so that what does not fit is left out.",
      },
      {
        model: 'gpt-5',
        prompt: promptOf(272_001),
        error:
          '400 Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 272001 tokens. Please reduce the length of the messages. Give its entry in models the window as contextTokens, so that what does not fit is left out.',
      },
    ),
    cell(
      'rate limit',
      'waits by header, limit or text',
      { model: 'busy', retried: '429 Rate limit reached for gpt-4o', waitMs: 21 },
      { model: 'busy-by-seconds', retried: '429 Rate limit reached for gpt-4o', waitMs: 22 },
      { model: 'busy-by-limits', retried: '429 Rate limit reached for gpt-4o', waitMs: 23 },
      { model: 'busy-by-text', retried: '429 Rate limit reached for gpt-4o', waitMs: 24 },
    ),
    cell('no credit', 'endpoint closed', { model: 'broke', closed: '429 You exceeded your current quota' }),
    cell('too large', 'one error', {
      model: 'too-large',
      error:
        "429 Request too large for gpt-4o in organization org-x on tokens per min (TPM): Limit 30000, Requested 31538. The input or output tokens must be reduced in order to run successfully. Visit https://platform.openai.com/account/rate-limits to learn more. One request is above the account's limit for a minute: ask for a higher limit, or leave long items out.",
    }),
    cell('refused prompt', 'refusal', { model: 'flagged', refused: true }),
    cell('server error', 'tried again, its text shown', {
      model: 'down',
      retried: '500 The server had an error while processing your request. Sorry about that!',
    }),
  ],
}
