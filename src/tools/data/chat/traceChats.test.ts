import { describe, expect, test } from 'vitest'
import { parse } from '../../../core/base/data/parse.ts'
import { chatTurns } from './chat.ts'
import { traceChats, traceFile } from './traceChats.ts'

// Spans and records as opentelemetry-proto writes them as JSON; attributes and events as the conventions for GenAI name them.
const text = (stringValue: string) => ({ stringValue })
const attributes = (own: Readonly<Record<string, unknown>>) =>
  Object.entries(own).map(([key, value]) => ({ key, value: typeof value === 'string' ? text(value) : value }))
const spans = (...own: readonly object[]) => ({ resourceSpans: [{ resource: {}, scopeSpans: [{ scope: {}, spans: own }] }] })
const said = (role: string, content: string) => ({ role, parts: [{ type: 'text', content }] })
const read = (...files: readonly unknown[]) =>
  traceChats(files.map((file, at) => ({ trace: parse(traceFile, file, 'trace.json'), where: at === 0 ? 'trace.json' : `entry ${at + 1}` })))
const talk = (...files: readonly unknown[]) => read(...files).map((chat) => ({ name: chat.name, ...chatTurns(chat) }))
const turn = (user: string, assistant: string) => ({ user, assistant, names: [] })

const call = (spanId: string, own: Readonly<Record<string, unknown>>, more: object = {}) => ({
  traceId: 't',
  spanId,
  name: 'chat',
  attributes: attributes(own),
  ...more,
})

describe('attributes', () => {
  const first = [said('user', 'Where is it?')]
  const second = [...first, said('assistant', 'In Arran.'), said('user', 'And now?')]

  test('of the calls of one conversation that with the most messages is taken, in whatever trace it is', () => {
    const inputs = [first, second]
    const outputs = ['In Arran.', 'In Bute.']
    const own = inputs.map((input, at) =>
      call(
        `s${at}`,
        {
          'gen_ai.conversation.id': 'c7',
          'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Be brief.' }]),
          'gen_ai.input.messages': JSON.stringify(input),
          'gen_ai.output.messages': JSON.stringify([
            { ...said('assistant', outputs[at] ?? ''), finish_reason: 'stop' },
            said('assistant', 'Another choice.'),
          ]),
        },
        { traceId: `t${at}` },
      ),
    )
    const [conversation] = talk(spans(...own.toReversed()))
    expect(conversation).toEqual({
      name: 'c7',
      system: 'Be brief.',
      turns: [turn('Where is it?', 'In Arran.'), turn('And now?', 'In Bute.')],
      leftOut: 0,
    })
  })

  test('may be structured, and without an id calls of one trace are one conversation', () => {
    const structured = {
      arrayValue: {
        values: [
          {
            kvlistValue: {
              values: [
                { key: 'role', value: text('user') },
                { key: 'content', value: text('Hm?') },
                { key: 'n', value: { intValue: '1' } },
              ],
            },
          },
        ],
      },
    }
    expect(talk(spans(call('s', { 'gen_ai.input.messages': structured }), { traceId: 't', spanId: 'u' }))).toEqual([
      { name: 'trace t', system: '', turns: [turn('Hm?', '')], leftOut: 0 },
    ])
  })
})

test('the older events of a span are read: one message each, and the first choice', () => {
  const events = [
    { name: 'gen_ai.system.message', attributes: attributes({ content: 'Be brief.' }) },
    { name: 'gen_ai.user.message', attributes: attributes({ content: '[Where] is it?' }) },
    {
      name: 'gen_ai.choice',
      attributes: attributes({ index: { intValue: 0 }, message: JSON.stringify({ role: 'assistant', content: 'In Arran.' }) }),
    },
    { name: 'gen_ai.choice', attributes: attributes({ index: { intValue: 1 }, message: JSON.stringify({ content: 'In Bute.' }) }) },
  ]
  expect(talk(spans(call('s', {}, { events })))).toEqual([
    { name: 'trace t', system: 'Be brief.', turns: [turn('[Where] is it?', 'In Arran.')], leftOut: 0 },
  ])
})

test('and those that are records of a log, which belong to the span of their call', () => {
  const record = (name: object, body: Readonly<Record<string, unknown>>) => ({
    traceId: 't',
    spanId: 's',
    ...name,
    body: { kvlistValue: { values: attributes(body) } },
  })
  const message = { kvlistValue: { values: attributes({ role: 'assistant', content: 'In Arran.' }) } }
  const logRecords = [
    record({ eventName: 'gen_ai.user.message' }, { content: 'Where is it?' }),
    record({ attributes: attributes({ 'event.name': 'gen_ai.choice' }) }, { index: { intValue: 0 }, message }),
  ]
  expect(talk({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })[0]?.turns).toEqual([turn('Where is it?', 'In Arran.')])
})

test('messages that are no JSON are an error that names file, call and attribute', () =>
  expect(() => read(spans(call('s9', { 'gen_ai.input.messages': '[{"role": "user"' })))).toThrow(
    /^Failed to read trace\.json, span s9, gen_ai\.input\.messages: not JSON/,
  ))

test('a trace without messages has no conversation', () => expect(read(spans(call('s', { 'gen_ai.request.model': 'm' })))).toEqual([]))

describe('what belongs together', () => {
  const event = (name: string, content: string, ids: object) => ({
    ...{ ...ids, eventName: `gen_ai.${name}.message` },
    body: { kvlistValue: { values: attributes({ content }) } },
  })
  const logs = (...logRecords: readonly object[]) => ({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })
  const turns = (...files: readonly unknown[]) => talk(...files).map((chat) => chat.turns)

  test('records without a span are told apart by trace and by line', () => {
    const said = (traceId: string) => logs(event('user', `Q ${traceId}`, { traceId }), event('assistant', `A ${traceId}`, { traceId }))
    expect(turns(said('a'), said('b'))).toEqual([[turn('Q a', 'A a')], [turn('Q b', 'A b')]])
    expect(turns(said(''), said(''))).toEqual([[turn('Q ', 'A ')], [turn('Q ', 'A ')]])
  })

  test('spans of one id in two traces are two calls', () => {
    const said = (traceId: string) => logs(event('user', `Q ${traceId}`, { traceId, spanId: 's' }))
    expect(turns(said('a'), said('b'))).toEqual([[turn('Q a', '')], [turn('Q b', '')]])
  })

  test('events of one span are one call, in whatever lines they are', () => {
    const ids = { traceId: 't', spanId: 's' }
    expect(turns(logs(event('user', 'Q', ids)), logs(event('assistant', 'A', ids)))).toEqual([[turn('Q', 'A')]])
  })

  test('a span and its record of a log that have the same messages have them once', () => {
    const own = {
      'gen_ai.input.messages': JSON.stringify([said('user', 'Q')]),
      'gen_ai.output.messages': JSON.stringify([said('assistant', 'A')]),
    }
    const ids = { traceId: 't', spanId: 's' }
    const record = { ...ids, eventName: 'gen_ai.client.inference.operation.details', attributes: attributes(own) }
    expect(turns({ ...spans(call('s', own)), ...logs(record) })).toEqual([[turn('Q', 'A')]])
    const events = [event('user', 'Q', ids), event('assistant', 'A', ids)]
    expect(turns({ ...spans(call('s', own)), ...logs(...events) })).toEqual([[turn('Q', 'A')]])
  })
})
