import type { Candidate, CandidateContext } from '../../src/models/candidate.ts'
import type { PlainMessage } from '../../src/models/transport.ts'

/** A call as a model behind `module:` gets it. */
export interface SpokenCall extends Pick<CandidateContext, 'temperature' | 'maxTokens' | 'seed'> {
  readonly item: string
  readonly messages: readonly PlainMessage[]
}

/** What the model says, and what it was asked. */
export const spoken: { say: (call: SpokenCall) => string; calls: SpokenCall[] } = { say: () => '', calls: [] }

/** A model that says what a test has it say. */
export const candidate: Candidate = (messages, { item, temperature, maxTokens, seed }) => {
  const call = { item: item.id, messages, temperature, maxTokens, seed } as SpokenCall
  spoken.calls.push(call)
  return spoken.say(call)
}
