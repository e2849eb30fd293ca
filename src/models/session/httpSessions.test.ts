import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { boundCandidate } from '../../../test/boundCandidate.ts'
import { listen } from '../../../test/listen.ts'
import { redactSecrets } from '../../core/base/secrets.ts'
import { type ModelEntry, modelEntry } from '../../core/format/modelEntry.ts'

interface Got {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>> | undefined
}

/** What the service does otherwise: gives a status, another reply, or none for some milliseconds. */
type Fault = (
  got: Got,
  before: readonly Got[],
) => { readonly status?: number; readonly reply?: unknown; readonly delay?: number } | undefined

/** A service that keeps threads, and repeats all that it knows of one. */
async function service(fault: Fault = () => undefined) {
  const threads = new Map<string, string[]>()
  const got: Got[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { method = '', url = '', headers } = request
    const own: Got = { method, url, headers, body: text === '' ? undefined : JSON.parse(text) }
    const { status = 200, reply: other, delay = 0 } = fault(own, got) ?? {}
    got.push(own)
    await new Promise((resolve) => setTimeout(resolve, delay))
    const reply = (body: unknown) => {
      if (response.destroyed) return
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (status !== 200 || other !== undefined) return reply(other ?? { error: 'not now' })
    const [, , coded = '', what] = new URL(url, 'http://host').pathname.split('/')
    const id = decodeURIComponent(coded)
    const said = threads.get(id) ?? []
    if (method === 'DELETE') return reply(void threads.delete(id))
    if (what === 'messages') {
      said.push(String(own.body?.text))
      return reply({
        message: { reply: said.join(' | ') },
        memory: { tokens: said.length, compactions: 0 },
        usage: { in: said.length, out: 1 },
      })
    }
    if (what === 'compact') {
      said.splice(0, said.length - 1)
      return reply({ memory: { tokens: said.length, compactions: 1 } })
    }
    const next = `thread ${threads.size + 1}/ü`
    threads.set(next, what === 'copy' ? [...said] : own.body?.instructions ? [String(own.body.instructions)] : [])
    return reply({ thread: { id: next } })
  })
  const turns = () => got.filter(({ body }) => body?.text !== undefined && !/code/.test(String(body.text))).map(({ body }) => body?.text)
  return { url: `${await listen(server)}/`, got, threads, turns }
}

const SETTINGS = {
  open: { path: '/threads', body: { for: '{user}', instructions: '{instructions}' }, id: '/thread/id' },
  send: {
    ...{ path: '/threads/{id}/messages', body: { text: '{text}', about: ['{id}', { by: '{user}' }, 7] }, text: '/message/reply' },
    ...{ compactions: '/memory/compactions', contextTokens: '/memory/tokens', promptTokens: '/usage/in', completionTokens: '/usage/out' },
  },
  fork: { path: '/threads/{id}/copy', id: '/thread/id' },
  compact: { path: '/threads/{id}/compact', compactions: '/memory/compactions', contextTokens: '/memory/tokens' },
  close: { path: '/threads/{id}' },
}

async function candidate({
  fault,
  session = SETTINGS,
  ...entry
}: { fault?: Fault; session?: object } & Partial<Omit<ModelEntry, 'session'>> = {}) {
  const server = await service(fault)
  return { ...server, ...boundCandidate({ uri: server.url, session: session as never, ...entry }, '/') }
}

afterEach(() => vi.unstubAllEnvs())

