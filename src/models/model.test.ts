import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { entryOf } from '../../test/entryOf.ts'
import { jsonLines } from '../../test/jsonLines.ts'
import { temporaryFolder } from '../../test/temporaryFolder.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { registerSecret } from '../core/base/secrets.ts'
import type { CallCounts } from '../core/format/itemResult.ts'
import { runFolder } from '../core/format/runFolder.ts'
import { plainTestKeys } from '../running/worker/plainTestKeys.ts'
import { Journal } from './journal.ts'
import { Limiter } from './limiter.ts'
import { bindModel } from './model.ts'
import { readCompletion } from './readCompletion.ts'
import { type RecordedCalls, readRecordedCalls } from './recordedCalls.ts'
import { type Answer, type Message, type RequestOptions, RetryableError, type Transport, type TransportRequest } from './transport.ts'

/** A model whose attempts are answered by the function, with all that can be seen of its calls. */
function modelOf(
  send: Transport['send'],
  {
    stopping = new AbortController().signal,
    limit = 1,
    reasoningTokens = 0,
    recorded,
    item = 'one',
    folder = temporaryFolder(),
    price,
  }: {
    stopping?: AbortSignal
    limit?: number
    reasoningTokens?: number
    recorded?: Promise<RecordedCalls>
    item?: string
    folder?: string
    price?: { in: number; out: number }
  } = {},
) {
  const counts: CallCounts = { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
  const model = bindModel({
    transport: { label: 'demo:model', simulated: false, reasoningTokens, send },
    entry: { ...entryOf('sim:null'), price },
    limiter: new Limiter(limit),
    journal: new Journal(runFolder(folder)),
    recorded,
    key: { suite: 'demo', item, role: 'candidate', trial: 2 },
    hints: { item: 'one', seed: 0, reference: () => 'of the item' },
    counts,
    stopping,
  })
  const journal = () => {
    const lines = readFileSync(runFolder(folder).calls, 'utf8').trim().split('\n')
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  return { model, counts, journal, folder: runFolder(folder) }
}

test('a call is journaled under its key before its answer is used', async () => {
  const { model, journal } = modelOf(async () => ({ content: 'yes' }))
  await model.ask('really?', { call: 'verdict', ask: 1, vote: 2 })
  expect(journal()).toEqual([
    {
      suite: 'demo',
      item: 'one',
      role: 'candidate',
      trial: 2,
      call: 'verdict',
      ask: 1,
      vote: 2,
      asked: expect.stringMatching(/^[0-9a-f]{32}$/),
      model: 'demo:model',
      content: 'yes',
      messages: [{ role: 'user', content: 'really?' }],
      ms: expect.any(Number),
      attempts: 1,
    },
  ])
})

describe('what was asked', () => {
  const parameters = fc.record({
    maxTokens: fc.option(fc.nat(3), { nil: undefined }),
    temperature: fc.option(fc.nat(2), { nil: undefined }),
    json: fc.constantFrom(undefined, true, { name: 'verdict', schema: { type: 'object' } }),
  })
  const talk = fc.array(fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: fc.string({ maxLength: 2 }) }), {
    minLength: 1,
    maxLength: 3,
  })
  const question = fc.record({ talk, parameters }) as fc.Arbitrary<{ talk: Message[]; parameters: RequestOptions }>
  const echo: Transport['send'] = async ({ messages, options }) => ({ content: JSON.stringify([messages, options]) })

  /** Tests of a file, each with its name, of which several may be equal, and what it asks. */
  const tests = fc.array(fc.record({ name: fc.constantFrom('p', 'q'), asks: question }), { minLength: 1, maxLength: 4 })
  const edit = fc.record({ isGone: fc.boolean(), name: fc.constantFrom(undefined, 'q'), asks: fc.option(question, { nil: undefined }) })
  const edits = fc.record({ of: fc.array(edit, { minLength: 4, maxLength: 4 }), isTurned: fc.boolean() })
  type Tests = { name: string; asks: { talk: Message[]; parameters: RequestOptions } }[]

  /** Runs the tests of a file. @returns its answers by item, and how many were asked anew. */
  async function answersOf(of: Tests, folder: string, recorded?: Promise<RecordedCalls>) {
    const keys = plainTestKeys(
      { name: 'demo' },
      of.map(({ name }, at) => [`${at}`, name]),
    )
    const answers: Record<string, string> = {}
    let askedAnew = 0
    for (const [at, { item }] of keys) {
      const { model, counts } = modelOf(echo, { item, folder, ...(recorded && { recorded }) })
      const { talk, parameters } = (of[Number(at)] as Tests[number]).asks
      answers[item] = (await model.ask(talk, parameters)).content
      askedAnew += counts.askedAnew ?? 0
    }
    return { answers, askedAnew }
  }

  test('decides whether a resumed run takes an answer: whatever was edited, renamed, deleted or moved, it is what a fresh run gets', () =>
    fc.assert(
      fc.asyncProperty(tests, edits, async (before, { of, isTurned }) => {
        const edited = before.flatMap(({ name, asks }, at) => {
          const { isGone, ...now } = of[at] as (typeof of)[number]
          return isGone ? [] : [{ name: now.name ?? name, asks: now.asks ?? asks }]
        })
        const now = isTurned ? edited.toReversed() : edited
        const [folder, other, fresh] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
        const first = await answersOf(before, folder)
        const recorded = readRecordedCalls(runFolder(folder))
        await recorded
        const resumed = await answersOf(now, other, recorded)
        const { answers } = await answersOf(now, fresh)
        expect(resumed.answers).toEqual(answers)
        // The echo tells what was asked: an answer that differs is of a question that was edited.
        const changed = Object.keys(answers).filter((item) => answers[item] !== first.answers[item])
        expect(resumed.askedAnew).toBe(changed.filter((item) => first.answers[item] !== undefined).length)
        const asked = runFolder(other).calls
        expect(existsSync(asked) ? jsonLines(readFileSync(asked, 'utf8')).length : 0).toBe(changed.length)
      }),
      { numRuns: 60 },
    ))

  test('is the same whether a text comes in segments or whole, and whatever the entry sends', async () => {
    const { model, journal } = modelOf(echo)
    await model.ask([
      {
        role: 'user',
        content: [
          { name: 'a', text: 'one ' },
          { name: 'b', text: 'two' },
        ],
      },
    ])
    await model.ask('one two')
    const [one, other] = journal()
    expect(other?.asked).toBe(one?.asked)
  })
})

