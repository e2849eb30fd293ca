import { createServer } from 'node:http'
import { tokenizer } from '../src/core/base/text/tokenizer.ts'
import { listen } from './listen.ts'
import type { JournaledCall } from './memoryJournal.ts'

/** How a server that thinks behaves. */
export interface Thinking {
  /** Tokens of the thoughts before each answer. */
  readonly tokens: number
  /** Where the thoughts are sent; `hidden`: only their number is. Default `reasoning_content`. */
  readonly sent?: 'reasoning_content' | 'reasoning' | 'think tag' | 'hidden'
  /** Whether the thoughts before the answer to this prompt are so long that no cap has room for them. */
  readonly tooLong?: (prompt: string) => boolean
}

interface Body {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
}

/**
 * An endpoint that gives recorded answers, and thinks before each: the thoughts count against the cap, and what the cap cuts
 * off ends with `length`. Asked what nobody recorded, it says what our first question to a model expects.
 */
export async function thinkingServer(calls: readonly JournaledCall[], { tokens, sent = 'reasoning_content', tooLong }: Thinking) {
  const { count, truncate } = tokenizer('o200k_base')
  const recorded = new Map(calls.map(({ messages, content = '' }) => [JSON.stringify(messages), content]))
  const asked: Body[] = []
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') return response.writeHead(404).end('{"error":{"message":"not here"}}')
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as Body
    asked.push(body)
    const prompt = JSON.stringify(body.messages.map(({ role, content }) => ({ role, content })))
    const full = recorded.get(prompt) ?? '9.9'
    const cap = body.max_tokens ?? body.max_completion_tokens ?? Number.POSITIVE_INFINITY
    const thoughtTokens = Math.min(tooLong?.(prompt) ? Number.POSITIVE_INFINITY : tokens, cap)
    const left = cap - thoughtTokens
    const content = left === 0 ? '' : count(full) <= left ? full : truncate(full, left)
    const thoughts = 'Let me think about it: could [[1]] or Output (a) be right?'
    const tagged = left === 0 ? `<think>${thoughts}` : `<think>\n${thoughts}\n</think>\n\n${content}`
    const message = {
      role: 'assistant',
      content: sent === 'think tag' ? tagged : content,
      ...((sent === 'reasoning_content' || sent === 'reasoning') && { [sent]: thoughts }),
    }
    const completion = thoughtTokens + count(content)
    response.end(
      JSON.stringify({
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 0,
        model: `${body.model}-2026-01-01`,
        choices: [{ index: 0, message, finish_reason: content === full ? 'stop' : 'length' }],
        usage: {
          prompt_tokens: count(prompt),
          completion_tokens: completion,
          total_tokens: count(prompt) + completion,
          ...(sent !== 'think tag' && { completion_tokens_details: { reasoning_tokens: thoughtTokens } }),
        },
      }),
    )
  })
  return { uri: `openai:thinker@${await listen(server)}/v1`, asked }
}