describe('a conversation that a service keeps', () => {
  test('is opened, told each text once, forked, compacted and closed, as the entry says', async () => {
    const { dialogue, model, got, journal, threads } = await candidate()
    dialogue.system('Be brief.')
    expect((await dialogue.ask('one')).assistant).toBe('Be brief. | one')
    const branch = dialogue.branch()
    expect((await dialogue.ask('two')).assistant).toBe('Be brief. | one | two')
    expect((await branch.ask('three')).assistant).toBe('Be brief. | one | three')
    expect(await dialogue.compact()).toEqual({ confirmed: true, state: { compactions: 1, contextTokens: 1 } })
    expect(journal.calls[1]).toMatchObject({
      usage: { promptTokens: 3, completionTokens: 1 },
      session: { turn: 2, can: ['fork', 'compact'], state: { compactions: 0, contextTokens: 3 } },
    })
    const open = threads.size
    await model.close?.()
    expect(open - threads.size).toBe(2)
    const id = `thread ${open - 1}/ü`
    expect(got.find(({ body }) => body?.text === 'one')).toMatchObject({
      ...{ method: 'POST', url: `/threads/${encodeURIComponent(id)}/messages` },
      body: { text: 'one', about: [id, { by: expect.stringMatching(/^user-/) }, 7] },
    })
  })

  test('may be named by its made-up user, without a request that opens it', async () => {
    const session = { send: { ...SETTINGS.send, path: '/threads/{user}/messages' } }
    const { dialogue, got, turns } = await candidate({
      session,
      fault: ({ body }) => ({ reply: { message: { reply: `${body?.text}!` } } }),
    })
    expect((await dialogue.ask('one')).assistant).toBe('one!')
    expect(turns()).toEqual(['one'])
    expect(got.at(-1)?.url).toMatch(/^\/threads\/user-[\w-]+\/messages$/)
    expect(dialogue.session).toMatchObject({ can: [], state: {} })
  })

  test('is told its instructions with each turn where the body of send takes them, forks too', async () => {
    const { dialogue, got } = await candidate({
      session: {
        ...SETTINGS,
        open: { path: '/threads', id: '/thread/id' },
        send: { ...SETTINGS.send, body: { text: '{text}', rules: '{instructions}' } },
      },
    })
    dialogue.system('Be brief.')
    await dialogue.ask('one')
    await dialogue.branch().ask('two')
    const told = got.filter(({ body }) => ['one', 'two'].includes(String(body?.text)))
    expect(told.map(({ body }) => body?.rules)).toEqual(['Be brief.', 'Be brief.'])
  })

  test.each([
    ['an open without a body', { ...SETTINGS, open: { path: '/threads', id: '/thread/id' } }],
    ['no open', { send: { ...SETTINGS.send, path: '/threads/{user}/messages' } }],
  ])('is sent nothing where no body takes its instructions: %s', async (_, session) => {
    const { dialogue, got } = await candidate({ session })
    dialogue.system('Be brief.')
    await expect(dialogue.ask('one')).rejects.toThrow('no body takes its instructions. Put {instructions} into the body of session.open')
    expect(got).toEqual([])
  })

  test('may say null of its usage and its state: it says nothing of them', async () => {
    const { dialogue, journal } = await candidate({
      fault: ({ url, body }) =>
        url.endsWith('/messages')
          ? { reply: { message: { reply: body?.text }, memory: { tokens: null, compactions: null }, usage: { in: null, out: null } } }
          : undefined,
    })
    expect((await dialogue.ask('one')).assistant).toBe('one')
    expect(dialogue.session?.state).toEqual({})
    expect(journal.calls.at(-1)).not.toHaveProperty('usage.promptTokens', null)
  })

  test('may answer in any words to what nothing is read of', async () => {
    const { open, send, fork, compact, close } = SETTINGS
    const session = { open: { ...open, id: undefined }, send, fork: { ...fork, id: undefined }, compact: { path: compact.path }, close }
    const { dialogue, model, counts } = await candidate({
      session,
      fault: ({ body }) => ({ reply: body?.text === undefined ? 'OK' : { message: { reply: body.text } } }),
    })
    await dialogue.ask('one')
    await dialogue.branch().ask('two')
    expect(await dialogue.compact()).toEqual({ confirmed: false, state: {} })
    await model.close?.()
    expect(counts.unclosed).toBeUndefined()
  })

  test('takes any text as it is: no quote, code or placeholder in it is read', async () => {
    const text = '"}, {id} {text} {user} $& $1 \\u0000 `process.env.HOME` \u2028 </script>'
    const { dialogue, got, turns } = await candidate()
    expect((await dialogue.ask(text)).assistant).toBe(text)
    expect(turns()).toEqual([text])
    expect(Object.keys(got.at(-1)?.body ?? {})).toEqual(['text', 'about'])
  })
})

describe('no turn is sent twice', () => {
  const second = (_: Got, before: readonly Got[]) => before.filter(({ body }) => body?.text === 'two').length === 0
  const when =
    (result: ReturnType<Fault>): Fault =>
    (got, before) =>
      got.body?.text === 'two' && second(got, before) ? result : undefined

  test.each([429, 503])('but after a clear refusal: %i', async (status) => {
    const { dialogue, turns } = await candidate({ fault: when({ status }) })
    await dialogue.ask('one')
    expect((await dialogue.ask('two')).assistant).toBe('one | two')
    expect(turns()).toEqual(['one', 'two', 'two'])
  })

  test.each([
    ['a timeout', { delay: 60_000 }],
    ['an error of the server', { status: 500 }],
    ['a reply that is no JSON', { reply: '<html>busy</html>' }],
  ])('%s loses the conversation', async (_, result) => {
    const { dialogue, turns } = await candidate({ fault: when(result), timeoutSeconds: 'delay' in result ? 2 : 60 })
    await dialogue.ask('one')
    await expect(dialogue.ask('two')).rejects.toThrow('It may have taken the turn, which is not sent twice')
    await expect(dialogue.ask('three')).rejects.toThrow('in the middle of a conversation')
    expect(turns()).toEqual(['one', 'two'])
  })
})

