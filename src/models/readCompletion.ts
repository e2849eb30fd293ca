import type OpenAI from 'openai'
import { errorIn, failureOf, refusesPrompt } from './endpointFailure.ts'
import { RetryableError } from './retry.ts'
import type { Answer, Usage } from './transport.ts'

/** Reasons to end by which providers say that a cap was reached. */
const CUT = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length'])
/** And that what was said is kept back. */
const FILTERED = new Set(['content_filter', 'refusal', 'safety', 'recitation', 'prohibited_content', 'blocklist', 'spii'])
/** The model was broken off by its own server. */
const BROKEN = new Set(['error', 'insufficient_system_resource'])

/** What endpoints add to OpenAI's form (docs/models.md, the table of endpoints). */
interface Choice {
  readonly finish_reason?: string | null
  readonly error?: unknown
  readonly message?: {
    readonly content?: unknown
    readonly refusal?: string | null
    readonly reasoning_content?: unknown
    readonly reasoning?: unknown
  }
}

/**
 * The answer in a reply of the chat completions API.
 *
 * @throws RetryableError where there is none and another attempt may bring one; HoldfastError where none will.
 */
export function readCompletion(reply: unknown, label: string): Answer {
  const completion = reply as OpenAI.ChatCompletion
  const choice = completion?.choices?.[0] as Choice | undefined
  // Gateways that have begun to answer report what breaks later under status 200.
  const failure = errorIn(choice?.error ? { error: choice.error } : (completion as unknown as { error?: unknown })?.error && completion)
  if (failure) {
    if (refusesPrompt(failure.status, failure)) return { content: '', finish: 'content_filter', refused: true }
    throw failureOf(failure.status ?? 502, failure, label)
  }
  const finish = finishOf(choice?.finish_reason)
  // Gemini leaves the message out where nothing is said.
  if (!choice || (!choice.message && finish !== 'length' && finish !== 'content_filter'))
    throw new RetryableError('the reply has no choices')
  if (finish !== undefined && BROKEN.has(finish)) throw new RetryableError(`the endpoint broke the answer off (${finish})`)
  const { text, thoughts } = readContent(choice.message?.content)
  const { refusal, reasoning_content, reasoning: told } = choice.message ?? {}
  const reasoning = [reasoning_content, told, thoughts].find((value) => typeof value === 'string' && value !== '') as string | undefined
  const content = text === '' && refusal ? refusal : text
  return {
    // What a filter keeps back is an empty answer: the prompt was taken.
    content,
    finish,
    ...(reasoning !== undefined && { reasoning }),
    usage: readUsage(completion.usage),
    served: readServed(completion),
  }
}

function finishOf(reason: string | null | undefined): string | undefined {
  if (typeof reason !== 'string') return undefined
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
function readUsage(usage: OpenAI.CompletionUsage | undefined | null): Usage | undefined {
  if (!usage) return undefined
  const reasoningTokens = usage.completion_tokens_details?.reasoning_tokens
  const { prompt_tokens: promptTokens = 0, completion_tokens: said = 0, total_tokens: total = 0 } = usage
  return {
    promptTokens,
    // Gemini counts thoughts in the total alone.
    completionTokens: Math.max(said, total - promptTokens),
    ...(typeof reasoningTokens === 'number' && { reasoningTokens }),
  }
}

function readServed({ model, system_fingerprint: fingerprint }: OpenAI.ChatCompletion): Answer['served'] {
  if (!model) return undefined
  return { model, ...(fingerprint && { fingerprint }) }
}
