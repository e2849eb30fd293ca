import { counted } from '../core/base/text/counted.ts'
import { hasThoughts } from './reasoning.ts'
import type { Answer } from './transport.ts'

/** Reasons to end by which providers say that a cap or the window was reached. */
const CUT = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length', 'model_context_window_exceeded'])
/** And that what was said is kept back. */
const FILTERED = new Set(['content_filter', 'refusal', 'safety', 'recitation', 'prohibited_content', 'blocklist', 'spii'])
/** And that the model waits for what a tool says. */
const TOOL = new Set(['tool_calls', 'function_call', 'tool_use'])
/** Gemini's words for calls of tools that are none. */
const BAD_TOOL = new Set(['malformed_function_call', 'unexpected_tool_call', 'too_many_tool_calls'])
/** The model was broken off by its own server: another attempt may end. */
const BROKEN = new Set(['error', 'abort', 'aborted', 'cancelled', 'insufficient_system_resource'])
/** The model has said what it had to say. */
const ENDED = new Set(['stop', 'eos', 'end_turn', 'stop_sequence', 'completed'])

/** A provider's reason to end, in OpenAI's words where it has one. */
export function finishOf(reason: string | undefined): string | undefined {
  const lower = reason?.toLowerCase() ?? ''
  if (CUT.has(lower)) return 'length'
  if (FILTERED.has(lower)) return 'content_filter'
  return TOOL.has(lower) ? 'tool_calls' : reason
}

/** Whether a reason to end says that another attempt may have an answer. */
export function isBroken(finish: string | undefined): boolean {
  return BROKEN.has(finish?.toLowerCase() ?? '')
}

/** Whether the model ended by itself, as far as its reason says. */
export function hasEnded(finish = 'stop'): boolean {
  return ENDED.has(finish.toLowerCase())
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
  const tokens = answer.usage ? ` after ${counted(answer.usage.completionTokens, 'token')}` : ''
  const thoughts = hasThoughts(answer) ? ', all of it thoughts' : ''
  return `${label} was cut off${tokens} with no text${thoughts}. Give its entry in models a larger reasoningTokens.`
}

/** Why a reply is no answer, and what to do about it; undefined for one that is. A refused prompt is its own case. */
export function noAnswer(label: string, answer: Answer): string | undefined {
  const { content, finish, malformed = [] } = answer
  if (answer.refused) return undefined
  if (finish === 'tool_calls' || BAD_TOOL.has(finish?.toLowerCase() ?? ''))
    return `${label} called a tool (${finish}), and here it has none. Switch tools off at its endpoint.`
  if (content.trim() !== '') return undefined
  if (isCut(answer)) return cutReason(label, answer)
  const other = malformed.find((field) => field.startsWith('content'))
  if (other) return `${label} sent no text but ${other}. Ask it for text alone.`
  if (finish === 'content_filter')
    return `the filter of its provider kept the answer of ${label} back. Leave the item out or ask another provider.`
  if (hasThoughts(answer))
    return `all that ${label} sent are thoughts. Check the reasoning parser of its server, or switch thoughts off in its parameters.`
  return hasEnded(finish) ? undefined : `${label} ended by ${finish} with no text. Look at the log of its server.`
}
