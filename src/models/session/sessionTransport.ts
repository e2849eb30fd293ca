import { usageError } from '../../core/base/errors.ts'
import type { Session, SessionCandidate, TurnContext } from '../candidate.ts'
import { withReasoningApart } from '../reasoning.ts'
import type { PlainMessage, Transport, TransportRequest } from '../transport.ts'
import { type Conversing, LiveSession } from './liveSession.ts'

/** Takes a turn of the conversation that a call belongs to, in its own session. */
export async function takeTurn(by: Conversing, request: TransportRequest, signal: AbortSignal) {
  const { thread } = request
  if (!thread) throw usageError(`Failed to call ${by.label}: it keeps its own conversation, and the call is part of none.`)
  if (!thread.session) {
    const opened = await LiveSession.open(by, request, signal)
    if (signal.aborted) {
      // The call was given up meanwhile, and another attempt opens its own.
      await opened.close().catch(() => undefined)
      throw signal.reason
    }
    thread.opened(opened)
  }
  const answer = await (thread.session as LiveSession).take(request, thread, signal)
  return thread.exact === undefined || !answer.session ? answer : { ...answer, session: { ...answer.session, exact: thread.exact } }
}

/** What a session within this process is told beside the text: the whole call, with the simulated models' private channel. */
export type InnerContext = TurnContext & { readonly request: TransportRequest }

/** A transport whose conversations are kept within this process. @param repeats whether a turn that was not answered may be sent again. */
export function innerSessions(transport: Transport, entry: Conversing['entry'], candidate: SessionCandidate, repeats = false): Transport {
  const { label } = transport
  const by: Conversing = {
    label,
    entry,
    candidate,
    repeats,
    context: (request, signal) => {
      const { suite, item: id, trial } = request.key
      const context: Omit<InnerContext, 'turn'> = { signal, item: { suite, id }, trial, request }
      return context
    },
    read: (value) => value as ReturnType<Conversing['read']>,
    failed: (error) => {
      throw error
    },
  }
  return {
    label,
    simulated: transport.simulated,
    get reasoningTokens() {
      return transport.reasoningTokens ?? 0
    },
    ...(transport.probe && { probe: transport.probe }),
    keepsConversation: async () => true,
    send: (request, signal) => takeTurn(by, request, signal),
  }
}

/**
 * A model as an application that keeps its own conversation: its entry says `session`. The whole transcript is its memory, a fork is a copy
 * and nothing is compacted, so it is the most that an application on the same model can reach.
 */
export function transcriptSessions(transport: Transport, entry: Conversing['entry']): Transport {
  const conversation = (said: readonly PlainMessage[]): Session => {
    let messages = said
    return {
      async send(content, context) {
        const { request, signal } = context as InnerContext
        const asked: PlainMessage[] = [...messages, { role: 'user', content }]
        const answer = await transport.send({ ...request, messages: asked }, signal as AbortSignal)
        // An answer that comes after its attempt was given up is none of the conversation.
        ;(signal as AbortSignal).throwIfAborted()
        messages = [...asked, { role: 'assistant', content: withReasoningApart(answer).content }]
        return answer
      },
      fork: () => conversation(messages),
    }
  }
  const open: SessionCandidate['open'] = ({ instructions }) =>
    conversation(instructions === undefined ? [] : [{ role: 'system', content: instructions }])
  // The transcript is ours, and grows by answers alone.
  return innerSessions(transport, entry, { open }, true)
}
