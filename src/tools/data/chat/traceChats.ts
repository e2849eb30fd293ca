import { z } from 'zod'
import { groupBy, isObject, parse, parseLine } from '../../../kit.ts'
import type { Chat } from './chat.ts'

const attributes = z.array(z.object({ key: z.string(), value: z.unknown().optional() })).nullish()
const event = z.object({ name: z.string().nullish(), attributes })
const ids = { traceId: z.string().nullish(), spanId: z.string().nullish() }
const span = z.object({ ...ids, attributes, events: z.array(event).nullish() })
const record = z.object({
  ...ids,
  eventName: z.string().nullish(),
  attributes,
  body: z.unknown().optional(),
})

/** Traces and logs as the protocol of OpenTelemetry writes them as JSON (OTLP). */
export const traceFile = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span).nullish() })).nullish() })).default([]),
  resourceLogs: z.array(z.object({ scopeLogs: z.array(z.object({ logRecords: z.array(record).nullish() })).nullish() })).default([]),
})

/** A file of traces, or a line of one, with where it stands. */
export type TracePart = { readonly trace: z.output<typeof traceFile>; readonly where: string }

/** Messages that stand in one place: all of a call, or in events a part of them. */
type Piece = ReturnType<typeof pieceOf>

/**
 * The conversations of traces: of all calls with one `gen_ai.conversation.id`, or in one trace where they have none, that with the most
 * messages, since each call is sent all that was said before. Messages are attributes (`gen_ai.input.messages`) or the older events, of
 * which those of one span are one call.
 *
 * @throws HoldfastError naming the file and the call whose messages are no JSON.
 */
export function traceChats(parts: readonly TracePart[]): Chat[] {
  const pieces = parts.flatMap(piecesOf).filter(({ messages }) => messages.length > 0)
  const calls = [...groupBy(pieces, ({ key }) => key).values()].flatMap((own) => {
    const [events, wholes] = [own.filter(({ isPart }) => isPart), own.filter(({ isPart }) => !isPart)]
    const named = own.find((piece) => piece.named !== undefined)?.named
    const joined = events.slice(0, 1).map((first) => ({ ...first, messages: events.flatMap(({ messages }) => messages) }))
    return [...joined, ...wholes].map((call) => ({ ...call, conversation: call.named ?? named ?? call.trace }))
  })
  return [...groupBy(calls, ({ conversation }) => conversation)].map(([name, own]) => {
    const { messages, where } = own.reduce((best, call) => (call.messages.length >= best.messages.length ? call : best))
    return { name, messages, where }
  })
}

function piecesOf({ trace: { resourceSpans, resourceLogs }, where }: TracePart): Piece[] {
  const spans = resourceSpans.flatMap(({ scopeSpans }) => (scopeSpans ?? []).flatMap((scope) => scope.spans ?? []))
  const records = resourceLogs.flatMap(({ scopeLogs }) => (scopeLogs ?? []).flatMap((scope) => scope.logRecords ?? []))
  return [
    ...spans.flatMap((own, index) =>
      [{ name: undefined, attributes: own.attributes }, ...(own.events ?? [])].map((one) =>
        pieceOf(own, one.name, plain(one.attributes), `${where}, span ${own.spanId || index + 1}`, where),
      ),
    ),
    ...records.map((own, index) => {
      const body = plainValue(own.body)
      const said = { ...plain(own.attributes), ...(isObject(body) ? body : {}) }
      const name = own.eventName ?? textIn(said['event.name'])
      return pieceOf(own, name, said, `${where}, ${own.spanId ? `span ${own.spanId}` : `record ${index + 1}`}`, where)
    }),
  ]
}

/** @param place the span or record. @param where the file, or the line of it. */
function pieceOf(
  { traceId, spanId, attributes: own }: z.output<typeof record>,
  name: string | null | undefined,
  said: Readonly<Record<string, unknown>>,
  place: string,
  where: string,
) {
  const named = textIn(plain(own)['gen_ai.conversation.id'])
  return {
    // A span may be written in several lines. Without an id, events of one line and one trace belong together.
    /** The call that events are of. */
    key: JSON.stringify(spanId ? [traceId, spanId] : [traceId, where, named]),
    where: place,
    /** Name of the conversation that it says it is of. */
    named,
    trace: traceId ? `trace ${traceId}` : `${where}, without a trace`,
    isPart: PART.test(name ?? ''),
    messages: messagesIn(name, said, place),
  }
}

/** Events of one message each, as they were until version 1.36 of the conventions: the role is in their name. */
const MESSAGE = /^gen_ai\.(system|user|assistant|tool)\.message$/
/** Events that have a part of a call's messages. */
const PART = /^gen_ai\.(?:(?:system|user|assistant|tool)\.message|choice)$/

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
  ]
}

/** A value that may be written as JSON within the JSON. @throws HoldfastError naming its place where it begins as JSON and is none. */
function unpacked(value: unknown, where: string): unknown {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? parseLine(value, where) : value
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
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
