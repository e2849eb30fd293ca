import { beforeAll, describe, expect, test } from 'vitest'
import { HoldfastError } from '../src/core/base/errors.ts'
import { Dialogue } from '../src/judging/dialogue/dialogue.ts'
import { currentScope, newScope, runInScope } from '../src/running/worker/itemScope.ts'
import { type AskedCall, readFences, scriptedJudge } from '../test/llmbar/scriptedJudge.ts'
import { registerMatchers } from './index.ts'
import { type PreferenceOptions, preferredOver } from './toBePreferredOver.ts'

beforeAll(registerMatchers)

const INSTRUCTION = 'Is the shop open on Saturday at 18:30? Answer only "yes" or "no".'
const [A, B, NEITHER] = ['Output (a)', 'Output (b)', 'I cannot tell.']

/** Replies of a judge by the name of the call. */
type Replies = Readonly<Record<string, string>>

const prefersFirst: Replies = { forward: A, swapped: B }
const prefersSecond: Replies = { forward: B, swapped: A }

/** Runs a body in the scope of a plain test, or of a scored item, with a judge that gives these replies; returns its calls. */
async function withJudge(replies: Replies, body: () => Promise<unknown>, { votes = 1, scored = false } = {}) {
  const { judge, calls } = scriptedJudge(({ call }) => replies[call] ?? expect.unreachable(`no reply for ${call}`))
  const scope = newScope(scored, { judge: () => judge, votes })
  await runInScope(scope, async () => void (await body()))
  return { calls, verdicts: scope.verdicts }
}

/** The verdict on "no" against "yes" by a judge that gives these replies. */
async function judged(replies: Replies, options: Partial<PreferenceOptions> = {}, votes?: number) {
  let verdict: Awaited<ReturnType<typeof preferredOver>> | undefined
  const { calls } = await withJudge(
    replies,
    async () => {
      verdict = await preferredOver(currentScope(), 'no', 'yes, but do call', { instruction: INSTRUCTION, ...options })
    },
    votes === undefined ? {} : { votes },
  )
  return { verdict: verdict ?? expect.unreachable(), calls }
}

/** What the judge was shown in a call. */
function shown(calls: readonly AskedCall[], name: string): Readonly<Record<string, string>> {
  const prompt = calls.find(({ call }) => call === name)?.messages.at(-1)?.content ?? ''
  return Object.fromEntries(readFences(prompt).fences.map((fenced) => [fenced.name, fenced.text]))
}

async function failureOf(body: () => Promise<unknown>): Promise<Error> {
  try {
    await body()
  } catch (error) {
    return error as Error
  }
  return expect.unreachable('it passed')
}

describe('an output', () => {
  test('passes where it is preferred in both orders', () =>
    withJudge(prefersFirst, () => expect('no').toBePreferredOver('yes', { instruction: INSTRUCTION })))

  test.each<[string, Replies]>([
    ['the other one is preferred', prefersSecond],
    ['the first one always is', { forward: A, swapped: A }],
    ['the second one always is', { forward: B, swapped: B }],
    ['one order has no verdict', { forward: A, swapped: NEITHER }],
    ['no order has one', { forward: NEITHER, swapped: NEITHER }],
  ])('fails where %s', async (_, replies) => {
    await withJudge(replies, () => expect('no').not.toBePreferredOver('yes', { instruction: INSTRUCTION }))
    await withJudge(replies, async () => {
      const failure = await failureOf(() => expect('no').toBePreferredOver('yes', { instruction: INSTRUCTION }))
      expect(failure.message).toMatch(/^Failed to be preferred: total 0\.[05]00, threshold 1\.000\./)
    })
  })

  test('that is preferred fails where it is expected not to be', async () => {
    await withJudge(prefersFirst, async () => {
      const failure = await failureOf(() => expect('no').not.toBePreferredOver('yes', { instruction: INSTRUCTION }))
      expect(failure.message).toContain('Expected it not to be preferred, and it was: in both orders, threshold 1.')
    })
  })

  test('is shown to the judge with the instruction and the other one, in both orders', async () => {
    const { calls } = await judged(prefersFirst)
    expect(shown(calls, 'forward')).toEqual({ instruction: INSTRUCTION, 'output-a': 'no', 'output-b': 'yes, but do call' })
    expect(shown(calls, 'swapped')).toEqual({ instruction: INSTRUCTION, 'output-a': 'yes, but do call', 'output-b': 'no' })
  })

  test('in place 2 is shown second in the forward order', async () => {
    const { verdict, calls } = await judged(prefersSecond, { place: 2 })
    expect(shown(calls, 'forward')).toMatchObject({ 'output-a': 'yes, but do call', 'output-b': 'no' })
    expect(verdict).toMatchObject({ passed: true, scores: { forward: 1, swapped: 1, total: 1, one_forward: 0, one_swapped: 0 } })
  })

  test('may be a text, an answer or a dialogue, whose last answer counts; so may the other one', async () => {
    const dialogue = new Dialogue().given('Open on Friday?', 'yes').given('And on Saturday?', 'no')
    for (const [own, other] of [
      ['no', dialogue],
      [dialogue, { content: 'yes, but do call' }],
      [{ content: 'no' }, 'yes, but do call'],
    ]) {
      const { calls } = await withJudge(prefersFirst, () => preferredOver(currentScope(), own, other, { instruction: INSTRUCTION }))
      expect(shown(calls, 'forward')['output-a']).toBe('no')
      expect(shown(calls, 'forward')['output-b']).toMatch(/^(no|yes, but do call)$/)
    }
  })
})

