import { tokenizer } from '../src/core/base/text/tokenizer.ts'
import type { Role } from '../src/core/format/role.ts'
import type { Candidate } from '../src/models/candidate.ts'
import type { PlainMessage } from '../src/models/transport.ts'

/** What a role says to a prompt. */
export type Speaker = (messages: readonly PlainMessage[], item: string) => string

/** Who speaks in the run that is under way. */
export const speakers: Partial<Record<Role, Speaker>> = {}

const { count } = tokenizer('o200k_base')

/** A model whose usage is what the tokenizer counts, as an endpoint's is. */
function modelOf(role: Role): Candidate {
  return async (messages, { item }) => {
    const content = speakers[role]?.(messages, item.id) ?? ''
    const promptTokens = messages.reduce((sum, message) => sum + count(message.content), 0)
    return { content, usage: { promptTokens, completionTokens: count(content) } }
  }
}

export const candidate: Candidate = modelOf('candidate')
export const judge: Candidate = modelOf('judge')
export const refuter: Candidate = modelOf('refuter')
export const interactor: Candidate = modelOf('interactor')
