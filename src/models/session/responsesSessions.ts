import { setMaxListeners } from 'node:events'
import type { ModelEntry } from '../../core/format/modelEntry.ts'
import type { Session } from '../candidate.ts'
import { describeFailure } from '../endpointFailure.ts'
import { type OpenClient, type PlainMessage, type Transport, withRetries } from '../transport.ts'
import { type InnerContext, innerSessions } from './liveSession.ts'

/** Requests that delete at the same time, in one conversation. */
const DELETED_AT_ONCE = 4

/**
 * Conversations that the Responses API keeps, and compacts by itself from so many tokens. A turn goes on from the response before it by its
 * id, so that two turns that go on from one are a fork. What was stored is deleted at the end.
 */
export function responsesSessions(transport: Transport, client: OpenClient, entry: ModelEntry): Transport {
  const conversation = (begun: { readonly previous?: string; readonly compactions: number }): Session => {
    let { previous, compactions } = begun
    const own: string[] = []
    return {
      async send(content, context) {
        const { request, signal } = context as InnerContext
        const messages: PlainMessage[] = [...request.messages.filter(({ role }) => role === 'system'), { role: 'user', content }]
        const { stored, ...answer } = await transport.send({ ...request, messages, stored: { previous } }, signal)
        if (stored)
          own.push(stored.id)
          // An answer that comes after its attempt was given up is none of the conversation.
        ;(signal as AbortSignal).throwIfAborted()
        previous = stored?.id ?? previous
        compactions += stored?.compactions ?? 0
        return { ...answer, state: { compactions, contextTokens: answer.usage?.promptTokens } }
      },
      fork: () => conversation({ ...(previous !== undefined && { previous }), compactions }),
      async close(context) {
        const signal = context.signal as AbortSignal
        // Each request listens to it.
        setMaxListeners(0, signal)
        const { responses } = await client()
        const ids = own.values()
        let failure: unknown
        const deleting = async () => {
          for (const id of ids) {
            const once = () => responses.delete(id, { signal }).catch((error) => Promise.reject(describeFailure(error, transport.label)))
            await withRetries(once, entry.maxAttempts, signal).catch((error: unknown) => {
              failure ??= error
            })
          }
        }
        // A few at a time, for an endpoint has limits.
        await Promise.all(Array.from({ length: DELETED_AT_ONCE }, deleting))
        if (failure !== undefined) throw failure
      },
    }
  }
  // What a turn goes on from is ours to say: one that was not answered is none of the conversation.
  return innerSessions(transport, entry, { open: () => conversation({ compactions: 0 }) }, true)
}
