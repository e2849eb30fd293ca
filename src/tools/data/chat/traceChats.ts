import { z } from 'zod'
import { groupBy, parse, parseLine } from '../../../kit.ts'
import type { Chat } from './chat.ts'

const attributes = z.array(z.object({ key: z.string(), value: z.unknown().optional() })).nullish()
const event = z.object({ name: z.string().nullish(), attributes })
const span = z.object({
  traceId: z.string().nullish(),
  spanId: z.string().nullish(),
  attributes,
  events: z.array(event).nullish(),
})
const record = z.object({
  traceId: z.string().nullish(),
  spanId: z.string().nullish(),
  eventName: z.string().nullish(),
  attributes,
  body: z.unknown().optional(),
})

/** Traces and logs as the protocol of OpenTelemetry writes them as JSON (OTLP). */
export const traceFile = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span).nullish() })).nullish() })).default([]),
  resourceLogs: z.array(z.object({ scopeLogs: z.array(z.object({ logRecords: z.array(record).nullish() })).nullish() })).default([]),
})

/** A file of traces as it is read. */
export type TraceFile = z.output<typeof traceFile>

/** What one call of a model carried. */
interface Call {
  readonly id: string
  readonly conversation: string
  readonly messages: readonly unknown[]
}

/**
 * The conversations of traces: of all calls with one `gen_ai.conversation.id`, or in one trace where they have none, that with the most
 * messages, since each call is sent all that was said before. Messages are attributes (`gen_ai.input.messages`) or the older events.
 *
 * @throws HoldfastError naming the file and the call whose messages are no JSON.
 */
export function traceChats(files: readonly TraceFile[], path: string): Chat[] {
  const calls = files.flatMap((file) => callsOf(file, path)).filter(({ messages }) => messages.length > 0)
  // Events of one call may be records of their own.
  const whole = [...groupBy(calls, ({ id }) => id).values()].map((own) => ({
    ...(own.find(({ conversation }) => !conversation.startsWith('trace ')) ?? (own[0] as Call)),
    messages: own.flatMap(({ messages }) => messages),
  }))
  return [...groupBy(whole, ({ conversation }) => conversation)].map(([name, own]) => {
    const longest = own.reduce((best, call) => (call.messages.length >= best.messages.length ? call : best))
    return { name, messages: longest.messages, where: `${path}, ${longest.id}` }
  })
}

function callsOf({ resourceSpans, resourceLogs }: TraceFile, path: string): Call[] {
  const spans = resourceSpans.flatMap(({ scopeSpans }) => (scopeSpans ?? []).flatMap((scope) => scope.spans ?? []))
  const records = resourceLogs.flatMap(({ scopeLogs }) => (scopeLogs ?? []).flatMap((scope) => scope.logRecords ?? []))
  return [
    ...spans.map((own, index) => {
      const call = callOf(own, index)
      const all = [{ name: undefined, attributes: own.attributes }, ...(own.events ?? [])]
      return { ...call, messages: all.flatMap((one) => messagesIn(one.name, plain(one.attributes), `${path}, ${call.id}`)) }
    }),
    ...records.map((own, index) => {
      const call = callOf(own, index)
      const body = plainValue(own.body)
      const said = { ...plain(own.attributes), ...(isObject(body) ? body : {}) }
      return { ...call, messages: messagesIn(own.eventName ?? textIn(said['event.name']), said, `${path}, ${call.id}`) }
    }),
  ]
}

function callOf({ traceId, spanId, attributes: own }: z.output<typeof record>, index: number): Omit<Call, 'messages'> {
  const conversation = textIn(plain(own)['gen_ai.conversation.id'])
  return { id: spanId ? `span ${spanId}` : `record ${index + 1}`, conversation: conversation ?? `trace ${traceId ?? 'without an id'}` }
}

/** Events of one message each, as they were until version 1.36 of the conventions: the role is in their name. */
const MESSAGE = /^gen_ai\.(system|user|assistant|tool)\.message$/

function messagesIn(name: string | null | undefined, said: Readonly<Record<string, unknown>>, where: string): unknown[] {
  const [, role] = MESSAGE.exec(name ?? '') ?? []
  if (role !== undefined) return [{ content: said.content, role }]
  if (name === 'gen_ai.choice') {
    // Further choices are other answers to the same question.
    if (Number(said.index ?? 0) > 0) return []
    const message = unpacked(said.message, `${where}, message`)
    return [{ role: 'assistant', content: isObject(message) ? message.content : (message ?? said.content) }]
  }
  const listed = (key: string): unknown[] => {
    const value = unpacked(said[key], `${where}, ${key}`)
    return value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]
  }
  const instructions = listed('gen_ai.system_instructions')
  return [
    ...(instructions.length > 0 ? [{ role: 'system', parts: instructions }] : []),
    ...listed('gen_ai.input.messages'),
    ...listed('gen_ai.output.messages').slice(0, 1),
    // Those of version 1.27 and before.
    ...listed('gen_ai.prompt'),
    ...listed('gen_ai.completion').slice(0, 1),
  ]
}

/** A value that may be written as JSON within the JSON. @throws HoldfastError naming its place where it begins as JSON and is none. */
function unpacked(value: unknown, where: string): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? parseLine(value, where) : value
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function plain(own: z.output<typeof attributes>): Readonly<Record<string, unknown>> {
  return Object.fromEntries((own ?? []).map(({ key, value }) => [key, plainValue(value)]))
}

/** A value of OTLP, which names its type. */
const anyValue = z.object({
  stringValue: z.string().optional(),
  intValue: z.union([z.string(), z.number()]).optional(),
  doubleValue: z.number().optional(),
  boolValue: z.boolean().optional(),
  arrayValue: z.object({ values: z.array(z.unknown()).optional() }).optional(),
  kvlistValue: z.object({ values: z.array(z.object({ key: z.string(), value: z.unknown().optional() })).optional() }).optional(),
})

function plainValue(value: unknown): unknown {
  if (!isObject(value)) return undefined
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = parse(anyValue, value, 'a value of the trace')
  if (arrayValue) return (arrayValue.values ?? []).map(plainValue)
  if (kvlistValue) return plain(kvlistValue.values)
  return stringValue ?? intValue ?? doubleValue ?? boolValue
}