test('an answer has no secret before anybody reads it, and so is scored as it is replayed', async () => {
  registerSecret('sk-model-secret-1')
  const sent: unknown[] = []
  const { model, counts, journal } = modelOf(async ({ messages }) => {
    sent.push(messages)
    const echo = 'it is sk-model-secret-1'
    return { content: echo, reasoning: echo, finish: echo, served: { model: echo, fingerprint: echo } }
  })
  const clean = 'it is [redacted]'
  const answer = { content: clean, reasoning: clean, finish: clean, served: { model: clean, fingerprint: clean } }
  expect(await model.ask('What is sk-model-secret-1?')).toEqual(answer)
  expect(journal()[0]).toMatchObject({ ...answer, messages: [{ role: 'user', content: 'What is [redacted]?' }] })
  expect(counts).toMatchObject({ served: [clean], fingerprints: [clean] })
  // Prompts are those of the benchmark.
  expect(sent).toEqual([[{ role: 'user', content: 'What is sk-model-secret-1?' }]])
})

test('an answer of an older recording has no secret either', async () => {
  registerSecret('sk-recorded-secret-1')
  const recorded = Promise.resolve({
    paid: [],
    isFinished: () => false,
    find: () => ({ get: () => ({ content: 'was sk-recorded-secret-1' }) }) as unknown as ReadonlyMap<string, Answer>,
  })
  const { model } = modelOf(async () => ({ content: 'asked' }), { recorded })
  expect(await model.ask('again')).toEqual({ content: 'was [redacted]' })
})

test('tokens of a reply that could not be used are counted, for they are paid for', async () => {
  let attempts = 0
  const { model, counts } = modelOf(async () => {
    attempts += 1
    if (attempts > 1) return { content: 'yes', usage: { promptTokens: 10, completionTokens: 3 } }
    return readCompletion({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 7 } }, 'demo:model')
  })
  await model.ask('really?', { call: 'verdict' })
  expect(counts).toEqual({ calls: 1, retries: 1, promptTokens: 20, completionTokens: 10 })
})

test('tokens, calls and retries of all calls add up', async () => {
  let attempts = 0
  const { model, counts } = modelOf(async () => {
    attempts += 1
    if (attempts === 2) throw new RetryableError('busy', 0)
    return { content: '', usage: { promptTokens: 10, completionTokens: 3 } }
  })
  await model.ask('one')
  await model.ask('two')
  expect(counts).toEqual({ calls: 2, retries: 1, promptTokens: 20, completionTokens: 6 })
})

test.each<[string, Error, number | undefined]>([
  ['by the timeout of its entry', new RetryableError('no answer within 9 s', 0, { timedOut: true }), 1],
  ['by a gateway', new RetryableError('upstream timed out', 0, { status: 504 }), 1],
  ['by nothing that goes by its length', new RetryableError('busy', 0, { status: 503 }), undefined],
])(
  'an answer that was cut off %s, and asked anew, is counted, journaled and counted again by who reads the journal',
  async (_by, error, counted) => {
    let attempts = 0
    const { model, counts, journal, folder } = modelOf(async () => {
      attempts += 1
      if (attempts === 2) throw error
      return { content: 'yes' }
    })
    await model.ask('one', { call: 'one' })
    await model.ask('two', { call: 'two' })
    expect(counts.timedOut).toBe(counted)
    expect(journal().map(({ timedOut }) => timedOut)).toEqual([undefined, counted && true])
    const again = modelOf(async () => ({ content: 'another' }), { recorded: readRecordedCalls(folder) })
    expect((await again.model.ask('two', { call: 'two' })).content).toBe('yes')
    expect(again.counts.timedOut).toBe(counted)
  },
)

