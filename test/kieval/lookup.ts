import type { PlainMessage } from '../../src/models/transport.ts'

/** A model that finds answers to questions it has seen in its context, else takes A, and never explains anything. */
export function ask(messages: readonly PlainMessage[]): string {
  const asked = messages.at(-1)?.content ?? ''
  const block = /### Question: (?![\s\S]*### Question: )[\s\S]*$/
    .exec(asked)?.[0]
    .replace(/### Answer:$/, '')
    .trim()
  if (!block) return 'Because that is how it is.'
  const seen = messages.find(({ role }) => role === 'system')?.content ?? ''
  const at = seen.indexOf(block)
  return (at === -1 ? undefined : /### Answer: ([A-D])/.exec(seen.slice(at))?.[1]) ?? 'A'
}
