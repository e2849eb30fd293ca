import { answerOf, errorIn, failureOf } from './endpointFailure.ts'
import { anyText, fieldsOf, ReplyFields, shortText, tellingUsage } from './replyFields.ts'
import { type Answer, finishOf, hasEnded, isBroken, RetryableError } from './transport.ts'

/** Fields of a message that hold its thoughts: vLLM and most, OpenRouter and Ollama, Ollama's own API, OpenRouter's list, LiteLLM's. */
const THOUGHTS = ['reasoning_content', 'reasoning', 'thinking', 'reasoning_details', 'thinking_blocks'] as const

/** The answer of a chat completion. Throws RetryableError for none where another attempt may help, else HoldfastError. */
export function readCompletion(reply: unknown, label: string): Answer {
  return tellingUsage(reply, 'prompt', 'completion', () => readAnswer(reply, label))
}

function readAnswer(reply: unknown, label: string): Answer {
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
  const told = finishOf(fields.read(shortText, choice?.finish_reason, 'finish_reason'))
  const said = choice?.message ?? choice?.delta ?? (typeof choice?.text === 'string' ? { content: choice.text } : undefined)
  // Gemini leaves the message out where nothing is said.
  if (!choice || (!said && hasEnded(told))) throw new RetryableError('the reply has no choices')
  if (isBroken(told)) throw new RetryableError(`the endpoint broke the answer off (${told})`)
  const message = fieldsOf(said)
  const { text, thoughts, refusal, isTool } = readContent(message.content, fields)
  const calls = [message.tool_calls, message.function_call].some((call) => (Array.isArray(call) ? call.length > 0 : call))
  const finish = calls || isTool ? 'tool_calls' : told
  const lists = THOUGHTS.map((name) => message[name]).filter((value) => typeof value === 'string' || Array.isArray(value))
  const reasoning = [...lists.map((value) => textOf(value)), thoughts].find((value) => value !== '')
  const content = text || (fields.read(anyText, message.refusal, 'refusal') ?? '') || refusal
  if (content === '' && !reasoning && finish === undefined && !fields.told.malformed)
    throw new RetryableError('the reply is empty and does not say why it ended')
  return {
    content,
    finish,
    ...(reasoning && { reasoning }),
    usage: fields.usage(completion.usage, 'prompt', 'completion'),
    served: fields.served(completion),
    ...fields.told,
  }
}

/** Text, nothing, or parts: texts, thoughts (Mistral, Anthropic), a refusal, calls of tools; others are left out and named. */
function readContent(content: unknown, fields: ReplyFields) {
  if (content !== null && content !== undefined && typeof content !== 'string' && typeof content !== 'object')
    throw new RetryableError('the content of the reply is no text')
  const read = { text: '', thoughts: '', refusal: '', isTool: false }
  for (const part of [content ?? []].flat()) {
    const { type = 'text', thought, refusal, text } = fieldsOf(typeof part === 'string' ? { text: part } : part)
    if (thought === true || /think|thought|reason|summary/.test(String(type))) read.thoughts += textOf(part)
    else if (typeof refusal === 'string') read.refusal += refusal
    else if (/tool|function/.test(String(type))) read.isTool = true
    else if (text !== undefined) read.text += textOf(text)
    else fields.leaveOut(`content.${String(type).slice(0, 40)}`)
  }
  return read
}

/** Parts within parts that are read: Mistral's thoughts have two. */
const DEEPEST = 20

function textOf(part: unknown, depth = 0): string {
  if (typeof part === 'string') return part
  if (depth > DEEPEST) return ''
  if (Array.isArray(part)) return part.map((one) => textOf(one, depth + 1)).join('')
  const { text, thinking, reasoning, summary } = fieldsOf(part)
  return typeof part === 'object' ? textOf(text ?? thinking ?? reasoning ?? summary ?? '', depth + 1) : ''
}
