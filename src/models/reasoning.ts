import type { Answer } from './transport.ts'

/** An answer's text with the thoughts taken out, and these without their tags. */
type Separated = Pick<Answer, 'content' | 'reasoning'>

const OPENING = '<think>'
const CLOSING = '</think>'

/**
 * Sets the thoughts at the beginning of a text apart (docs/models.md, "Models that think"): `<think>…</think>`, closed or not,
 * and nested. Some chat templates put the opening tag into the prompt, so a closing tag without one ends thoughts too. Tags
 * further on belong to the answer.
 */
export function separateReasoning(text: string): Separated {
  const thoughts: string[] = []
  let rest = text.trimStart()
  // Some models think again before they answer.
  while (rest.startsWith(OPENING)) {
    const end = closingOf(rest)
    if (end === -1) return separated('', [...thoughts, rest.slice(OPENING.length)])
    thoughts.push(rest.slice(OPENING.length, end))
    rest = rest.slice(end + CLOSING.length).trimStart()
  }
  if (thoughts.length > 0) return separated(rest, thoughts)
  const orphan = text.indexOf(CLOSING)
  const opening = text.indexOf(OPENING)
  if (orphan === -1 || (opening !== -1 && opening < orphan)) return { content: text }
  return separated(text.slice(orphan + CLOSING.length).trimStart(), [text.slice(0, orphan)])
}

/** Where the tag stands that closes the first one; -1 where none does. */
function closingOf(text: string): number {
  let depth = 0
  for (const { 0: tag, index } of text.matchAll(/<\/?think>/g)) {
    depth += tag === OPENING ? 1 : -1
    if (depth === 0) return index
  }
  // Thoughts that quote an opening tag are closed once, by the last tag.
  return text.lastIndexOf(CLOSING)
}

function separated(content: string, thoughts: readonly string[]): Separated {
  const parts = thoughts.map((part) => part.trim()).filter((part) => part !== '')
  return { content, ...(parts.length > 0 && { reasoning: parts.join('\n\n') }) }
}

/** An answer whose thoughts are no part of its text, whichever way the endpoint sent them. */
export function withReasoningApart(answer: Answer): Answer {
  if (!answer.content.includes('think>')) return answer
  const { content, reasoning } = separateReasoning(answer.content)
  if (content === answer.content) return answer
  const thoughts = [answer.reasoning, reasoning].filter((part) => part !== undefined && part !== '')
  return { ...answer, content, ...(thoughts.length > 0 && { reasoning: thoughts.join('\n\n') }) }
}

/** Whether the model thought before it answered, as far as the endpoint tells. */
export function hasThoughts({ reasoning = '', usage }: Pick<Answer, 'reasoning' | 'usage'>): boolean {
  return reasoning !== '' || (usage?.reasoningTokens ?? 0) > 0
}

/** Whether an answer was ended by a cap on its length and not by the model. */
export function isCut({ finish }: Pick<Answer, 'finish'>): boolean {
  return finish === 'length'
}

/** Whether all that the cap let through was thought: there is no answer. */
export function isCutEmpty(answer: Pick<Answer, 'content' | 'finish'>): boolean {
  return isCut(answer) && answer.content.trim() === ''
}

/** Why there is no answer, and which setting gives it room. */
export function cutReason(label: string, answer: Pick<Answer, 'reasoning' | 'usage'>): string {
  const tokens = answer.usage ? ` after ${answer.usage.completionTokens} tokens` : ''
  const thoughts = hasThoughts(answer) ? ', all of it thoughts' : ''
  return `${label} was cut off${tokens} with no text${thoughts}. Give its entry in models a larger reasoningTokens.`
}