describe('what a service replies is told where it is not as the entry says', () => {
  const path = (part: string) => (url: string) => url.endsWith(part)
  test.each<[string, (url: string) => boolean, unknown, string]>([
    ['no id', path('/threads'), { id: 'a' }, 'it has nothing at /thread/id. Mend session.open.id in its entry.'],
    ['an id of another kind', path('/threads'), { thread: { id: ['a'] } }, 'what stands at /thread/id is no id'],
    ['an endless id', path('/threads'), { thread: { id: 'a'.repeat(1001) } }, 'what stands at /thread/id is no id'],
    ['an id that leads elsewhere', path('/threads'), { thread: { id: '..' } }, 'the id ".." cannot stand in a path. Mend the application.'],
    ['half a character as id', path('/threads'), { thread: { id: '\ud800' } }, 'cannot stand in a path'],
    ['no answer', path('/messages'), { message: {} }, 'it has nothing at /message/reply. Mend session.send.text in its entry.'],
    ['an answer of its prototype', path('/messages'), { message: [] }, 'it has nothing at /message/reply'],
    ['an answer that is no text', path('/messages'), { message: { reply: 7 } }, 'field content'],
    ['a state of another kind', path('/messages'), { message: { reply: 'a' }, memory: { tokens: 'many' } }, 'field state.contextTokens'],
  ])('%s', async (_, isAt, reply, message) => {
    const { dialogue } = await candidate({ fault: ({ url }) => (isAt(url) ? { reply } : undefined) })
    await expect(dialogue.ask('one')).rejects.toThrow(message)
  })

  test.each(['<html>busy</html>', ''])('a beginning whose reply is %j: it is not begun again', async (reply) => {
    const { dialogue, got } = await candidate({ fault: ({ url }) => (url.endsWith('/threads') ? { reply } : undefined) })
    await expect(dialogue.ask('one')).rejects.toThrow('it has nothing at /thread/id. Mend session.open.id in its entry.')
    expect(got).toHaveLength(1)
  })

  test('the check that conversations are apart ends with the run', async () => {
    const { transport, got } = await candidate({ fault: () => ({ status: 503 }) })
    const ending = new AbortController()
    const checked = transport.probe?.(ending.signal, {})
    checked?.catch(() => undefined)
    await vi.waitFor(() => expect(got).toHaveLength(1), { timeout: 60_000 })
    ending.abort(new Error('stopped'))
    await expect(checked).rejects.toThrow()
    expect(got).toHaveLength(1)
  })

  test('a status that no wait mends, with its text', async () => {
    const { dialogue } = await candidate({
      fault: ({ url }) => (url.endsWith('/messages') ? { status: 404, reply: { detail: 'no such thread' } } : undefined),
    })
    await expect(dialogue.ask('one')).rejects.toThrow(
      /Failed to call http:\/\/127\.0\.0\.1:\d+\/: .*no such thread\. Check session in its entry against what the application takes\./,
    )
  })

  test('threads that share their memory', async () => {
    const fault: Fault = ({ url, body }, before) =>
      url.endsWith('/messages')
        ? { reply: { message: { reply: [...before.map((own) => own.body?.text), body?.text].join(' | ') } } }
        : undefined
    const { dialogue } = await candidate({ fault })
    await expect(dialogue.ask('one')).rejects.toThrow('a session repeats what only another one was told')
  })
})

