import { type Asked, cell, completion, generate, promptOf, type Reply, type Row } from './provider.ts'

const WINDOW = 4096

function chat(asked: Asked): Reply {
  const { body, promptTokens, before } = asked
  if (promptTokens > WINDOW) {
    // Gitlawb/openclaude#353: the error is a text; lmstudio-ai/lmstudio-bug-tracker#2322: under 200 from 0.4.21 on.
    const error = `The number of tokens to keep from the initial prompt is greater than the context length (n_keep: ${promptTokens}>= n_ctx: ${WINDOW}). Try to load the model with a larger context length, or provide a shorter input.`
    return { status: body.model === 'new' ? 200 : 400, body: { error } }
  }
  if (body.model === 'crashed' && before === 0)
    return { status: 200, body: { error: 'The model has crashed without additional information.' } }
  // lmstudio-ai/lmstudio-bug-tracker#2339: no text under 200.
  const generated = generate({ thinks: 0, text: body.model === 'silent' ? '' : asked.text }, body.max_tokens)
  return completion(asked, generated, { role: 'assistant', content: generated.text, tool_calls: [] }, { system_fingerprint: body.model })
}

const TOO_LONG =
  'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 13055>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input. Give its entry in models the window as contextTokens, so that what does not fit is left out.'

/** LM Studio. */
export const lmstudio: Row = {
  title: 'LM Studio',
  provider: { name: 'lmstudio', path: '/v1', chat },
  cells: [
    cell(
      'answer',
      'model kept; no text is an empty answer',
      { model: 'gemma', answer: { content: 'well', served: { model: 'gemma', fingerprint: 'gemma' } } },
      { model: 'silent', answer: { content: '', finish: 'stop' } },
    ),
    cell(
      'too long',
      'one error',
      { model: 'gemma', prompt: promptOf(13_055), error: `400 ${TOO_LONG}` },
      { model: 'new', prompt: promptOf(13_055), error: TOO_LONG },
    ),
    cell('error in a 200', 'as under its own status', {
      model: 'crashed',
      retried: 'The model has crashed without additional information',
    }),
  ],
}
