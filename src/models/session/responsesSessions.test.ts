import { createServer } from 'node:http'
import { describe, expect, onTestFinished, test } from 'vitest'
import { boundCandidate } from '../../../test/boundCandidate.ts'
import { listen } from '../../../test/listen.ts'
import type { ModelEntry } from '../../core/format/modelEntry.ts'

// The fields are those of ResponseCreateParams, Response and ResponseCompactionItem in the types of `openai` 6.49
// (resources/responses/responses.d.ts), and what is done with them is said by developers.openai.com/api/docs/guides/context-management.

interface Sent {
  readonly input: readonly { readonly role: string; readonly content: string }[]
  readonly instructions?: string
  readonly previous_response_id?: string
  readonly context_management?: readonly { readonly type: string; readonly compact_threshold: number }[]
  readonly store?: boolean
}

type Stored = { readonly said: readonly string[]; readonly compactions: number }

/** What the API does otherwise. */
interface Fault {
  readonly status?: (count: number) => number
  /** Text of an error. */
  readonly refusal?: string
  readonly answer?: object
  /** Status of a deletion, by its number. */
  readonly deletion?: (count: number) => number
  /** Deletions that must come at once before any is answered. */
  readonly together?: number
  /** Milliseconds before an answer, by its number. */
  readonly delay?: (count: number) => number
}

/**
 * The API as far as a conversation needs it: it stores each response under its id, answers with all that it knows of the conversation, and
 * compacts from so many tokens, of four characters each, to the last text.
 */
async function api(fault: Fault = {}) {
  const stored = new Map<string, Stored>()
  const [bodies, deleted]: [Sent[], string[]] = [[], []]
  const deleting = { now: 0, most: 0 }
  let goOn = () => {}
  const together = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'DELETE') {
      const id = String(request.url?.split('/').at(-1))
      deleted.push(id)
      const refused = fault.deletion?.(deleted.length) ?? 200
      deleting.now += 1
      deleting.most = Math.max(deleting.most, deleting.now)
      // How many come at once is not up to how fast the machine is: the first wait for each other.
      if (deleting.now === fault.together) goOn()
      if (fault.together !== undefined) await together
      deleting.now -= 1
      if (refused !== 200) return reply(refused, { error: { message: 'slow down' } })
      return stored.delete(id) ? reply(200, { id, object: 'response.deleted', deleted: true }) : reply(404, { error: { message: 'gone' } })
    }
    if (request.method === 'GET') return reply(404, { error: { message: 'no list of models' } })
    const body = JSON.parse(text) as Sent
    bodies.push(body)
    const count = bodies.length
    const status = fault.status?.(count) ?? 200
    if (status !== 200) return reply(status, { error: { message: fault.refusal ?? 'not now' } })
    const before = body.previous_response_id === undefined ? { said: [], compactions: 0 } : stored.get(body.previous_response_id)
    if (!before) return reply(404, { error: { message: `Previous response with id '${body.previous_response_id}' not found.` } })
    let said = [...before.said, ...body.input.map(({ content }) => content)]
    const tokens = Math.ceil(said.join('').length / 4)
    const isFull = tokens > (body.context_management?.[0]?.compact_threshold ?? Number.POSITIVE_INFINITY)
    if (isFull) said = said.slice(-1)
    const id = `resp_${count}`
    if (body.store) stored.set(id, { said, compactions: before.compactions + Number(isFull) })
    await new Promise((resolve) => setTimeout(resolve, fault.delay?.(count) ?? 0))
    const content = [{ type: 'output_text', text: [body.instructions, ...said].filter(Boolean).join(' | '), annotations: [] }]
    return reply(200, {
      ...{ id, object: 'response', status: 'completed', model: 'm', previous_response_id: body.previous_response_id ?? null },
      output: [
        ...(isFull ? [{ type: 'compaction', id: `cmp_${count}`, encrypted_content: 'gAAAA' }] : []),
        { type: 'message', id: `msg_${count}`, role: 'assistant', status: 'completed', content },
      ],
      usage: { input_tokens: tokens, output_tokens: 1, total_tokens: tokens + 1 },
      ...fault.answer,
    })
  })
  return { base: `${await listen(server)}/v1`, bodies, stored, deleted, deleting }
}

