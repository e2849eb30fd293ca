import {
  type Asked,
  cell,
  choices,
  completion,
  cutInThought,
  generate,
  hasWrongKey,
  promptOf,
  type Reply,
  type Row,
  THOUGHTS,
  wrongKey,
} from './provider.ts'

const WINDOW = 65_536

function refuse(status: number, message: string, type: string, code = 'invalid_request_error'): Reply {
  return { status, body: { error: { message, type, param: null, code } } }
}

function chat(asked: Asked): Reply {
  const { body, promptTokens, before } = asked
  // 1Panel-dev/MaxKB#3797 for the form and the empty account.
  if (hasWrongKey(asked)) return refuse(401, 'Authentication Fails, Your api key: ****0000 is invalid', 'authentication_error')
  if (body.model === 'broke') return refuse(402, 'Insufficient Balance', 'unknown_error')
  // 666ghj/BettaFish#108
  if (body.model === 'flagged') return refuse(400, 'Content Exists Risk', 'invalid_request_error')
  // deepseekv4pro.com/guides, after the official reference: cut short by the server's own want of room.
  if (body.model === 'crowded' && before === 0)
    return choices(asked, [{ index: 0, finish_reason: 'insufficient_system_resource', message: { role: 'assistant', content: 'we' } }])
  if (Number(body.max_tokens) > 8192)
    return refuse(400, 'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]', 'invalid_request_error')
  const cap = typeof body.max_tokens === 'number' ? body.max_tokens : 4096
  // evalstate/fast-agent#621: the classic text, with another code than OpenAI's.
  if (promptTokens + cap > WINDOW)
    return refuse(
      400,
      `This model's maximum context length is ${WINDOW} tokens. However, you requested ${promptTokens + cap} tokens (${promptTokens} in the messages, ${cap} in the completion). Please reduce the length of the messages or completion.`,
      'invalid_request_error',
    )
  const thinks = body.model === 'deepseek-reasoner'
  const generated = generate(thinks ? asked : { ...asked, thinks: 0 }, cap)
  const completionTokens = generated.textTokens + generated.thoughtTokens
  // api-docs.deepseek.com/guides/thinking_mode
  return completion(
    asked,
    generated,
    { role: 'assistant', content: generated.text, ...(thinks && { reasoning_content: generated.thoughts }) },
    {
      usage: {
        prompt_tokens: promptTokens,
        completion_tokens: completionTokens,
        total_tokens: promptTokens + completionTokens,
        ...(thinks && { completion_tokens_details: { reasoning_tokens: generated.thoughtTokens } }),
        prompt_cache_hit_tokens: 0,
        prompt_cache_miss_tokens: promptTokens,
      },
      system_fingerprint: 'fp_8802369eaa_prod0425fp8',
    },
  )
}

/** DeepSeek. */
export const deepseek: Row = {
  title: 'DeepSeek',
  provider: { name: 'deepseek', path: '', chat },
  cells: [
    cell('answer', 'model and fingerprint kept', {
      model: 'deepseek-chat',
      answer: {
        content: 'well',
        usage: { promptTokens: 1, completionTokens: 1 },
        served: { model: 'deepseek-chat', fingerprint: 'fp_8802369eaa_prod0425fp8' },
      },
    }),
    cell('thoughts', 'set apart from `reasoning_content`', {
      model: 'deepseek-reasoner',
      answer: {
        content: 'well',
        reasoning: THOUGHTS,
        usage: { promptTokens: 1, completionTokens: 41, reasoningTokens: 40 },
      },
    }),
    cutInThought('deepseek-reasoner'),
    cell('refused parameter', 'lowered', {
      model: 'deepseek-chat',
      options: { maxTokens: 20_000 },
      adapted: ['max_tokens 8192'],
      sent: { max_tokens: 8192 },
    }),
    wrongKey('deepseek-chat', '401 Authentication Fails, Your api key: ****0000 is invalid.'),
    cell('too long', 'one error', {
      model: 'deepseek-chat',
      prompt: promptOf(65_500),
      options: { maxTokens: 64 },
      error:
        "400 This model's maximum context length is 65536 tokens. However, you requested 65564 tokens (65500 in the messages, 64 in the completion). Please reduce the length of the messages or completion. Give its entry in models the window as contextTokens, so that what does not fit is left out.",
    }),
    cell('no credit', 'endpoint closed', { model: 'broke', closed: '402 Insufficient Balance' }),
    cell('refused prompt', 'refusal', { model: 'flagged', refused: true }),
    cell('error in a 200', 'tried again', {
      model: 'crowded',
      retried: 'the endpoint broke the answer off (insufficient_system_resource)',
    }),
  ],
}
