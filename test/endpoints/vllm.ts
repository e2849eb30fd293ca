import {
  type Asked,
  cell,
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

const WINDOW = 4096

/** Models as people run them, which the guides name. */
const LARGE: Readonly<Record<string, number>> = { 'Qwen/Qwen2.5-72B-Instruct': 131_072, 'acme-chat-7': 131_072 }

/** The code is a number (docs.vllm.ai, OpenAI-compatible server). */
function refuse(code: number, message: string, type: string, param: string | null = null): Reply {
  return { status: code, body: { error: { message, type, param, code } } }
}

/** How an overflow was put over time, by the name of the model; the newest by default. */
const OVERFLOWS: Readonly<Record<string, (prompt: number, cap: number) => Reply>> = {
  // vllm-project/vllm#4667: in 2024 the error had no envelope; the text is that of vllm-project/vllm#20409.
  'qwen-2024': (prompt, cap) => ({
    status: 400,
    body: {
      object: 'error',
      message: `This model's maximum context length is ${WINDOW} tokens. However, you requested ${prompt + cap} tokens (${prompt} in the messages, ${cap} in the completion). Please reduce the length of the messages or completion.`,
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  }),
  // andrewcho-dev/opsconductor-ng, vLLM_transition/TOKEN_LIMIT_FIX.md
  'qwen-2025': (prompt, cap) =>
    refuse(
      400,
      `'max_tokens' or 'max_completion_tokens' is too large: ${cap}. This model's maximum context length is ${WINDOW} tokens and your request has ${prompt} input tokens (${cap} > ${WINDOW} - ${prompt}). None`,
      'BadRequestError',
    ),
  // vllm-project/vllm#33425
  'qwen-january': (prompt) =>
    refuse(
      400,
      `This model's maximum context length is ${WINDOW} tokens. However, your request has ${prompt} input tokens. Please reduce the length of the input messages. (parameter=input_tokens, value=${prompt})`,
      'BadRequestError',
      'input_tokens',
    ),
  // vllm-project/vllm#36197
  qwen: (prompt, cap) =>
    refuse(
      400,
      `This model's maximum context length is ${WINDOW} tokens. However, you requested ${cap} output tokens and your prompt contains at least ${prompt} input tokens, for a total of at least ${prompt + cap} tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=${prompt})`,
      'BadRequestError',
      'input_tokens',
    ),
}

/** Names of the thoughts' field, by the model: they changed with the version (docs.vllm.ai v0.10.0, v0.11.2, v0.26.0). */
const THINKING: Readonly<Record<string, readonly string[]>> = {
  'r1-0.10': ['reasoning_content'],
  'r1-0.11': ['reasoning', 'reasoning_content'],
  r1: ['reasoning'],
}

function chat(asked: Asked): Reply {
  const { body, promptTokens, before } = asked
  // vllm/entrypoints/openai/api_server.py: a bare text.
  if (hasWrongKey(asked)) return { status: 401, body: { error: 'Unauthorized' } }
  if (body.model === 'down' && before === 0) return refuse(500, 'EngineCore encountered an issue', 'InternalServerError')
  const known = [...Object.keys(OVERFLOWS), ...Object.keys(THINKING), ...Object.keys(LARGE), 'down']
  if (!known.includes(body.model)) return refuse(404, `The model \`${body.model}\` does not exist.`, 'NotFoundError', 'model')
  const asks = body.max_completion_tokens ?? body.max_tokens
  const window = LARGE[body.model] ?? WINDOW
  const cap = typeof asks === 'number' ? asks : Math.max(1, window - promptTokens)
  const overflow = OVERFLOWS[body.model] ?? OVERFLOWS.qwen
  if (promptTokens + cap > window && overflow) return overflow(promptTokens, cap)
  const fields = THINKING[body.model] ?? []
  const generated = generate(fields.length > 0 ? asked : { ...asked, thinks: 0 }, cap)
  const message = {
    role: 'assistant',
    // null where the budget was spent on thoughts.
    content: generated.text || null,
    refusal: null,
    tool_calls: [],
    ...Object.fromEntries(fields.map((name) => [name, generated.thoughts])),
  }
  return completion(asked, generated, message, {
    choices: [{ index: 0, message, logprobs: null, finish_reason: generated.finish, stop_reason: null }],
    prompt_logprobs: null,
  })
}

const provider: Provider = {
  name: 'vllm',
  path: '/v1',
  chat,
  // docs.vllm.ai, OpenAI-compatible server
  models: {
    object: 'list',
    data: ['qwen', 'r1', ...Object.keys(LARGE)].map((id) => ({
      id,
      object: 'model',
      created: 0,
      owned_by: 'vllm',
      root: id,
      parent: null,
      max_model_len: LARGE[id] ?? WINDOW,
      permission: [],
    })),
  },
}

const LEFT_OUT = 'Give its entry in models the window as contextTokens, so that what does not fit is left out.'

/** The server of vLLM. */
export const vllm: Row = {
  title: 'vLLM',
  provider,
  cells: [
    cell('answer', 'model kept', {
      model: 'qwen',
      answer: { content: 'well', usage: { promptTokens: 1, completionTokens: 1 }, served: { model: 'qwen' } },
    }),
    cell('window', '`max_model_len`', { model: 'qwen', window: WINDOW }),
    cell(
      'thoughts',
      'set apart from `reasoning` or `reasoning_content`',
      ...Object.keys(THINKING).map((model) => ({ model, answer: { content: 'well', reasoning: THOUGHTS } })),
    ),
    cutInThought('r1'),
    unknownModel('gpt-9', '404 The model `gpt-9` does not exist.'),
    wrongKey('qwen', '401 Unauthorized.'),
    cell(
      'too long',
      'one error',
      {
        model: 'qwen-2024',
        prompt: promptOf(4090),
        options: { maxTokens: 10 },
        error: `400 This model's maximum context length is 4096 tokens. However, you requested 4100 tokens (4090 in the messages, 10 in the completion). Please reduce the length of the messages or completion. ${LEFT_OUT}`,
      },
      {
        model: 'qwen-2025',
        prompt: promptOf(4090),
        options: { maxTokens: 10 },
        error: `400 'max_tokens' or 'max_completion_tokens' is too large: 10. This model's maximum context length is 4096 tokens and your request has 4090 input tokens (10 > 4096 - 4090). None. ${LEFT_OUT}`,
      },
      {
        model: 'qwen-january',
        prompt: promptOf(4097),
        error: `400 This model's maximum context length is 4096 tokens. However, your request has 4097 input tokens. Please reduce the length of the input messages. (parameter=input_tokens, value=4097). ${LEFT_OUT}`,
      },
      {
        model: 'qwen',
        prompt: promptOf(4090),
        options: { maxTokens: 10 },
        error: `400 This model's maximum context length is 4096 tokens. However, you requested 10 output tokens and your prompt contains at least 4090 input tokens, for a total of at least 4100 tokens. Please reduce the length of the input prompt or the number of requested output tokens. (parameter=input_tokens, value=4090). ${LEFT_OUT}`,
      },
    ),
    cell('server error', 'tried again, its text shown', { model: 'down', retried: '500 EngineCore encountered an issue' }),
  ],
}
