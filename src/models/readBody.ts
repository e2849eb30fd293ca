import { parseJson } from '../core/base/data/parseJson.ts'
import { orUndefined } from '../core/base/errors.ts'
import { pageText } from './endpointFailure.ts'
import { type Fields, fieldsOf } from './replyFields.ts'
import { RetryableError } from './transport.ts'

/**
 * The JSON of a reply's body, whatever its content type says: with a BOM, with blank lines before it, or in the events of a stream that
 * nobody asked for. Throws RetryableError for any other text, with its beginning, and for a stream that broke off.
 */
export function readBody(body: string): unknown {
  const text = body.trim()
  const json = orUndefined(() => parseJson(text) as unknown)
  if (json !== undefined) return json
  if (/^(?:data|event|id|retry)?:/.test(text)) return joined(text)
  throw new RetryableError(text === '' ? 'the reply is empty' : `the reply is no JSON: ${JSON.stringify(pageText(text))}`)
}

/** The whole reply of a stream of events: that of the Responses API, or the deltas of a chat completion put together. */
function joined(text: string): unknown {
  const data = text.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
  const events = data.map((line) => fieldsOf(orUndefined(() => parseJson(line) as unknown)))
  const whole = events.findLast(({ response }) => response !== undefined)?.response
  if (whole !== undefined) return whole
  const failed = events.find(({ error }) => error)
  if (failed) return failed
  const choices = events.flatMap(({ choices: some }) => (Array.isArray(some) ? [fieldsOf(some[0])] : []))
  const ended = choices.findLast(({ finish_reason: reason }) => typeof reason === 'string')
  if (!ended && !data.includes('[DONE]')) throw new RetryableError('the reply is a stream of events that broke off')
  const message = choices.map(({ delta, message: said }) => fieldsOf(delta ?? said)).reduce(merged, {})
  const last = (name: string) => events.findLast((event) => event[name] !== undefined && event[name] !== null)?.[name]
  return {
    choices: [{ message, finish_reason: ended?.finish_reason ?? 'stop' }],
    ...Object.fromEntries(['model', 'usage', 'system_fingerprint'].map((name) => [name, last(name)])),
  }
}

/** Two parts of a message as one: texts and lists follow one another. */
function merged(one: Fields, other: Fields): Fields {
  const both = { ...one }
  for (const [name, part] of Object.entries(other)) {
    const before = both[name]
    if (typeof before === 'string' && typeof part === 'string' && name !== 'role') both[name] = before + part
    else if (Array.isArray(before) && Array.isArray(part)) both[name] = [...before, ...part]
    else both[name] = part ?? before
  }
  return both
}