describe('a key', () => {
  const withKey = { headers: { 'x-key': '$SHOP_KEY' }, apiKeyEnv: 'SHOP_TOKEN' } as const
  const stub = () => {
    vi.stubEnv('SHOP_KEY', 'shop-key-4711-of-the-test')
    vi.stubEnv('SHOP_TOKEN', 'shop-token-4712-of-the-test')
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-somebody-else-4713')
    vi.stubEnv('OPENAI_ORG_ID', 'org-of-somebody-else')
  }

  test('goes to the service where the entry names it, and no other does', async () => {
    stub()
    const { dialogue, got } = await candidate(withKey)
    await dialogue.ask('one')
    expect(got[0]?.headers).toMatchObject({ 'x-key': 'shop-key-4711-of-the-test', authorization: 'Bearer shop-token-4712-of-the-test' })
    expect(redactSecrets('shop-key-4711-of-the-test shop-token-4712-of-the-test')).toBe('[redacted] [redacted]')
    const plain = await candidate()
    await plain.dialogue.ask('one')
    expect(plain.got[0]?.headers.authorization).toBeUndefined()
    expect(JSON.stringify(plain.got)).not.toContain('somebody-else')
  })

  test.each([
    ['a header', { headers: { 'x-key': '$SHOP_KEY' } }, 'http://shop.example/', 'SHOP_KEY would go to shop.example over plain http'],
    ['a token', { apiKeyEnv: 'SHOP_TOKEN' }, 'http://shop.example/', 'SHOP_TOKEN would go to shop.example over plain http'],
    ['a password', {}, 'http://me:pass-4714-word@shop.example/', 'the password in its URL would go to shop.example over plain http'],
  ])('goes nowhere over plain http: %s', (_, entry, uri, message) => {
    stub()
    expect(() => boundCandidate({ uri, session: SETTINGS as never, ...entry }, '/')).toThrow(message)
  })

  test('of the URL is in no label', () => {
    const { transport } = boundCandidate(
      { uri: 'https://me:pass-4714-word@shop.example/?key=long-secret-4715', session: SETTINGS as never },
      '/',
    )
    expect(transport.label).toBe('https://shop.example/?key=[redacted]')
  })
})

describe('an entry is refused before anything is sent', () => {
  const { send } = SETTINGS
  test.each([
    ['no text in the body', { send: { ...send, body: { text: 'x' } } }, 'send: its body has no {text}'],
    ['a path of another kind', { send: { ...send, path: 'threads' } }, 'send: path: expected a path that begins with /'],
    ['an unknown placeholder', { send: { ...send, path: '/{thread}' } }, 'send: path: a path takes {id} and {user} only'],
    ['a pointer of another kind', { send: { ...send, text: 'reply' } }, 'send: text: expected a JSON pointer'],
    ['a pointer that is no text', { send: { ...send, text: 5 } }, 'session: send: text: Invalid input: expected string'],
    ['no send', { close: SETTINGS.close }, 'an application behind HTTP needs send'],
    ['two kinds', { send, compactAt: 2000 }, 'compactAt is for the Responses API'],
    ['neither', {}, 'an application behind HTTP needs send, and one that the Responses API keeps needs compactAt'],
    ['no conversation', { send: { ...send, path: '/messages', body: { text: '{text}' } } }, 'put {id} or {user} into its path or its body'],
    ['a text in a name', { send: { ...send, body: { '{text}': 'x' } } }, 'its body has no {text}'],
    ['a fork of nothing', { send, fork: { path: '/copy', body: { by: '{user}' } } }, 'fork: it names no conversation: put {id} into'],
    ['a compaction of nothing', { send, compact: { path: '/compact' } }, 'compact: it names no conversation'],
    ['an end of nothing', { send, close: { path: '/threads' } }, 'close: it names no conversation'],
    ['an unknown placeholder in a body', { send: { ...send, body: { a: ['{text} {thread}'] } } }, 'and no {thread}'],
    [
      'a text before there is one',
      { send, open: { path: '/', body: { a: '{text}' } } },
      'open: its body takes {id}, {user}, {instructions}, and no {text}',
    ],
    ['an unknown field', { send, sends: {} }, 'Unrecognized key: "sends"'],
  ])('%s', (_, session, message) => {
    const { error } = modelEntry.safeParse({ uri: 'http://localhost', session })
    expect(error?.issues.map((issue) => [...issue.path, issue.message].join(': ')).join()).toContain(message)
  })

  test.each([
    ['an address alone', { uri: 'http://localhost:3000' }, 'it is an address alone. Use openai:<model>@<address> for a model'],
    ['the transcript of an address', { uri: 'http://localhost:3000', session: true as const }, 'it is an address alone'],
    ['paths of a model', { uri: 'sim:oracle', session: SETTINGS as never }, "Give that application's address as uri."],
  ])('%s', (_, entry, message) => {
    expect(() => boundCandidate(entry, '/')).toThrow(message)
  })
})
