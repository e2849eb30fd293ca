import { type Asked, cell, completion, cutInThought, generate, type Reply, type Row, THOUGHTS } from './provider.ts'

/** Errors have no `param` (HunorLaczko/ha-groq-cloud-api#27). */
function refuse(status: number, message: string, type: string, code: string, headers: Record<string, string> = {}): Reply {
  return { status, headers, body: { error: { message, type, code } } }
}

function chat(asked: Asked): Reply {
  const { body, before } = asked
  const rate = ['tokens', 'rate_limit_exceeded'] as const
  switch (body.model) {
    // elizaOS/eliza#4040; the headers: console.groq.com/docs/rate-limits
    case 'busy':
      if (before > 0) break
      return refuse(429, limited('Rate limit reached', 'Used 5034, Requested 1443. Please try again in 4.77s.'), ...rate, {
        'retry-after': '0.061',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '4.77s',
      })
    case 'busy-by-text':
      if (before > 0) break
      return refuse(429, limited('Rate limit reached', 'Used 5990, Requested 20. Please try again in 62ms.'), ...rate)
    // elizaOS/eliza#4040, HunorLaczko/ha-groq-cloud-api#27: the output cap counts in advance (zeeyado/koassistant.koplugin#106).
    case 'too-large':
      return refuse(413, limited('Request too large', 'Requested 6294, please reduce your message size and try again.'), ...rate)
    // console.groq.com/docs/errors
    case 'crowded':
      if (before > 0) break
      return refuse(498, 'Flex tier capacity exceeded, please try again later.', 'capacity_exceeded', 'capacity_exceeded')
  }
  const thinks = body.model.startsWith('qwen')
  const generated = generate(thinks ? asked : { ...asked, thinks: 0 }, body.max_tokens ?? body.max_completion_tokens)
  const message =
    body.reasoning_format === 'parsed'
      ? { role: 'assistant', content: generated.text, reasoning: generated.thoughts }
      : { role: 'assistant', content: thinks ? raw(generated) : generated.text }
  return completion(asked, generated, message, { system_fingerprint: 'fp_179b0f92c9', x_groq: { id: 'req_77' } })
}

/** `reasoning_format: raw`, the default: thoughts in the text (console.groq.com/docs/reasoning). */
function raw({ thoughts, text, finish }: { thoughts: string; text: string; finish: string }): string {
  return finish === 'length' && text === '' ? `<think>\n${thoughts}` : `<think>\n${thoughts}\n</think>\n\n${text}`
}

function limited(what: string, then: string): string {
  return `${what} for model \`llama-3.1-8b-instant\` in organization \`org_x\` service tier \`on_demand\` on tokens per minute (TPM): Limit 6000, ${then} Need more tokens? Upgrade to Dev Tier today at https://console.groq.com/settings/billing`
}

/** Groq. */
export const groq: Row = {
  title: 'Groq',
  provider: { name: 'groq', path: '/openai/v1', chat },
  cells: [
    cell('answer', 'model and fingerprint kept', {
      model: 'llama-3.1-8b-instant',
      answer: { content: 'well', served: { model: 'llama-3.1-8b-instant', fingerprint: 'fp_179b0f92c9' } },
    }),
    cell(
      'thoughts',
      'set apart from `reasoning` or `<think>`',
      { model: 'qwen3-32b', entry: { parameters: { reasoning_format: 'parsed' } }, answer: { content: 'well', reasoning: THOUGHTS } },
      { model: 'qwen3-32b', answer: { content: 'well', reasoning: THOUGHTS } },
    ),
    cutInThought('qwen3-32b'),
    cell(
      'rate limit',
      'waits by header or text',
      { model: 'busy', retried: '429 Rate limit reached', waitMs: 61 },
      { model: 'busy-by-text', retried: '429 Rate limit reached', waitMs: 62 },
    ),
    cell('too large', 'one error', {
      model: 'too-large',
      error: `413 ${limited('Request too large', 'Requested 6294, please reduce your message size and try again.')}. One request is above the account's limit for a minute: ask for a higher limit, or leave long items out.`,
    }),
    cell('server error', 'tried again, its text shown', {
      model: 'crowded',
      retried: '498 Flex tier capacity exceeded, please try again later',
    }),
  ],
}
