import {
  type Asked,
  cell,
  choices,
  completion,
  generate,
  hasWrongKey,
  promptOf,
  type Reply,
  type Row,
  unknownModel,
  wrongKey,
} from './provider.ts'

/** Errors are an array (liliMozi/openhanako#394). */
function refuse(code: number, status: string, message: string): Reply {
  return { status: code, body: [{ error: { code, message, status } }] }
}

/** Fields it knows (ai.google.dev/gemini-api/docs/openai); any other is fatal (liliMozi/openhanako#394). */
const KNOWN = new Set(
  'model messages temperature top_p max_tokens max_completion_tokens n stop stream response_format reasoning_effort'.split(' '),
)

const WINDOWS: Readonly<Record<string, number>> = { 'gemini-2.5-flash': 1_048_575, 'gemma-3-1b-it': 32_768 }

function chat(asked: Asked): Reply {
  const { body, promptTokens, before } = asked
  // continuedev/continue#10748
  if (hasWrongKey(asked)) return refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.')
  switch (body.model) {
    // continuedev/continue#10921: a limit by the minute, in the words of an empty account.
    case 'busy':
      if (before === 0) return quota('generate_content_paid_tier_input_token_count', 1_000_000, '0.051')
      break
    // continuedev/continue#10062: no free tier for this model.
    case 'broke':
      return quota('generate_content_free_tier_requests', 0, '38.863719904')
    // HKUDS/Vibe-Trading#308: its own reasons, in capitals.
    case 'withheld':
      return choices(asked, [{ index: 0, finish_reason: 'SAFETY', message: { role: 'assistant' } }])
    // No message at all, as where thoughts took everything (agentgateway/agentgateway#1464).
    case 'withheld-silently':
      return choices(asked, [{ index: 0, finish_reason: 'content_filter' }])
    default:
      if (!(body.model in WINDOWS))
        return refuse(
          404,
          'NOT_FOUND',
          `models/${body.model} is not found for API version v1main, or is not supported for generateContent.`,
        )
  }
  const unknown = Object.keys(body).filter((name) => !KNOWN.has(name))
  if (unknown.length > 0)
    return refuse(
      400,
      'INVALID_ARGUMENT',
      `Invalid JSON payload received. ${unknown.map((name) => `Unknown name "${name}": Cannot find field.`).join('\n')}`,
    )
  const window = WINDOWS[body.model] ?? Number.POSITIVE_INFINITY
  // earendil-works/pi, packages/ai/src/utils/overflow.ts
  if (promptTokens > window)
    return refuse(
      400,
      'INVALID_ARGUMENT',
      `The input token count (${promptTokens}) exceeds the maximum number of tokens allowed (${window}).`,
    )
  return answer(asked)
}

function quota(metric: string, limit: number, seconds: string): Reply {
  return refuse(
    429,
    'RESOURCE_EXHAUSTED',
    `You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: generativelanguage.googleapis.com/${metric}, limit: ${limit}, model: gemini-2.5-pro\nPlease retry in ${seconds}s.`,
  )
}

/** Thoughts count against the cap (vectorize-io/hindsight#3365) and are in the total alone (mozilla-ai/any-llm#1290). */
function answer(asked: Asked): Reply {
  const { body, promptTokens } = asked
  const generated = generate(body.model === 'gemini-2.5-flash' ? asked : { ...asked, thinks: 0 }, body.max_tokens)
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens + generated.thoughtTokens + generated.textTokens }
  if (generated.text === '') {
    // agentgateway/agentgateway#1464: neither message nor completion_tokens.
    return completion(asked, generated, null, { choices: [{ index: 0, finish_reason: 'length' }], usage })
  }
  return completion(
    asked,
    generated,
    { role: 'assistant', content: generated.text },
    { usage: { ...usage, completion_tokens: generated.textTokens } },
  )
}

/** Gemini's endpoint for clients of OpenAI. */
export const gemini: Row = {
  title: 'Gemini',
  provider: { name: 'gemini', path: '/v1beta/openai', chat },
  cells: [
    cell('answer', 'model kept', {
      model: 'gemma-3-1b-it',
      answer: { content: 'well', usage: { promptTokens: 1, completionTokens: 1 }, served: { model: 'gemma-3-1b-it' } },
    }),
    cell('thoughts', 'never sent: tokens by the total', {
      model: 'gemini-2.5-flash',
      answer: { content: 'well', usage: { promptTokens: 1, completionTokens: 41 } },
    }),
    cell('cut in thought', 'unscored', { model: 'gemini-2.5-flash', options: { maxTokens: 8 }, cut: ' after 8 tokens with no text' }),
    cell(
      'withheld answer',
      'unscored',
      { model: 'withheld', none: 'content_filter' },
      { model: 'withheld-silently', none: 'content_filter' },
    ),
    cell('refused parameter', 'left out', {
      model: 'gemma-3-1b-it',
      entry: { seed: 7, parameters: { store: false } },
      options: { temperature: 0 },
      adapted: ['seed left out', 'store left out'],
      sent: { seed: undefined, store: undefined, temperature: 0 },
    }),
    unknownModel('gemini-9', '404 models/gemini-9 is not found for API version v1main, or is not supported for generateContent.'),
    wrongKey('gemma-3-1b-it', '400 API key not valid. Please pass a valid API key.'),
    cell('too long', 'one error', {
      model: 'gemma-3-1b-it',
      prompt: promptOf(32_769),
      error:
        '400 The input token count (32769) exceeds the maximum number of tokens allowed (32768). Give its entry in models the window as contextTokens, so that what does not fit is left out.',
    }),
    cell('rate limit', 'waits by text', { model: 'busy', retried: '429 You exceeded your current quota', waitMs: 51 }),
    cell('no credit', 'endpoint closed', { model: 'broke', closed: '429 You exceeded your current quota' }),
  ],
}
