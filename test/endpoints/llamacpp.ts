import { type Asked, cell, completion, generate, hasWrongKey, promptOf, type Reply, type Row, THOUGHTS, wrongKey } from './provider.ts'

const WINDOW = 4096

/** The code is a number and the types are of its own (ggml-org/llama.cpp, tools/server). */
function refuse(code: number, message: string, type: string, more: object = {}): Reply {
  return { status: code, body: { error: { code, message, type, ...more } } }
}

function chat(asked: Asked): Reply {
  const { body, promptTokens, before } = asked
  if (hasWrongKey(asked)) return refuse(401, 'Invalid API Key', 'authentication_error')
  if (body.model === 'loading' && before === 0) return refuse(503, 'Loading model', 'unavailable_error')
  if (promptTokens > WINDOW) {
    // ggml-org/llama.cpp#19774: where the window fills up later.
    if (body.model === 'late') return refuse(500, 'Context size has been exceeded.', 'server_error')
    return refuse(
      400,
      `request (${promptTokens} tokens) exceeds the available context size (${WINDOW} tokens), try increasing it`,
      'exceed_context_size_error',
      { n_prompt_tokens: promptTokens, n_ctx: WINDOW },
    )
  }
  const thinks = body.model.startsWith('qwen3')
  const generated = generate(thinks ? asked : { ...asked, thinks: 0 }, body.max_tokens ?? body.max_completion_tokens)
  const { thoughts, text } = generated
  // `reasoning_format: none` leaves the tags in the text; some templates put the opening one into the prompt.
  const tagged = text === '' ? thoughts : `${thoughts}\n</think>\n\n${text}`
  const message = {
    qwen3: { role: 'assistant', content: text, reasoning_content: thoughts },
    'qwen3-raw': { role: 'assistant', content: `<think>\n${tagged}` },
    'qwen3-half': { role: 'assistant', content: tagged },
  }[body.model] ?? { role: 'assistant', content: text }
  return completion(asked, generated, message, {
    system_fingerprint: 'b10964-b29c606e2',
    timings: { cache_n: 0, prompt_n: promptTokens, prompt_ms: 1, predicted_n: generated.textTokens, predicted_ms: 1 },
  })
}

const LEFT_OUT = 'Give its entry in models the window as contextTokens, so that what does not fit is left out.'

/** The server of llama.cpp. */
export const llamacpp: Row = {
  title: 'llama.cpp',
  provider: { name: 'llamacpp', path: '/v1', chat },
  cells: [
    cell('answer', 'model and build kept', {
      model: 'gemma',
      answer: { content: 'well', served: { model: 'gemma', fingerprint: 'b10964-b29c606e2' } },
    }),
    cell(
      'thoughts',
      'set apart from `reasoning_content` or `<think>`',
      ...['qwen3', 'qwen3-raw', 'qwen3-half'].map((model) => ({ model, answer: { content: 'well', reasoning: THOUGHTS } })),
    ),
    cell(
      'cut in thought',
      'unscored',
      ...['qwen3', 'qwen3-raw'].map((model) => ({
        model,
        options: { maxTokens: 8 },
        cut: ' after 8 tokens with no text, all of it thoughts',
      })),
    ),
    wrongKey('gemma', '401 Invalid API Key.'),
    cell(
      'too long',
      'one error',
      {
        model: 'gemma',
        prompt: promptOf(4390),
        error: `400 request (4390 tokens) exceeds the available context size (4096 tokens), try increasing it. ${LEFT_OUT}`,
      },
      { model: 'late', prompt: promptOf(4390), error: `500 Context size has been exceeded. ${LEFT_OUT}` },
    ),
    cell('server error', 'tried again, its text shown', { model: 'loading', retried: '503 Loading model' }),
  ],
}
