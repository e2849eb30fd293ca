import type OpenAI from 'openai'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { errorIn, failureOf } from './endpointFailure.ts'
import { anyText, fieldsOf, ReplyFields, shortText, tokenCount } from './replyFields.ts'
import { RetryableError } from './retry.ts'
import { samplingOf, schemaOf } from './sampling.ts'
import type { Answer, TransportRequest, Usage } from './transport.ts'

/** Smallest `max_output_tokens` that the API takes; below it the whole request is refused. */
const LEAST_OUTPUT_TOKENS = 16

/** Codes of a failed response after which another attempt may succeed, by the HTTP status that they stand for. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = { server_error: 500, rate_limit_exceeded: 429 }
/** Codes by which the provider refuses a prompt for what it says. */
const REFUSED_PROMPT = new Set(['invalid_prompt', 'bio_policy'])

/** One part of a reply's output, as far as it is read. */
interface Item {
  readonly type: string | undefined
  readonly status: string | undefined
  readonly phase: string | undefined
  readonly summary: readonly Part[]
  readonly content: readonly Part[]
}

interface Part {
  readonly type: string | undefined
  readonly text: string | undefined
  readonly refusal: string | undefined
}

/**
 * The body of a request to the Responses API. Nothing is stored by the provider. The API knows no seed.
 *
 * @param reasoningTokens room for thoughts, in tokens, that the cap is larger by.
 */
export function responsesBody(
  model: string,
  entry: ModelEntry,
  request: Pick<TransportRequest, 'key' | 'messages' | 'options'>,
  reasoningTokens: number,
): OpenAI.Responses.ResponseCreateParamsNonStreaming {
  const { temperature, maxTokens } = samplingOf(entry, request)
  const { json } = request.options
  const schema = schemaOf(json, entry)
  return {
    model,
    input: request.messages.map(({ role, content }) => ({ role, content })),
    store: false,
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { max_output_tokens: Math.max(LEAST_OUTPUT_TOKENS, maxTokens + reasoningTokens) }),
    ...(json && { text: { format: schema ? { type: 'json_schema', strict: true, ...schema } : { type: 'json_object' } } }),
    ...entry.parameters,
  }
}

/**
 * The answer in a reply of the Responses API. A refusal of the model is its answer. A prompt that the provider refuses has none,
 * which `refused` says.
 *
 * @throws RetryableError where there is no answer and another attempt may bring one; HoldfastError `ENDPOINT` where none will.
 */
export function readResponse(response: unknown, label: string): Answer {
  const reply = fieldsOf(response)
  const fields = new ReplyFields()
  const status = fields.read(shortText, reply.status, 'status')
  const failure = reply.error ? (errorIn(reply) ?? { message: 'no reason given' }) : undefined
  if (failure || status === 'failed') {
    if (REFUSED_PROMPT.has(failure?.code ?? '')) return { content: '', finish: 'content_filter', refused: true, ...facts(reply, fields) }
    throw failureOf(statusOf(failure?.code), failure ?? { message: 'the response failed and gives no reason' }, label)
  }
  if (!Array.isArray(reply.output)) throw new RetryableError('the reply has no output')
  if (status !== undefined && status !== 'completed' && status !== 'incomplete') throw new RetryableError(`the reply is ${status}`)
  const { messages, reasoning } = sorted(readOutput(reply.output, fields))
  const parts = messages.flatMap(({ content }) => content)
  const text = joined(parts, ({ type, text }) => (type === 'output_text' ? text : undefined), '')
  const content = text === '' ? joined(parts, ({ refusal }) => refusal, '') : text
  const cutBy = fields.read(shortText, fieldsOf(reply.incomplete_details).reason, 'incomplete_details.reason')
  return {
    content,
    finish: finishOf(status, cutBy, messages),
    ...(reasoning !== '' && { reasoning }),
    ...facts(reply, fields),
  }
}

function readOutput(output: unknown, fields: ReplyFields): Item[] {
  const word = (of: Readonly<Record<string, unknown>>, name: string) => fields.read(anyText, of[name], `output.${name}`)
  const parts = (of: Readonly<Record<string, unknown>>, name: string): Part[] =>
    fields
      .objects(of[name], `output.${name}`)
      .map((part) => ({ type: word(part, 'type'), text: word(part, 'text'), refusal: word(part, 'refusal') }))
  return fields.objects(output, 'output').map((item) => ({
    type: word(item, 'type'),
    status: word(item, 'status'),
    phase: word(item, 'phase'),
    summary: parts(item, 'summary'),
    content: parts(item, 'content'),
  }))
}

/** A code of OpenAI as the HTTP status it stands for; gateways send the status itself. What is unknown is final. */
function statusOf(code: string | undefined): number {
  const status = STATUS_OF_CODE[code ?? ''] ?? Number(code)
  return status >= 400 && status < 600 ? status : 400
}

/** The messages that are the answer, and all thoughts: what a model remarks before its final answer is one of them. */
function sorted(output: readonly Item[]): { messages: readonly Item[]; reasoning: string } {
  const all = output.filter(({ type }) => type === 'message')
  const final = all.filter(({ phase }) => phase === 'final_answer')
  const messages = final.length > 0 ? final : all
  const thoughts = output.flatMap((item) => {
    if (item.type === 'reasoning') return thoughtsOf(item)
    return item.type === 'message' && !messages.includes(item) ? joined(item.content, ({ text }) => text, '') : ''
  })
  return { messages, reasoning: thoughts.filter((text) => text !== '').join('\n\n') }
}

/** The thoughts themselves where the endpoint sends them, else their summary. */
function thoughtsOf({ content, summary }: Item): string {
  const own = joined(content, ({ text }) => text, '\n\n')
  return own === '' ? joined(summary, ({ text }) => text, '\n\n') : own
}

function joined(parts: readonly Part[], textOf: (part: Part) => string | undefined, between: string): string {
  return parts.flatMap((part) => textOf(part) ?? []).join(between)
}

function finishOf(status: string | undefined, cutBy: string | undefined, messages: readonly Item[]): string {
  if (status === 'incomplete') return cutBy === 'max_output_tokens' ? 'length' : (cutBy ?? 'incomplete')
  // A cut answer is now and then reported as completed; its message tells.
  return messages.some((message) => message.status === 'incomplete') ? 'length' : 'stop'
}

/** What a reply tells beside the answer. */
function facts(reply: Readonly<Record<string, unknown>>, fields: ReplyFields): Pick<Answer, 'usage' | 'served' | 'malformed'> {
  const usage = usageOf(reply.usage, fields)
  const model = fields.read(shortText, reply.model, 'model')
  return { usage, ...(model && { served: { model } }), ...fields.told }
}

function usageOf(value: unknown, fields: ReplyFields): Usage | undefined {
  const usage = fieldsOf(value)
  const tokens = (name: string, told: unknown = usage[name]) => fields.read(tokenCount, told, `usage.${name}`)
  const [promptTokens, completionTokens] = [tokens('input_tokens'), tokens('output_tokens')]
  if (promptTokens === undefined && completionTokens === undefined) return undefined
  const reasoningTokens = tokens('reasoning_tokens', fieldsOf(usage.output_tokens_details).reasoning_tokens)
  return {
    promptTokens: promptTokens ?? 0,
    completionTokens: completionTokens ?? 0,
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  }
}
