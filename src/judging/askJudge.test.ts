import { describe, expect, test } from 'vitest'
import { UnscoredError } from '../core/base/errors.ts'
import type { AskOptions, Model } from '../models/model.ts'
import type { Answer, Message } from '../models/transport.ts'
import { asItIs, askJudge, type JudgeRequest } from './askJudge.ts'

interface Asked {
  readonly messages: readonly Message[]
  readonly options: AskOptions
}

/** A judge that gives these replies in order. */
function stubJudge(...replies: (string | Answer)[]): { judge: Model; asked: Asked[] } {
  const asked: Asked[] = []
  const ask: Model['ask'] = async (prompt, options = {}) => {
    if (!Array.isArray(prompt)) return expect.unreachable('a judge is sent messages')
    asked.push({ messages: prompt, options })
    const reply = replies[asked.length - 1] ?? expect.unreachable('asked too often')
    return typeof reply === 'string' ? { content: reply } : reply
  }
  return { judge: { name: 'stub:judge', simulated: false, ask }, asked }
}

/** Takes yes and no; says of anything else what it is. */
const request: JudgeRequest<boolean> = {
  prompt: 'Is it so?',
  call: 'verdict',
  parse: ({ content }: Answer) => (/^(yes|no)$/.test(content) ? { value: content === 'yes' } : { unusable: `it says ${content}` }),
}

const again = (reply: string): Message[] => [
  { role: 'assistant', content: reply },
  {
    role: 'user',
    content: `That reply cannot be used: it says ${reply}. Reply again, in the form asked for and with nothing else.`,
  },
]

describe('a usable reply', () => {
  test.each([
    ['yes', true],
    ['no', false],
  ])('%s is taken at once, also where its value is false', async (reply, value) => {
    const { judge, asked } = stubJudge(reply)
    expect(await askJudge(judge, request)).toBe(value)
    expect(asked).toEqual([
      { messages: [{ role: 'user', content: 'Is it so?' }], options: { call: 'verdict', ask: 0, vote: 0, unread: true } },
    ])
  })

  test('may have the value undefined', async () => {
    const { judge, asked } = stubJudge('refused')
    expect(await askJudge<boolean | undefined>(judge, { ...request, parse: () => ({ value: undefined }) })).toBeUndefined()
    expect(asked).toHaveLength(1)
  })
})

describe('an unusable reply', () => {
  test('is asked again with the reply and the reason', async () => {
    const { judge, asked } = stubJudge('perhaps', 'yes')
    expect(await askJudge(judge, request)).toBe(true)
    expect(asked.map(({ options }) => options.ask)).toEqual([0, 1])
    expect(asked[1]?.messages).toEqual([{ role: 'user', content: 'Is it so?' }, ...again('perhaps')])
  })

  test('is asked three times in all, each with the last reply only, and leaves the item unscored', async () => {
    const { judge, asked } = stubJudge('perhaps', 'maybe', 'both')
    const error = await askJudge(judge, request).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UnscoredError)
    expect(error).toMatchObject({ code: 'UNSCORED' })
    expect((error as Error).message).toMatchInlineSnapshot(
      `"Failed to judge: stub:judge gave no usable reply to verdict in 3 attempts (it says both). Read it with npx holdfast show <run> <item> --calls."`,
    )
    expect(asked.map(({ options }) => options.ask)).toEqual([0, 1, 2])
    expect(asked[2]?.messages).toEqual([{ role: 'user', content: 'Is it so?' }, ...again('maybe')])
    // What was sent first is left as it was.
    expect(asked[0]?.messages).toHaveLength(1)
  })

  test('may be usable the third time', async () => expect(await askJudge(stubJudge('perhaps', 'maybe', 'no').judge, request)).toBe(false))
})

test('the vote and the options go with every ask', async () => {
  const { judge, asked } = stubJudge('perhaps', 'yes')
  await askJudge(judge, { ...request, vote: 2, options: { temperature: 0, json: true, maxTokens: 9 } })
  const common = { call: 'verdict', vote: 2, unread: true, temperature: 0, json: true, maxTokens: 9 }
  expect(asked.map(({ options }) => options)).toEqual([
    { ...common, ask: 0 },
    { ...common, ask: 1 },
  ])
})

test('a failure of the endpoint is not asked again', async () => {
  let asks = 0
  const ask = () => {
    asks += 1
    return Promise.reject(new Error('out of order'))
  }
  await expect(askJudge({ name: 'stub:judge', simulated: false, ask }, request)).rejects.toThrow('out of order')
  expect(asks).toBe(1)
})

const cut = (content: string): Answer => ({ content, finish: 'length', usage: { promptTokens: 9, completionTokens: 50 } })

describe('a reply that its cap cut off', () => {
  test('is put again with more room, without what was cut off, even if it could be read', async () => {
    const { judge, asked } = stubJudge(cut('yes'), cut('ye'), 'yes')
    expect(await askJudge(judge, { ...request, options: { maxTokens: 50 } })).toBe(true)
    expect(asked.map(({ options }) => [options.ask, options.maxTokens])).toEqual([
      [0, 50],
      [1, 200],
      [2, 800],
    ])
    for (const { messages } of asked) expect(messages).toEqual([{ role: 'user', content: 'Is it so?' }])
  })

  test('three times leaves the item unscored, and the reason says what to raise', async () => {
    const { judge } = stubJudge(cut('y'), cut('y'), cut(''))
    const failed = askJudge(judge, { ...request, options: { maxTokens: 50 } })
    await expect(failed).rejects.toThrow(UnscoredError)
    await expect(failed).rejects.toThrow(/no usable reply.*cut off after 50 tokens with no text.*reasoningTokens/)
  })
})

describe('a reply that is taken as it is', () => {
  const whole = { prompt: 'Ask me.', call: 'question-1', options: { maxTokens: 20 }, parse: asItIs }

  test('may be anything that is not cut off, nothing too', async () => {
    for (const reply of ['Why?', '']) expect(await askJudge(stubJudge(reply).judge, whole)).toBe(reply)
  })

  test('is asked for again with more room where it was cut off', async () => {
    const { judge, asked } = stubJudge(cut('Wh'), 'Why?')
    expect(await askJudge(judge, whole)).toBe('Why?')
    expect(asked.map(({ options }) => [options.ask, options.maxTokens])).toEqual([
      [0, 20],
      [1, 80],
    ])
  })

  test('counts cut off where the rules read it as it is, but not without text', async () => {
    expect(await askJudge(stubJudge(cut('Output (a)')).judge, { ...whole, cutTextCounts: true })).toBe('Output (a)')
    const { judge, asked } = stubJudge(cut(' '), 'Output (b)')
    expect(await askJudge(judge, { ...whole, cutTextCounts: true })).toBe('Output (b)')
    expect(asked).toHaveLength(2)
  })

  // A replay answers a question that was never put with nothing.
  const UNRECORDED: Answer = { content: '', cached: true }
  test.each([
    [
      'three cut replies, as long as the cap of the endpoint',
      [cut('W'), cut('W'), cut('W')],
      /cut off, the last time at 50 tokens: give .* a larger maxTokens/,
    ],
    ['one cut reply of a recording', [cut(''), UNRECORDED, UNRECORDED], /no text.*reasoningTokens/],
  ])('is none after %s', async (_what, replies, reason) => {
    const failed = askJudge(stubJudge(...replies).judge, whole)
    await expect(failed).rejects.toThrow(UnscoredError)
    await expect(failed).rejects.toThrow(reason)
  })
})
