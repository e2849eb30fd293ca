import { type Asked, cell, completion, cutInThought, generate, type Reply, type Row, THOUGHTS, unknownModel } from './provider.ts'

/** Its errors, and all the rest here: ollama/ollama, openai/openai.go and server/routes.go. */
function refuse(status: number, message: string, type: string): Reply {
  return { status, body: { error: { message, type, param: null, code: null } } }
}

const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'ultra']

function chat(asked: Asked): Reply {
  const { body, before } = asked
  if (body.model === 'busy' && before === 0)
    return refuse(503, 'server busy, please try again.  maximum pending requests exceeded', 'api_error')
  const effort = body.reasoning_effort
  // ollama/ollama#12561, of an older version
  if (body.model === 'old-qwen3' && effort !== undefined)
    return refuse(400, `think value "${effort}" is not supported for this model`, 'api_error')
  if (effort !== undefined && !EFFORTS.includes(String(effort)))
    return refuse(400, `invalid reasoning value: "${effort}" (must be "high", "medium", "low", "max", or "none")`, 'invalid_request_error')
  if (!['llama3.2', 'qwen3', 'old-qwen3', 'busy'].includes(body.model))
    return refuse(404, `model '${body.model}' not found`, 'not_found_error')
  const thinks = body.model.endsWith('qwen3') && effort !== 'none'
  // It knows max_tokens alone: max_completion_tokens is no cap.
  const generated = generate(thinks ? asked : { ...asked, thinks: 0 }, body.max_tokens)
  return completion(
    asked,
    generated,
    { role: 'assistant', content: generated.text, ...(thinks && { reasoning: generated.thoughts }) },
    // Its ids are of a thousand, and repeat.
    { id: 'chatcmpl-7', system_fingerprint: 'fp_ollama' },
  )
}

/** Ollama. */
export const ollama: Row = {
  title: 'Ollama',
  provider: { name: 'ollama', path: '/v1', chat },
  cells: [
    cell('answer', 'model and build kept', {
      model: 'llama3.2',
      answer: {
        content: 'well',
        usage: { promptTokens: 1, completionTokens: 1 },
        served: { model: 'llama3.2', fingerprint: 'fp_ollama' },
      },
    }),
    cell('thoughts', 'set apart from `reasoning`', { model: 'qwen3', answer: { content: 'well', reasoning: THOUGHTS } }),
    cutInThought('qwen3'),
    cell(
      'refused parameter',
      'left out',
      {
        model: 'qwen3',
        entry: { parameters: { reasoning_effort: 'tiny' } },
        options: { temperature: 0 },
        adapted: ['reasoning_effort left out'],
        sent: { reasoning_effort: undefined, temperature: 0 },
      },
      {
        model: 'old-qwen3',
        entry: { parameters: { reasoning_effort: 'medium' } },
        options: { temperature: 0 },
        adapted: ['reasoning_effort left out'],
        sent: { reasoning_effort: undefined, temperature: 0 },
      },
    ),
    unknownModel('gpt-9', "404 model 'gpt-9' not found."),
    cell('server error', 'tried again, its text shown', {
      model: 'busy',
      retried: '503 server busy, please try again.  maximum pending requests exceeded',
    }),
  ],
}
