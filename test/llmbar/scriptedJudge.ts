import type { Model } from '../../src/models/model.ts'
import { contentText, type PlainMessage } from '../../src/models/transport.ts'

/** A call that a judge was asked to answer. */
export interface AskedCall {
  readonly call: string
  readonly vote: number
  readonly ask: number
  readonly messages: readonly PlainMessage[]
  readonly maxTokens: number | undefined
  readonly temperature: number | undefined
}

/** A judge that answers every call by a script, and what it was asked. */
export interface ScriptedJudge {
  readonly judge: Model
  readonly calls: readonly AskedCall[]
}

/** Makes a judge of a function from calls to replies. */
export function scriptedJudge(reply: (call: AskedCall) => string): ScriptedJudge {
  const calls: AskedCall[] = []
  const ask: Model['ask'] = async (prompt, { call = '', vote = 0, ask: repeated = 0, maxTokens, temperature } = {}) => {
    if (typeof prompt === 'string' || typeof prompt === 'function') throw new Error('a judge is sent messages')
    const messages = prompt.map(({ role, content }) => ({ role, content: contentText(content) }))
    const asked: AskedCall = { call, vote, ask: repeated, messages, maxTokens, temperature }
    calls.push(asked)
    return { content: reply(asked) }
  }
  return { judge: { name: 'scripted:judge', simulated: false, ask }, calls }
}

/** A text between tags, at the outermost level. */
export interface Fenced {
  readonly name: string
  readonly text: string
}

/** The fenced texts of a prompt in their order, and what stands outside of them. A tag inside a fenced text counts for nothing. */
export function readFences(prompt: string): { readonly fences: readonly Fenced[]; readonly outside: string } {
  const fences: Fenced[] = []
  let outside = ''
  let rest = prompt
  for (;;) {
    const opening = /<([a-z-]+)-([0-9a-f]{12})>\n/.exec(rest)
    if (!opening) return { fences, outside: outside + rest }
    const [tag, name = '', hash = ''] = opening
    const start = opening.index + tag.length
    const closing = `\n</${name}-${hash}>`
    const end = rest.indexOf(closing, start)
    if (end === -1) throw new Error(`${name} is not closed`)
    fences.push({ name, text: rest.slice(start, end) })
    outside += `${rest.slice(0, opening.index)}<${name}>`
    rest = rest.slice(end + closing.length)
  }
}