async function candidate(fault: Fault = {}, entry: Partial<ModelEntry> = {}) {
  const server = await api(fault)
  const uri = `openai:m@${server.base}`
  return { ...server, ...boundCandidate({ uri, api: 'responses', session: { compactAt: 1000 }, ...entry }, '/') }
}

describe('a conversation that the Responses API keeps', () => {
  test('is stored, gets the new text alone, and its instructions with each turn', async () => {
    const { dialogue, bodies, journal } = await candidate()
    dialogue.system('Be brief.')
    expect((await dialogue.ask('one')).assistant).toBe('Be brief. | one')
    expect((await dialogue.ask('two')).assistant).toBe('Be brief. | one | two')
    const common = {
      model: 'm',
      store: true,
      instructions: 'Be brief.',
      context_management: [{ type: 'compaction', compact_threshold: 1000 }],
    }
    expect(bodies).toEqual([
      { ...common, input: [{ role: 'user', content: 'one' }] },
      { ...common, input: [{ role: 'user', content: 'two' }], previous_response_id: 'resp_1' },
    ])
    expect(journal.calls.at(-1)).toMatchObject({ session: { turn: 2, can: ['fork'], state: { compactions: 0, contextTokens: 2 } } })
    expect(journal.calls.at(-1)).not.toHaveProperty('stored')
  })

  test('is forked by its id: neither knows of the other', async () => {
    const { dialogue, bodies } = await candidate()
    await dialogue.ask('one')
    const branch = dialogue.branch()
    const [trunk, fork] = await Promise.all([dialogue.ask('two'), branch.ask('three')])
    expect([trunk.assistant, fork.assistant]).toEqual(['one | two', 'one | three'])
    expect(bodies.map((body) => body.previous_response_id)).toEqual([undefined, 'resp_1', 'resp_1'])
  })

  test('says how often it was compacted, forks too', async () => {
    const { dialogue } = await candidate()
    await dialogue.ask('x'.repeat(4000))
    expect(dialogue.session?.state).toEqual({ compactions: 0, contextTokens: 1000 })
    const turn = await dialogue.ask('two')
    expect(turn.assistant).toBe('two')
    expect(dialogue.session?.state).toEqual({ compactions: 1, contextTokens: 1001 })
    const branch = dialogue.branch()
    await branch.ask('three')
    expect(branch.session?.state).toEqual({ compactions: 1, contextTokens: 2 })
  })

  test('is deleted at the end with its forks, and what cannot be deleted is counted', async () => {
    const { dialogue, model, stored, deleted, counts } = await candidate()
    await dialogue.ask('one')
    const branch = dialogue.branch()
    await branch.ask('two')
    await dialogue.ask('three')
    await model.close?.()
    expect(deleted.toSorted()).toEqual(['resp_1', 'resp_2', 'resp_3'])
    expect(stored.size).toBe(0)
    expect(counts.unclosed).toBeUndefined()
    const other = await candidate()
    await other.dialogue.ask('one')
    other.stored.clear()
    await other.model.close?.()
    expect(other.counts.unclosed).toBe(1)
  })

  test('is deleted a few at a time, and again where the API asks to wait', async () => {
    const { dialogue, model, stored, deleting, deleted, counts } = await candidate({
      deletion: (count) => (count === 2 ? 429 : 200),
      together: 4,
    })
    for (let turn = 0; turn < 12; turn += 1) await dialogue.ask(`turn ${turn}`)
    await model.close?.()
    expect({ left: stored.size, most: deleting.most, asked: deleted.length }).toEqual({ left: 0, most: 4, asked: 13 })
    expect(counts.unclosed).toBeUndefined()
  })

  test('one that cannot be deleted keeps no other', async () => {
    const { dialogue, model, stored, counts } = await candidate({ deletion: (count) => (count === 1 ? 404 : 200) })
    for (let turn = 0; turn < 6; turn += 1) await dialogue.ask(`turn ${turn}`)
    await model.close?.()
    expect({ left: stored.size, unclosed: counts.unclosed }).toEqual({ left: 1, unclosed: 1 })
  })

  test('is deleted without a warning of Node, however long it was', async () => {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const { dialogue, model, deleted } = await candidate()
    for (let turn = 0; turn < 12; turn += 1) await dialogue.ask(`turn ${turn}`)
    await model.close?.()
    await new Promise((resolve) => setImmediate(resolve))
    expect({ deleted: deleted.length, warnings }).toEqual({ deleted: 12, warnings: [] })
  })

  test.each([
    ['a busy server', { status: (count: number) => (count === 2 ? 503 : 200) }],
    [
      'an error of the server, since an answer that did not come is none of the conversation',
      { status: (count: number) => (count === 2 ? 500 : 200) },
    ],
    ['a timeout', { delay: (count: number) => (count === 2 ? 60_000 : 0) }],
  ])('goes on from the last answer after %s, and no turn is in it twice', async (_, fault) => {
    const { dialogue, bodies } = await candidate(fault, { timeoutSeconds: 'delay' in fault ? 2 : 60 })
    await dialogue.ask('one')
    expect((await dialogue.ask('two')).assistant).toBe('one | two')
    expect((await dialogue.ask('three')).assistant).toBe('one | two | three')
    expect(bodies.map((body) => body.previous_response_id)).toEqual([undefined, 'resp_1', 'resp_1', 'resp_3'])
  })

  test('is asked a first question that is stored nowhere', async () => {
    const { transport, bodies, stored } = await candidate()
    await transport.probe?.(new AbortController().signal, {})
    expect(bodies).toMatchObject([{ store: false }])
    expect(stored.size).toBe(0)
  })
})

