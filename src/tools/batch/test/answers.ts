import type { JournaledCall } from '../../../../test/memoryJournal.ts'
import { PROBE_QUESTION } from '../../../models/probe.ts'

/** A chat request as far as it is answered by. */
export interface ChatBody {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
}

/** Names of the models that answer for the candidate, and for the judge and its helpers. */
export const MODELS = { candidate: 'quill', judge: 'gavel' } as const

/** What a model says to messages, as a chat completion: the same whenever and however it is asked. */
export type Answers = (body: ChatBody) => object

/**
 * Answers as simulated models gave them in a run; those to other messages follow from the messages alone. So a direct run, and
 * every way of batches, is answered alike.
 */
export function answersOf(calls: readonly JournaledCall[]): Answers {
  const known = new Map<string, string>()
  for (const { key, messages, content } of calls) {
    const id = idOf(key.role === 'candidate' ? MODELS.candidate : MODELS.judge, messages)
    if (content !== undefined && !known.has(id)) known.set(id, content)
  }
  return ({ model, messages }) => {
    const isProbe = messages.at(-1)?.content.startsWith(PROBE_QUESTION)
    const content = isProbe ? '9.9' : (known.get(idOf(model, messages)) ?? `I have ${messages.length} messages before me.`)
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      model,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
      usage: { prompt_tokens: Math.ceil(JSON.stringify(messages).length / 4), completion_tokens: Math.ceil(content.length / 4) },
    }
  }
}

function idOf(model: string, messages: ChatBody['messages']): string {
  return JSON.stringify([model, messages.map(({ role, content }) => [role, content])])
}