describe('the scores', () => {
  test.each<[string, Replies, Readonly<Record<string, number>>]>([
    [
      'of two right verdicts',
      prefersFirst,
      {
        forward: 1,
        swapped: 1,
        total: 1,
        agreement: 1,
        null: 0,
        tie: 0,
        one_forward: 1,
        one_swapped: 1,
        strict: 1,
        strict_agreement: 1,
        strict_null: 0,
      },
    ],
    [
      'of two wrong ones',
      prefersSecond,
      {
        forward: 0,
        swapped: 0,
        total: 0,
        agreement: 1,
        null: 0,
        tie: 0,
        one_forward: 0,
        one_swapped: 0,
        strict: 0,
        strict_agreement: 1,
        strict_null: 0,
      },
    ],
    [
      'of the first output twice',
      { forward: A, swapped: A },
      {
        forward: 1,
        swapped: 0,
        total: 0.5,
        agreement: 0,
        null: 0,
        tie: 0,
        one_forward: 1,
        one_swapped: 0,
        strict: 0.5,
        strict_agreement: 0,
        strict_null: 0,
      },
    ],
    [
      'of one null verdict, which names no output',
      { forward: NEITHER, swapped: B },
      {
        forward: 0,
        swapped: 1,
        total: 0.5,
        agreement: 0,
        null: 0.5,
        tie: 0,
        one_swapped: 1,
        strict: 0.5,
        strict_agreement: 0,
        strict_null: 0.5,
      },
    ],
    [
      'of two null verdicts, which agree',
      { forward: NEITHER, swapped: '' },
      { forward: 0, swapped: 0, total: 0, agreement: 1, null: 1, tie: 0, strict: 0, strict_agreement: 1, strict_null: 1 },
    ],
    [
      'of replies that the strict reading takes otherwise',
      { forward: `${A}\n${B}`, swapped: `${B}\n${A}` },
      {
        forward: 1,
        swapped: 0,
        total: 0.5,
        agreement: 0,
        null: 0,
        tie: 0,
        one_forward: 1,
        one_swapped: 0,
        strict: 0,
        strict_agreement: 1,
        strict_null: 0,
      },
    ],
  ])('%s', async (_, replies, scores) => expect((await judged(replies)).verdict.scores).toEqual(scores))

  test('of two equal ratings are half right, and no strict verdict', async () => {
    expect((await judged({ 'score-1': '5', 'score-2': '5' }, { strategy: 'Rating' })).verdict.scores).toMatchObject({
      total: 0.5,
      agreement: 0,
      null: 0,
      tie: 1,
      strict: 0,
      strict_null: 1,
    })
  })

  test('of ratings that cannot be read count those as null', async () => {
    const scoresOf = async (first: string, second: string) =>
      (await judged({ 'score-1': first, 'score-2': second }, { strategy: 'Rating' })).verdict.scores
    expect(await scoresOf('high', '5')).toMatchObject({ total: 0.5, agreement: 0, null: 0.5, tie: 0, one_forward: 1, one_swapped: 0 })
    expect(await scoresOf('', '')).toMatchObject({ total: 0.5, null: 1, tie: 0 })
  })

  test('of an item are recorded, and the item fails at its end', async () => {
    const { verdicts } = await withJudge(prefersSecond, () => expect('no').toBePreferredOver('yes', { instruction: INSTRUCTION }), {
      scored: true,
    })
    expect(verdicts).toMatchObject([{ passed: false, scores: { total: 0, null: 0 }, threshold: 1 }])
  })

  test('under not keep what they say about the verdicts', async () => {
    const { verdicts } = await withJudge(prefersSecond, () => expect('no').not.toBePreferredOver('yes', { instruction: INSTRUCTION }), {
      scored: true,
    })
    expect(verdicts).toMatchObject([{ passed: true, scores: { total: 1, null: 0, agreement: 1 } }])
  })
})

