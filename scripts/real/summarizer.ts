import type { CandidateContext, OpenContext, Session, SessionCandidate } from '../../src/index.ts'
import { endpointsOf } from './models.ts'

type Message = { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }

const SUMMARIZE =
  'Sum up our conversation so far in at most 150 words, so that you can go on with it. Keep what I asked you to do, what I told you, and what you decided.'

/**
 * An application on the model that is run: it keeps the conversation, and compacts it to a summary that the same model writes. The
 * endpoint is that of HOLDFAST_MODEL in REAL_MODELS.
 */
export const session: SessionCandidate = {
  open: ({ instructions }: OpenContext) => conversation(instructions ? [{ role: 'system', content: instructions }] : [], [], 0),
}

function conversation(instructions: readonly Message[], begun: readonly Message[], earlier: number): Session {
  let kept = begun
  let compactions = earlier
  const state = (memory?: string) => ({
    compactions,
    contextTokens: Math.ceil(JSON.stringify(kept).length / 4),
    ...(memory !== undefined && { memory }),
  })
  const say = async (text: string, context: CandidateContext) => {
    const asked: Message = { role: 'user', content: text }
    const reply = await complete([...instructions, ...kept, asked], context)
    return { ...reply, turn: [asked, { role: 'assistant' as const, content: reply.content }] }
  }
  return {
    async send(text, context) {
      const { turn, ...reply } = await say(text, context)
      kept = [...kept, ...turn]
      return { ...reply, state: state() }
    },
    fork: () => conversation(instructions, kept, compactions),
    async compact(context) {
      const { content } = await say(SUMMARIZE, context)
      kept = [
        { role: 'user', content: `This is a summary of our conversation so far:\n\n${content}` },
        { role: 'assistant', content: 'I see. Let us go on.' },
      ]
      compactions += 1
      return state(content)
    },
  }
}

async function complete(messages: readonly Message[], { signal, maxTokens, temperature, seed }: CandidateContext) {
  const model = process.env.HOLDFAST_MODEL ?? ''
  const response = await fetch(`${endpointsOf(process.env.REAL_MODELS)[model]}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, messages, max_tokens: maxTokens, temperature, seed }),
    signal: signal as AbortSignal,
  })
  if (!response.ok) throw new Error(`Failed to ask ${model}: status ${response.status}. Look at the server.`)
  const { choices, usage } = (await response.json()) as {
    choices: [{ message: { content: string }; finish_reason: string }]
    usage: { prompt_tokens: number; completion_tokens: number }
  }
  return {
    content: choices[0].message.content,
    finish: choices[0].finish_reason,
    usage: { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens },
  }
}