test('an answer that nobody knows the price of is counted, also by who reads the journal', async () => {
  const price = { in: 1, out: 1 }
  const { model, counts, folder } = modelOf(async () => ({ content: 'yes' }), { price })
  await model.ask('one')
  const again = modelOf(async () => ({ content: 'another' }), { price, recorded: readRecordedCalls(folder) })
  expect((await again.model.ask('one')).content).toBe('yes')
  expect([counts.unmetered, again.counts.unmetered]).toEqual([1, 1])
})

test('a message in segments is sent as one text', async () => {
  const requests: TransportRequest[] = []
  const { model } = modelOf(async (request) => {
    requests.push(request)
    return { content: '' }
  })
  await model.ask([
    { role: 'system', content: 'be brief' },
    {
      role: 'user',
      content: [
        { name: 'context', text: 'a\n' },
        { name: 'instruction', text: 'b' },
      ],
    },
  ])
  expect(requests[0]?.messages).toEqual([
    { role: 'system', content: 'be brief' },
    { role: 'user', content: 'a\nb' },
  ])
})

test('thoughts in an answer stand apart, whatever it came through', async () => {
  const { model, journal } = modelOf(async () => ({ content: '<think>hm</think>\nwell' }))
  expect(await model.ask('really?')).toMatchObject({ content: 'well', reasoning: 'hm' })
  expect(journal()[0]).toMatchObject({ content: 'well', reasoning: 'hm' })
})

test.each([
  ['is held to its cap where there is room for thoughts on top', 500, 'and so on and so on and so on and', 'length'],
  ['is as long as the endpoint let it be where there is none', 0, 'and so on '.repeat(40), 'stop'],
])('what is said %s', async (_, reasoningTokens, content, finish) => {
  const { model } = modelOf(async () => ({ content: 'and so on '.repeat(40), finish: 'stop' }), { reasoningTokens })
  expect(await model.ask('really?', { maxTokens: 10 })).toMatchObject({ content, finish })
})

test('a prompt that is a function is built only when its turn comes', async () => {
  const events: string[] = []
  const { model } = modelOf(async ({ messages }) => {
    events.push(`sent ${messages[0]?.content}`)
    return { content: '' }
  })
  const ask = (name: string) =>
    model.ask(() => {
      events.push(`built ${name}`)
      return [{ role: 'user', content: name }]
    })
  await Promise.all([ask('a'), ask('b')])
  expect(events).toEqual(['built a', 'sent a', 'built b', 'sent b'])
})

test("the item's reference is a simulated model's hint, unless the call has its own", async () => {
  const seen: string[] = []
  const { model } = modelOf(async ({ hints }) => {
    seen.push(hints.reference())
    return { content: '' }
  })
  await model.ask('one')
  await model.ask('two', { simulation: { reference: 'of the call' } })
  expect(seen).toEqual(['of the item', 'of the call'])
})

test('an error for good reaches the caller as it is, and the journal', async () => {
  const refused = new HoldfastError('ENDPOINT', 'Failed to call it: 400. Mend it.')
  const { model, journal } = modelOf(async () => {
    throw refused
  })
  await expect(model.ask('one')).rejects.toBe(refused)
  expect(journal()).toMatchObject([{ error: refused.message, attempts: 1 }])
})

test('stopping the run while a call waits for its next attempt is told as such, not as a fault of the endpoint', async () => {
  const controller = new AbortController()
  const { model } = modelOf(
    async () => {
      setImmediate(() => controller.abort())
      throw new RetryableError('busy', 50_000)
    },
    { stopping: controller.signal },
  )
  await expect(model.ask('one')).rejects.toThrow('Failed to call demo:model: the run was stopped. Finish it with HOLDFAST_RESUME.')
})

test('what simulated models answer is the reference of the call, else the one of the item', async () => {
  const requests: TransportRequest[] = []
  const { model } = modelOf(async (request) => {
    requests.push(request)
    return { content: request.hints.reference() }
  })
  expect((await model.ask('really?', { reference: 'of the call' })).content).toBe('of the call')
  expect((await model.ask('really?', { reference: 'of the call', simulation: { reference: 'of the turn' } })).content).toBe('of the call')
  expect((await model.ask('really?')).content).toBe('of the item')
  // What is sent says nothing of it.
  expect(JSON.stringify(requests.map(({ messages, options }) => ({ messages, options })))).not.toContain('of the call')
})