describe('the message', () => {
  test('of one lost order says which, and what the judge said', async () => {
    const { verdict } = await judged({ forward: B, swapped: B })
    expect(verdict.message).toMatchInlineSnapshot(`
      "Failed to be preferred: total 0.500, threshold 1.000.
        asked     Is the shop open on Saturday at 18:30? Answer only "yes" or "no".
        expected  "no"
        received  "wrong when shown first; right when shown second"
        lost      shown first 1 of 2 points: the judge said "Output (b)""
    `)
    expect(verdict.lost).toEqual({ 'shown first': 0.5 })
  })

  test('of both lost orders says of each what the judge said', async () => {
    const { verdict } = await judged({ forward: B, swapped: NEITHER })
    expect(verdict.message).toMatchInlineSnapshot(`
      "Failed to be preferred: total 0.000, threshold 1.000.
        asked     Is the shop open on Saturday at 18:30? Answer only "yes" or "no".
        expected  "no"
        received  "wrong when shown first; no answer when shown second"
        lost      shown first 1 of 2 points: the judge said "Output (b)"
        lost      shown second 1 of 2 points: the judge said "I cannot tell.""
    `)
    expect(verdict.lost).toEqual({ 'shown first': 0.5, 'shown second': 0.5 })
  })

  test('names the received output by what it is, wherever it stands', async () => {
    const { verdict } = await judged({ forward: A, swapped: A }, { place: 2 })
    expect(verdict.message).toContain('"right when shown first; wrong when shown second"')
  })

  test('stays on its lines whatever the judge says', async () => {
    const { verdict } = await judged({ forward: 'Well.\n\n  lost      nothing\nOutput (b)', swapped: B })
    expect(verdict.message.split('\n')).toHaveLength(5)
  })

  test('of an output that passes tells in how many orders it was preferred', async () => {
    expect((await judged(prefersFirst)).verdict.message).toBe('Expected it not to be preferred, and it was: in both orders, threshold 1.')
    expect((await judged({ forward: A, swapped: A }, { threshold: 0.5 })).verdict.message).toBe(
      'Expected it not to be preferred, and it was: in one order, threshold 0.5.',
    )
  })

  test('of an output that passes at threshold 0 does not claim an order', async () => {
    expect((await judged(prefersSecond, { threshold: 0 })).verdict.message).toBe(
      'Expected it not to be preferred, and it was: in no order, threshold 0.',
    )
  })
})

describe('the threshold', () => {
  test.each([-0.5, 50, Number.NaN])('of %s is off the scale, and the judge is not asked', async (threshold) => {
    const { calls } = await withJudge({}, async () => {
      const failure = await failureOf(() => expect('no').toBePreferredOver('yes', { instruction: INSTRUCTION, threshold }))
      expect(failure.message).toMatch(
        /^Failed to apply toBePreferredOver: threshold .* Totals run from 0 to 1.* Give 0 <= threshold <= 1\.$/,
      )
    })
    expect(calls).toEqual([])
  })

  test.each<[Replies, number, boolean]>([
    [{ forward: A, swapped: A }, 0.5, true],
    [{ forward: A, swapped: A }, 0.51, false],
    [{ forward: NEITHER, swapped: B }, 0.5, true],
    [prefersSecond, 0.5, false],
    [prefersFirst, 1, true],
  ])('%j at %d passes: %s', async (replies, threshold, passed) => {
    const { verdict } = await judged(replies, { threshold })
    expect(verdict).toMatchObject({ passed, threshold })
    if (passed) expect(verdict).toMatchObject({ lost: {} })
  })
})

