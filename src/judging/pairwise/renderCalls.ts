import { createHash } from 'node:crypto'
import type { Model } from '../../models/model.ts'
import { contentText, type Message, type PlainMessage } from '../../models/transport.ts'
import { judgePair } from './judgePair.ts'
import type { Pair } from './pair.ts'
import type { PairwiseStrategy } from './strategies.ts'

/** A call that a strategy would make. */
export interface RenderedCall {
  readonly call: string
  readonly messages: readonly PlainMessage[]
  /** Cap on the reply, in tokens. */
  readonly maxTokens: number
}

/** A strategy's calls for a pair, answered by a stand-in; `conflicting` verdicts bring a second stage; `before`: words before them. */
export async function renderCalls(
  pair: Pair,
  strategy: PairwiseStrategy,
  conflicting: boolean,
  before: (call: string, maxTokens: number) => string = () => '',
): Promise<RenderedCall[]> {
  const calls: RenderedCall[] = []
  const ask: Model['ask'] = async (prompt, { call = '', maxTokens = 0, ask: again = 0 } = {}) => {
    const verdict = `Output (${conflicting || call.startsWith('forward') ? 'a' : 'b'}) is better.`
    // Where the pair names the labels itself, only a verdict in the exact form will do.
    if (again > 0) return { content: `${before(call, maxTokens)}\nTherefore, ${verdict}` }
    const messages = (prompt as readonly Message[]).map(({ role, content }) => ({ role, content: contentText(content) }))
    calls.push({ call, maxTokens, messages })
    return { content: `${before(call, maxTokens)}${verdict}` }
  }
  await judgePair({ name: 'stand-in', simulated: true, ask }, pair, { strategy })
  return calls
}

/** SHA-256 of all a strategy's prompts, with a fixed pair in them: changes as soon as a word of them does. */
export async function promptHash(strategy: PairwiseStrategy): Promise<string> {
  const rendered = await renderCalls({ instruction: 'an instruction', outputs: ['one output', 'another output'] }, strategy, true)
  const calls = rendered.map(({ call, messages }) => ({ call, messages }))
  return createHash('sha256').update(JSON.stringify(calls)).digest('hex')
}
