import { errorIn, failureOf, refusesPrompt } from './endpointFailure.ts'
import { anyText, fieldsOf, ReplyFields, shortText, tokenCount } from './replyFields.ts'
import { RetryableError } from './retry.ts'
import type { Answer, Usage } from './transport.ts'

/** Reasons to end by which providers say that a cap was reached. */
const CUT = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length'])
/** And that what was said is kept back. */
const FILTERED = new Set(['content_filter', 'refusal', 'safety', 'recitation', 'prohibited_content', 'blocklist', 'spii'])
/** The model was broken off by its own server. */
const BROKEN = new Set(['error', 'insufficient_system_resource'])

/**
 * The answer in a reply of the chat completions API.
 *
 * @throws RetryableError where there is none and another attempt may bring one; HoldfastError where none will.
 */
export function readCompletion(reply: unknown, label: string): Answer {
  const completion = fieldsOf(reply)
  const fields = new ReplyFields()
  const [choice] = fields.objects(completion.choices, 'choices')
  // Gateways that have begun to answer report what breaks later under status 200.
  const failure = errorIn(choice?.error ? { error: choice.error } : completion.error && completion)
  if (failure) {
    if (refusesPrompt(failure.status, failure)) return { content: '', finish: 'content_filter', refused: true }
    throw failureOf(failure.status ?? 502, failure, label)
  }
  const finish = finishOf(fields.read(shortText, choice?.finish_reason, 'finish_reason'))
  // Gemini leaves the message out where nothing is said.
  if (!choice || (!choice.message && finish !== 'length' && finish !== 'content_filter'))
    throw new RetryableError('the reply has no choices')
  if (finish !== undefined && BROKEN.has(finish)) throw new RetryableError(`the endpoint broke the answer off (${finish})`)
  const message = fieldsOf(choice.message)
  const { text, thoughts } = readContent(message.content)
  const refusal = fields.read(anyText, message.refusal, 'refusal')
  const reasoning = [message.reasoning_content, message.reasoning, thoughts].find((value) => typeof value === 'string' && value !== '')
  return {
    // What a filter keeps back is an empty answer: the prompt was taken.
    content: text === '' && refusal ? refusal : text,
    finish,
    ...(typeof reasoning === 'string' && { reasoning }),
    usage: readUsage(completion.usage, fields),
    served: readServed(completion, fields),
    ...fields.told,
  }
}

function finishOf(reason: string | undefined): string | undefined {
  if (reason === undefined) return undefined
  const lower = reason.toLowerCase()
  if (CUT.has(lower)) return 'length'
  if (FILTERED.has(lower)) return 'content_filter'
  return reason
}

/** Text, nothing, or parts of which some are thoughts (Mistral). */
function readContent(content: unknown): { text: string; thoughts?: string } {
  if (content === null || content === undefined) return { text: '' }
  if (typeof content === 'string') return { text: content }
  if (!Array.isArray(content)) throw new RetryableError('the content of the reply is no text')
  const thoughts = textOf(content.filter((part) => part?.type === 'thinking').map((part) => part.thinking))
  return { text: textOf(content.filter((part) => part?.type !== 'thinking')), ...(thoughts !== '' && { thoughts }) }
}

/** Parts within parts that are read: Mistral's thoughts have two. */
const DEEPEST = 20

function textOf(part: unknown, depth = 0): string {
  if (typeof part === 'string') return part
  if (depth > DEEPEST) return ''
  if (Array.isArray(part)) return part.map((one) => textOf(one, depth + 1)).join('')
  return typeof part === 'object' && part !== null ? textOf((part as { text?: unknown }).text ?? '', depth + 1) : ''
}

/** Tokens as the endpoint counts them; undefined where it does not. */
function readUsage(value: unknown, fields: ReplyFields): Usage | undefined {
  const usage = fieldsOf(value)
  const tokens = (name: string, told: unknown = usage[name]) => fields.read(tokenCount, told, `usage.${name}`)
  const [prompt, said, total] = [tokens('prompt_tokens'), tokens('completion_tokens'), tokens('total_tokens')]
  if (prompt === undefined && said === undefined && total === undefined) return undefined
  const promptTokens = prompt ?? 0
  const reasoningTokens = tokens('reasoning_tokens', fieldsOf(usage.completion_tokens_details).reasoning_tokens)
  return {
    promptTokens,
    // Gemini counts thoughts in the total alone.
    completionTokens: Math.max(said ?? 0, (total ?? 0) - promptTokens),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  }
}

function readServed(completion: Readonly<Record<string, unknown>>, fields: ReplyFields): Answer['served'] {
  const model = fields.read(shortText, completion.model, 'model')
  const fingerprint = fields.read(shortText, completion.system_fingerprint, 'system_fingerprint')
  return model ? { model, ...(fingerprint && { fingerprint }) } : undefined
}