describe('an endpoint that keeps no conversation is told', () => {
  test.each([
    ['no id', { answer: { id: undefined } }, 'its reply has no id to go on from. It keeps no conversation'],
    ['an id that is no text', { answer: { id: { a: 1 } } }, 'its reply has no id to go on from'],
    [
      'another conversation',
      { answer: { previous_response_id: null } },
      'its reply does not go on from the one before, by previous_response_id',
    ],
  ])('%s', async (_, fault, message) => {
    const { dialogue } = await candidate(fault)
    const talk = async () => {
      await dialogue.ask('one')
      await dialogue.ask('two')
    }
    await expect(talk()).rejects.toThrow(message)
  })

  test('an error under status 200 is told as it is', async () => {
    const answer = { id: undefined, output: undefined, error: { code: 'invalid_image', message: 'no such picture' } }
    const { dialogue } = await candidate({ answer })
    await expect(dialogue.ask('one')).rejects.toThrow('no such picture')
  })

  test('what it refuses is not left out of the request', async () => {
    const { dialogue, bodies } = await candidate({ status: () => 400, refusal: "Unknown parameter: 'context_management'." })
    await expect(dialogue.ask('one')).rejects.toThrow("Unknown parameter: 'context_management'.")
    expect(bodies).toHaveLength(1)
  })
})

test.each([
  ['chat completions', { api: 'chat' as const }, "only the Responses API keeps conversations. Use an openai: model with api: 'responses'"],
  ['a simulated model', { uri: 'sim:oracle' }, 'only the Responses API keeps conversations'],
  ['a batch', { batch: true }, 'a session has no Batch API'],
])('%s cannot be asked for one', (_, entry, message) => {
  const given = { uri: 'openai:m@http://127.0.0.1:9/v1', api: 'responses', session: { compactAt: 1000 }, ...entry }
  expect(() => boundCandidate(given as never, '/')).toThrow(message)
})
