import { z } from 'zod'
import { dataError, orUndefined, usageError } from '../../core/base/errors.ts'
import type { Signal } from '../../core/base/platformTypes.ts'
import type { ModelEntry } from '../../core/format/modelEntry.ts'
import { withoutCredentials } from '../../core/format/modelUri.ts'
import { bodyTexts, type HttpCall, type HttpSettings } from '../../core/format/sessionSettings.ts'
import { readSessionReply, type Session } from '../candidate.ts'
import { answerToFailure } from '../endpointFailure.ts'
import { addressOf, openaiClient } from '../openaiClient.ts'
import { readBody } from '../readBody.ts'
import { LONGEST_TIMER_MS, type Transport } from '../transport.ts'
import { type Conversing, isolationOnce, takeTurn } from './liveSession.ts'

/** What the placeholders of a path or a body stand for. */
type Values = Readonly<Partial<Record<'text' | 'user' | 'id' | 'instructions', string>>>

const PLACEHOLDER = /\{(text|user|id|instructions)\}/g

/** Id of a session, as an application gives it. */
const sessionId = z.union([z.string().min(1).max(1000), z.number()]).transform(String)

/**
 * An application behind HTTP that keeps its own conversation, as its entry says: paths, bodies with placeholders, and where things stand in
 * its replies. Keys, redirects, proxies and sizes are as with any endpoint. Throws HoldfastError where a secret would go over plain http.
 */
export function httpSessions(url: string, entry: ModelEntry, settings: HttpSettings): Transport {
  const label = withoutCredentials(url)
  const client = openaiClient(label, addressOf(label, url, entry), entry, () => undefined)
  const { open, send, fork, compact, close } = settings

  /** The text of the reply: one that nothing is read of may be of any kind. */
  async function call({ path, method, body }: HttpCall, values: Values, signal: Signal): Promise<string> {
    const request = {
      ...{ method: method.toLowerCase() as 'post', path: filledPath(path, values, label) },
      ...(body && { body: filled(body, values) }),
      ...{ signal: signal as AbortSignal, timeout: LONGEST_TIMER_MS },
    }
    return (await (await client()).request(request).asResponse()).text()
  }

  /** What stands in a reply. Throws HoldfastError where that is nothing. */
  function needed(reply: unknown, pointer: string, field: string): unknown {
    const found = at(reply, pointer)
    if (found !== undefined) return found
    throw dataError(`Failed to read the reply of ${label}: it has nothing at ${pointer}. Mend session.${field} in its entry.`)
  }

  const idIn = (text: string, pointer: string, field: string) => {
    // It was opened, and is not opened again for a reply that nobody can read.
    const reply = orUndefined(() => readBody(text))
    const { data } = sessionId.safeParse(needed(reply, pointer, field))
    if (data !== undefined) return data
    throw dataError(`Failed to read the reply of ${label}: what stands at ${pointer} is no id. Mend session.${field} in its entry.`)
  }

  const conversation = (id: string, user: string, instructions: string): Session => ({
    async send(text, { signal }) {
      const reply = readBody(await call(send, { text, user, id, instructions }, signal))
      const usage = { promptTokens: at(reply, send.promptTokens), completionTokens: at(reply, send.completionTokens) }
      const isCounted = usage.promptTokens !== undefined && usage.completionTokens !== undefined
      const content = needed(reply, send.text, 'send.text')
      // Checked as whatever an application returns.
      return { content, ...(isCounted && { usage }), ...stateOf(reply, send) } as never
    },
    ...(fork && {
      async fork({ user: own, signal }) {
        const text = await call(fork, { user: own, id }, signal)
        return conversation(fork.id === undefined ? own : idIn(text, fork.id, 'fork.id'), own, instructions)
      },
    }),
    ...(compact && {
      async compact({ signal }) {
        const text = await call(compact, { user, id }, signal)
        return ((compact.compactions ?? compact.contextTokens) === undefined ? {} : stateOf(readBody(text), compact).state) as never
      },
    }),
    ...(close && { close: ({ signal }) => call(close, { user, id }, signal) }),
  })

  const by: Conversing = {
    ...{ label, entry },
    candidate: {
      async open({ user, instructions = '', signal }) {
        const text = open ? await call(open, { user, id: user, instructions }, signal) : ''
        return conversation(open?.id === undefined ? user : idIn(text, open.id, 'open.id'), user, instructions)
      },
    },
    context: ({ key: { suite, item: id, trial } }, signal) => ({ signal, item: { suite, id }, trial }),
    read: (value) => readSessionReply(value, label),
    failed: (error) => answerToFailure(error, label, 'Check session in its entry against what the application takes.'),
  }
  const isolation = isolationOnce()
  const isTold = [open, send].some((own) => bodyTexts(own?.body).some((text) => text.includes('{instructions}')))
  return {
    label,
    simulated: false,
    keepsConversation: async () => true,
    probe: async (signal) => ({ usage: await isolation(by, signal as AbortSignal) }),
    async send(request, signal) {
      if (!isTold && request.messages.some(({ role, content }) => role === 'system' && content !== ''))
        throw usageError(
          `Failed to call ${label}: no body takes its instructions. Put {instructions} into the body of session.open or session.send in its entry, or leave out system(…).`,
        )
      await isolation(by, signal as AbortSignal)
      return takeTurn(by, request, signal as AbortSignal)
    },
  }
}

/** A body with values in its texts. They are data by then: nothing in them is a placeholder, a quote or code. */
function filled(body: unknown, values: Values): unknown {
  if (typeof body === 'string') return body.replace(PLACEHOLDER, (_, name: keyof Values) => values[name] ?? '')
  if (typeof body !== 'object' || body === null) return body
  if (Array.isArray(body)) return body.map((part) => filled(part, values))
  return Object.fromEntries(Object.entries(body).map(([name, part]) => [name, filled(part, values)]))
}

/** A path with values in it, each as one segment. Throws HoldfastError for an id that cannot be one. */
function filledPath(path: string, values: Values, label: string): string {
  return path.replace(PLACEHOLDER, (_, name: keyof Values) => {
    const value = values[name] ?? ''
    const encoded = orUndefined(() => encodeURIComponent(value))
    // A segment of dots leads elsewhere.
    if (encoded !== undefined && !/^\.*$/.test(encoded)) return encoded
    throw dataError(`Failed to call ${label}: the id ${JSON.stringify(value)} cannot stand in a path. Mend the application.`)
  })
}

function stateOf(reply: unknown, { compactions, contextTokens }: { compactions?: string | undefined; contextTokens?: string | undefined }) {
  return { state: { compactions: at(reply, compactions), contextTokens: at(reply, contextTokens) } }
}

/** What stands at a pointer, where there is one; null is nothing. */
function at(reply: unknown, pointer: string | undefined): unknown {
  return pointer === undefined ? undefined : (atPointer(reply, pointer) ?? undefined)
}

/** What stands at a JSON pointer (RFC 6901) in parsed JSON; undefined where that is nothing. */
export function atPointer(document: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1)
  return names.reduce<unknown>((found, name) => {
    const key = name.replace(/~1/g, '/').replace(/~0/g, '~')
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    return Array.isArray(found) && !/^\d+$/.test(key) ? undefined : (found as Record<string, unknown>)[key]
  }, document)
}
