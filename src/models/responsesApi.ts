import { HoldfastError } from '../core/base/errors.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { answerOf, errorIn, failureOf } from './endpointFailure.ts'
import { anyText, type Fields, fieldsOf, ReplyFields, shortText, tellingUsage } from './replyFields.ts'
import { samplingOf, schemaOf } from './sampling.ts'
import { type Answer, finishOf, RetryableError, type SentRequest } from './transport.ts'

/** Longest id of a stored response. */
const LONGEST_ID = 300

/** Smallest `max_output_tokens` that the API takes; below it the whole request is refused. */
const LEAST_OUTPUT_TOKENS = 16

/** Codes of a failed response after which another attempt may succeed, by the HTTP status that they stand for. */
const STATUS_OF_CODE: Readonly<Record<string, number>> = { server_error: 500, rate_limit_exceeded: 429 }

/** Calls of tools that the provider makes and answers itself, on its way to the answer. */
const HOSTED = new Set(['web_search_call', 'file_search_call', 'code_interpreter_call', 'image_generation_call', 'mcp_call'])

/** Parts of a message that are read. */
const KNOWN_PARTS = new Set(['output_text', 'refusal', 'reasoning_text'])

/**
 * Body for the Responses API, which knows no seed. Nothing is stored, unless the API keeps the conversation: it gets the new text alone then,
 * and the instructions, which hold for one response. The cap grows by `reasoningTokens`.
 */
export function responsesBody(model: string, entry: ModelEntry, request: SentRequest, reasoningTokens: number): Fields {
  const { json } = request.options
  const { maxTokens, seed: _, ...sampling } = samplingOf(entry, request)
  const schema = schemaOf(json, entry)
  return {
    model,
    ...(request.stored ? storedInput(entry, request, request.stored.previous) : { input: plainInput(request.messages), store: false }),
    ...sampling,
    ...(maxTokens !== undefined && { max_output_tokens: Math.max(LEAST_OUTPUT_TOKENS, maxTokens + reasoningTokens) }),
    ...(json && { text: { format: schema ? { type: 'json_schema', strict: true, ...schema } : { type: 'json_object' } } }),
    ...entry.parameters,
  }
}

function plainInput(messages: SentRequest['messages']) {
  return messages.map(({ role, content }) => ({ role, content }))
}

function storedInput({ session }: ModelEntry, { messages }: SentRequest, previous: string | undefined): Fields {
  const instructions = messages.flatMap(({ role, content }) => (role === 'system' ? [content] : [])).join('\n\n')
  const compactAt = typeof session === 'object' ? session.compactAt : undefined
  return {
    input: plainInput(messages.filter(({ role }) => role !== 'system')),
    store: true,
    ...(instructions !== '' && { instructions }),
    ...(previous !== undefined && { previous_response_id: previous }),
    ...(compactAt !== undefined && { context_management: [{ type: 'compaction', compact_threshold: compactAt }] }),
  }
}

/** What the API stored. Throws HoldfastError where it stored nothing, or goes on from another response than it was asked to. */
export function readStored(response: unknown, previous: string | undefined, label: string): NonNullable<Answer['stored']> {
  const { id, previous_response_id: continued, output } = fieldsOf(response)
  const isOwn = (continued ?? undefined) === previous
  if (isOwn && typeof id === 'string' && id !== '' && id.length <= LONGEST_ID)
    return { id, compactions: Array.isArray(output) ? output.filter((item) => fieldsOf(item).type === 'compaction').length : 0 }
  throw new HoldfastError(
    'ENDPOINT',
    `Failed to call ${label}: ${isOwn ? 'its reply has no id to go on from' : 'its reply does not go on from the one before, by previous_response_id'}. It keeps no conversation: say session: true in its entry.`,
  )
}

/**
 * The answer of the Responses API: a model's refusal, or none with `refused` for a prompt's. Throws RetryableError where another attempt
 * may help, else HoldfastError.
 */
export function readResponse(response: unknown, label: string): Answer {
  return tellingUsage(response, 'input', 'output', () => readAnswer(response, label))
}

function readAnswer(response: unknown, label: string): Answer {
  const reply = fieldsOf(response)
  const fields = new ReplyFields()
  const status = fields.read(shortText, reply.status, 'status')
  const failed = reply.error || status === 'failed'
  const failure = failed ? (errorIn(reply) ?? { message: 'the response failed and gives no reason' }) : undefined
  const facts = () => ({ usage: fields.usage(reply.usage, 'input', 'output'), served: fields.served(reply), ...fields.told })
  if (failure) {
    const answer = answerOf(400, failure)
    if (answer) return { ...answer, ...facts() }
    throw failureOf(statusOf(failure.code), failure, label)
  }
  if (!Array.isArray(reply.output)) throw new RetryableError('the reply has no output')
  if (status !== undefined && status !== 'completed' && status !== 'incomplete') throw new RetryableError(`the reply is ${status}`)
  const output = readOutput(reply.output, fields)
  const all = output.filter(({ type }) => type === 'message')
  const final = all.filter(({ phase }) => phase === 'final_answer')
  const messages = final.length > 0 ? final : all
  // What a model remarks before its final answer is a thought.
  const others = output.filter((item) => item.type === 'reasoning' || (item.type === 'message' && !messages.includes(item)))
  const reasoning = others.flatMap(({ thoughts }) => thoughts || [])
  const cutBy = fields.read(shortText, fieldsOf(reply.incomplete_details).reason, 'incomplete_details.reason')
  // A cut answer is now and then reported as completed; its message tells.
  const told = messages.some(({ isCut }) => isCut) ? 'length' : 'stop'
  const ended = status === 'incomplete' ? (finishOf(cutBy) ?? 'incomplete') : told
  return {
    content: messages.map(({ text }) => text).join('') || messages.map(({ refusal }) => refusal).join(''),
    finish: output.some(({ type = '' }) => /_call$/.test(type) && !HOSTED.has(type)) ? 'tool_calls' : ended,
    ...(reasoning.length > 0 && { reasoning: reasoning.join('\n\n') }),
    ...facts(),
  }
}

function readOutput(output: unknown, fields: ReplyFields) {
  const word = (of: Fields, name: string) => fields.read(anyText, of[name], `output.${name}`)
  const texts = (parts: readonly Fields[], name: string) => parts.flatMap((part) => word(part, name) ?? [])
  return fields.objects(output, 'output').map((item) => {
    const [parts, summary] = [fields.objects(item.content, 'output.content'), fields.objects(item.summary, 'output.summary')]
    const said = parts.filter((part) => word(part, 'type') === 'output_text')
    if (item.type === 'message') for (const part of parts) if (!KNOWN_PARTS.has(word(part, 'type') ?? '')) fields.leaveOut('content')
    return {
      type: word(item, 'type'),
      phase: word(item, 'phase'),
      isCut: word(item, 'status') === 'incomplete',
      text: texts(said, 'text').join(''),
      refusal: texts(parts, 'refusal').join(''),
      // The thoughts themselves where the endpoint sends them, else their summary.
      thoughts: texts(parts, 'text').join('\n\n') || texts(summary, 'text').join('\n\n'),
    }
  })
}

/** A code of OpenAI as the HTTP status it stands for; gateways send the status itself. What is unknown is final. */
function statusOf(code: string | undefined): number {
  const status = STATUS_OF_CODE[code ?? ''] ?? Number(code)
  return status >= 400 && status < 600 ? status : 400
}
