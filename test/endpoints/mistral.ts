import { type Asked, cell, completion, cutInThought, generate, hasWrongKey, type Reply, type Row, THOUGHTS, wrongKey } from './provider.ts'

/** Fields it knows (docs.mistral.ai/api); any other is fatal. */
const KNOWN = new Set(
  'model messages temperature top_p max_tokens stop stream random_seed response_format n presence_penalty frequency_penalty'.split(' '),
)

function chat(asked: Asked): Reply {
  const { body } = asked
  // continuedev/continue#10277: clients that keep `error` alone see no body.
  if (hasWrongKey(asked)) return { status: 401, body: { detail: 'Unauthorized' } }
  const detail = Object.entries(body)
    .filter(([name]) => !KNOWN.has(name))
    .map(([name, input]) => ({ type: 'extra_forbidden', loc: ['body', name], msg: 'Extra inputs are not permitted', input }))
  if (detail.length > 0)
    return body.model === 'mistral-small'
      ? // Gitlawb/openclaude#739
        { status: 422, body: { detail } }
      : // editor-code-assistant/eca#231
        { status: 422, body: { object: 'error', message: { detail }, type: 'invalid_request_error', param: null, code: null } }
  if (body.model !== 'magistral-medium') {
    const said = generate({ ...asked, thinks: 0 }, body.max_tokens)
    return completion(asked, said, { role: 'assistant', content: said.text, tool_calls: null })
  }
  const generated = generate(asked, body.max_tokens)
  // vercel/ai#8072
  return completion(asked, generated, {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: [{ type: 'text', text: generated.thoughts }] },
      ...(generated.text === '' ? [] : [{ type: 'text', text: generated.text }]),
    ],
    tool_calls: null,
  })
}

/** Mistral. */
export const mistral: Row = {
  title: 'Mistral',
  provider: { name: 'mistral', path: '/v1', chat },
  cells: [
    cell('answer', 'model kept', {
      model: 'mistral-small',
      answer: { content: 'well', usage: { promptTokens: 1, completionTokens: 1 }, served: { model: 'mistral-small' } },
    }),
    cell('thoughts', 'set apart from parts', { model: 'magistral-medium', answer: { content: 'well', reasoning: THOUGHTS } }),
    cutInThought('magistral-medium'),
    cell(
      'refused parameter',
      'left out or renamed',
      {
        model: 'mistral-small',
        entry: { maxTokensParameter: 'max_completion_tokens', seed: 7 },
        options: { maxTokens: 64 },
        adapted: ['max_tokens for max_completion_tokens', 'random_seed for seed'],
        sent: { max_tokens: 64, max_completion_tokens: undefined, random_seed: 7, seed: undefined },
      },
      {
        model: 'mistral-large',
        entry: { parameters: { reasoning_effort: 'low' } },
        options: { maxTokens: 64 },
        adapted: ['reasoning_effort left out'],
        sent: { max_tokens: 64, reasoning_effort: undefined },
      },
    ),
    wrongKey('mistral-small', '401 Unauthorized.'),
  ],
}
