import { z } from 'zod'
import type { SimulatedPolicyName } from '../../core/format/modelUri.ts'
import type { PrivateChannel } from '../transport.ts'
import { SIMULATED_POLICIES } from './policies.ts'

/** Header by which our own client names the item to an in-process endpoint. Never sent to a real one. */
export const PRIVATE_HEADER = 'x-holdfast-private'

const body = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) })

/** Private facts of the calls in flight, by token. */
export class PrivateChannels {
  readonly #open = new Map<string, PrivateChannel>()
  #next = 0

  /** Opens a channel; the token is the header's value. */
  open(channel: PrivateChannel): string {
    this.#next += 1
    const token = String(this.#next)
    this.#open.set(token, channel)
    return token
  }

  /** The channel of a token. */
  get(token: string): PrivateChannel | undefined {
    return this.#open.get(token)
  }

  /** Closes a channel. */
  close(token: string): void {
    this.#open.delete(token)
  }
}

/** A `fetch` that answers chat completions by a simulated policy, without a network. */
export function simulatedFetch(
  policyName: SimulatedPolicyName,
  parameters: Readonly<Record<string, string>>,
  channels: PrivateChannels,
): typeof fetch {
  const policy = SIMULATED_POLICIES[policyName]
  return async (_input, init) => {
    const hints = channels.get(new Headers(init?.headers).get(PRIVATE_HEADER) ?? '')
    if (!hints) return Response.json({ error: { message: 'no private channel' } }, { status: 400 })
    const lastUserMessage = () => {
      const { messages } = body.parse(JSON.parse(String(init?.body)))
      return messages.findLast((message) => message.role === 'user')?.content ?? ''
    }
    const content = policy({ lastUserMessage, hints }, parameters)
    return Response.json({
      id: 'simulated',
      object: 'chat.completion',
      created: 0,
      model: policyName,
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    })
  }
}
