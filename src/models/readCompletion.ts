import { answerOf, errorIn, failureOf } from './endpointFailure.ts'
import { anyText, fieldsOf, ReplyFields, shortText } from './replyFields.ts'
import { RetryableError } from './retry.ts'
import type { Answer } from './transport.ts'

/** Reasons to end by which providers say that a cap was reached. */
const CUT = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length'])
/** And that what was said is kept back. */
const FILTERED = new Set(['content_filter', 'refusal', 'safety', 'recitation', 'prohibited_content', 'blocklist', 'spii'])
/** The model was broken off by its own server. */
const BROKEN = new Set(['error', 'insufficient_system_resource'])

/** The answer of a chat completion. Throws RetryableError for none where another attempt may help, else HoldfastError. */
export function readCompletion(reply: unknown, label: string): Answer {
  const completion = fieldsOf(reply)
  const fields = new ReplyFields()
  const [choice] = fields.objects(completion.choices, 'choices')
  // Gateways that have begun to answer report what breaks later under status 200.
  const failure = errorIn(choice?.error ? { error: choice.error } : completion.error && completion)
  if (failure) {
    const answer = answerOf(failure.status, failure)
    if (answer) return answer
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
    usage: fields.usage(completion.usage, 'prompt', 'completion'),
    served: fields.served(completion),
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
  const parts = typeof content === 'string' ? [content] : (content ?? [])
  if (!Array.isArray(parts)) throw new RetryableError('the content of the reply is no text')
  const isThought = (part: { type?: unknown } | null) => part?.type === 'thinking'
  return {
    text: textOf(parts.filter((part) => !isThought(part))),
    thoughts: textOf(parts.filter(isThought).map((part) => part.thinking)),
  }
}

/** Parts within parts that are read: Mistral's thoughts have two. */
const DEEPEST = 20

function textOf(part: unknown, depth = 0): string {
  if (typeof part === 'string') return part
  if (depth > DEEPEST) return ''
  if (Array.isArray(part)) return part.map((one) => textOf(one, depth + 1)).join('')
  return typeof part === 'object' && part !== null ? textOf((part as { text?: unknown }).text ?? '', depth + 1) : ''
}