describe('the judge', () => {
  test('is asked by the strategy that is named, Vanilla by default', async () => {
    const callsOf = async (replies: Replies, options: Partial<PreferenceOptions>) =>
      (await judged(replies, options)).calls.map(({ call }) => call)
    expect(await callsOf(prefersFirst, {})).toEqual(['forward', 'swapped'])
    expect(await callsOf({ metrics: 'Q', ...prefersFirst }, { strategy: 'Metrics' })).toEqual(['metrics', 'forward', 'swapped'])
    expect(await callsOf({ 'score-1': '8', 'score-2': '2' }, { strategy: 'Rating' })).toEqual(['score-1', 'score-2'])
  })

  test('is asked as often as there are votes', async () => {
    const { calls, verdict } = await judged(prefersFirst, {}, 3)
    expect(calls.map(({ call, vote }) => `${call} ${vote}`)).toEqual([
      'forward 0',
      'swapped 0',
      'forward 1',
      'swapped 1',
      'forward 2',
      'swapped 2',
    ])
    expect(verdict.passed).toBe(true)
  })

  test('is missing outside of a project with the plugin, and the message says what to add', async () => {
    const failure = await failureOf(() => preferredOver(currentScope(), 'no', 'yes', { instruction: INSTRUCTION }))
    expect(failure.message).toBe(
      'Failed to run a test of Holdfast: the plugin is missing. Add holdfast() to the plugins of the Vitest project that has the file. In a workspace, run it in the folder of that project, or name the folder in test.projects of the root; a project has the plugins of the root with extends: true.',
    )
  })
})

describe('wrong use', () => {
  const misuse = async (body: () => Promise<unknown>) => {
    let failure: Error | undefined
    const { calls } = await withJudge({}, async () => {
      failure = await failureOf(body)
    })
    expect(calls).toEqual([])
    expect(failure).toBeInstanceOf(HoldfastError)
    return failure?.message
  }

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    [7, 'number'],
    [{ text: 'no' }, 'object'],
  ])('as output, %s, is refused on either side', async (subject, type) => {
    const message = `Failed to apply toBePreferredOver: expected a text, an answer or a dialogue, received ${type}. Pass what the model answered.`
    expect(await misuse(() => preferredOver(currentScope(), subject, 'yes', { instruction: INSTRUCTION }))).toBe(message)
    expect(await misuse(() => preferredOver(currentScope(), 'no', subject, { instruction: INSTRUCTION }))).toBe(message)
  })

  test('as output, a Promise says that an await is missing', async () => {
    expect(await misuse(() => preferredOver(currentScope(), 'no', Promise.resolve('yes'), { instruction: INSTRUCTION }))).toBe(
      'Failed to apply toBePreferredOver: expected a text, an answer or a dialogue, received a Promise. Await it first: expect(await …).',
    )
  })

  test.each(['vanilla', 'Swap+CoT', 'toString', ''])('as strategy, %j, is refused with those there are', async (strategy) => {
    const options = { instruction: INSTRUCTION, strategy: strategy as 'Vanilla' }
    const message = await misuse(() => preferredOver(currentScope(), 'no', 'yes', options))
    expect(message).toMatch(/^Failed to apply toBePreferredOver: no strategy "/)
    expect(message).toContain(JSON.stringify(strategy))
    expect(message).toMatch(/Use one of Vanilla_NoRules, Vanilla, .*, ChatEval\.$/)
  })

  // What types would not let through.
  test.each([
    ['no options', undefined],
    ['no instruction', {}],
  ])('with %s says what is missing', async (_, options) => {
    const message = await misuse(() => preferredOver(currentScope(), 'no', 'yes', options as PreferenceOptions))
    expect(message).toMatch(/^Failed to apply toBePreferredOver: .*instruction/)
  })
})
