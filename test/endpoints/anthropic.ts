import { type Asked, cell, completion, generate, promptOf, type Reply, type Row } from './provider.ts'

const MODELS: Readonly<Record<string, { window: number; mostOutput: number; thinks?: boolean; refusesTemperature?: boolean }>> = {
  'claude-3-haiku': { window: 200_000, mostOutput: 4096 },
  'claude-opus-4-7': { window: 200_000, mostOutput: 128_000, thinks: true, refusesTemperature: true },
}

/** The form of its errors here (altic-dev/FluidVoice#497, FoundationAgents/OpenManus#746). */
function refuse(status: number, code: string, message: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { error: { code, message, type: 'invalid_request_error', param: null } } }
}

function chat(asked: Asked): Reply {
  const { body, promptTokens, before } = asked
  const traits = MODELS[body.model === 'busy' ? 'claude-3-haiku' : body.model]
  if (!traits) return refuse(404, 'not_found_error', `model: ${body.model}`)
  const { window, mostOutput, thinks, refusesTemperature } = traits
  if (body.model === 'busy' && before === 0)
    return refuse(429, 'rate_limit_error', 'This request would exceed your rate limit of 50,000 input tokens per minute.', {
      'retry-after': '0.041',
    })
  if (refusesTemperature && 'temperature' in body)
    return refuse(400, 'invalid_request_error', '`temperature` is deprecated for this model.')
  // The words of Anthropic's own API; whether this endpoint passes them on as they are is not confirmed.
  if (Number(body.max_tokens) > mostOutput)
    return refuse(
      400,
      'invalid_request_error',
      `max_tokens: ${body.max_tokens} > ${mostOutput}, which is the maximum allowed number of output tokens for ${body.model}`,
    )
  // earendil-works/pi, packages/ai/src/utils/overflow.ts
  if (promptTokens > window) return refuse(400, 'invalid_request_error', `prompt is too long: ${promptTokens} tokens > ${window} maximum`)
  // Thoughts are not returned (docs.anthropic.com, OpenAI SDK compatibility).
  const generated = generate(thinks ? asked : { ...asked, thinks: 0 }, body.max_tokens)
  return completion(asked, generated, { role: 'assistant', content: generated.text })
}

/** Anthropic's endpoint for clients of OpenAI. */
export const anthropic: Row = {
  title: 'Anthropic',
  provider: { name: 'anthropic', path: '/v1', chat },
  cells: [
    cell('answer', 'model kept', {
      model: 'claude-3-haiku',
      answer: { content: 'well', finish: 'stop', served: { model: 'claude-3-haiku' } },
    }),
    cell('thoughts', 'never sent: tokens of all that was paid for', {
      model: 'claude-opus-4-7',
      answer: { content: 'well', usage: { promptTokens: 1, completionTokens: 41 } },
    }),
    cell('cut in thought', 'unscored', { model: 'claude-opus-4-7', options: { maxTokens: 8 }, cut: ' after 8 tokens with no text' }),
    cell(
      'refused parameter',
      'left out or lowered',
      {
        model: 'claude-opus-4-7',
        options: { temperature: 0, maxTokens: 64 },
        adapted: ['temperature left out'],
        sent: { temperature: undefined, max_tokens: 64 },
      },
      { model: 'claude-3-haiku', options: { maxTokens: 8000 }, adapted: ['max_tokens 4096'], sent: { max_tokens: 4096 } },
    ),
    cell('too long', 'one error', {
      model: 'claude-3-haiku',
      prompt: promptOf(200_001),
      error:
        '400 prompt is too long: 200001 tokens > 200000 maximum. Give its entry in models the window as contextTokens, so that what does not fit is left out.',
    }),
    cell('rate limit', 'waits by header', { model: 'busy', retried: '429 This request would exceed your rate limit', waitMs: 41 }),
  ],
}
