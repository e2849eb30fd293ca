import { describe, expect, test } from 'vitest'
import { type AskedCall, readFences, scriptedJudge } from '../../../test/llmbar/scriptedJudge.ts'
import { simulatedJudge } from '../../../test/simulatedJudge.ts'
import { judgePair } from './judgePair.ts'
import type { Pair, Winner } from './pair.ts'
import { type Comparison, STRATEGIES, STRATEGY_NAMES, type StrategyName } from './strategies.ts'

const PAIR: Pair = { instruction: 'Name a river.', outputs: ['The Rhine.', 'The Danube, I think.'] }
const A = 'Short. Therefore, Output (a) is better.'
const B = 'Long. Therefore, Output (b) is better.'
const NONE = 'I would rather not say.'

/** Judges the pair by a strategy, with replies by the name of the call. */
async function judge(strategy: StrategyName, replies: Readonly<Record<string, string>>, votes?: number) {
  const { judge: model, calls } = scriptedJudge(({ call }) => replies[call] ?? `no reply for ${call}`)
  const judgement = await judgePair(model, PAIR, { strategy: STRATEGIES[strategy], ...(votes !== undefined && { votes }) })
  return { judgement, calls, winners: [judgement.forward.winner, judgement.swapped.winner] }
}

/** The fenced texts of the last message of a call, by name. */
function fencedIn(calls: readonly AskedCall[], name: string): Readonly<Record<string, string>> {
  const prompt = calls.find(({ call }) => call === name)?.messages.at(-1)?.content ?? expect.unreachable(`no call ${name}`)
  return Object.fromEntries(readFences(prompt).fences.map((fenced) => [fenced.name, fenced.text]))
}

describe('a direct verdict', () => {
  test.each<[string, string, readonly Winner[]]>([
    ['Output (a)', 'Output (b)', [1, 1]],
    ['Output (b)', 'Output (a)', [2, 2]],
    ['Output (a)', 'Output (a)', [1, 2]],
    ['Output (b)', 'Output (b)', [2, 1]],
    [NONE, 'Output (a)', [null, 2]],
    ['', 'nothing', [null, null]],
    // A sentence is no label on a line.
    ['Therefore, Output (a) is better.', 'Output (b)', [null, 1]],
  ])('%j forward and %j swapped name the outputs %j', async (forward, swapped, expected) => {
    const { winners, judgement } = await judge('Vanilla', { forward, swapped })
    expect(winners).toEqual(expected)
    expect(judgement).toMatchObject({ tie: false, forward: { text: forward }, swapped: { text: swapped } })
  })

  test('that names neither output is not asked again', async () => {
    const { calls } = await judge('Vanilla', { forward: NONE, swapped: '' })
    expect(calls.map(({ call, ask }) => [call, ask])).toEqual([
      ['forward', 0],
      ['swapped', 0],
    ])
  })

  test('is read strictly as well: the last label counts', async () => {
    const { judgement } = await judge('Vanilla', { forward: 'Output (b)\nOutput (a)', swapped: 'Output (a)\nOutput (b)' })
    expect(judgement.forward).toMatchObject({ winner: 1, strictWinner: 1 })
    expect(judgement.swapped).toMatchObject({ winner: 2, strictWinner: 1 })
  })

  test('shows output 1 first and then output 2 first', async () => {
    const { calls } = await judge('Vanilla', {})
    expect(fencedIn(calls, 'forward')).toEqual({ instruction: PAIR.instruction, 'output-a': PAIR.outputs[0], 'output-b': PAIR.outputs[1] })
    expect(fencedIn(calls, 'swapped')).toEqual({ instruction: PAIR.instruction, 'output-a': PAIR.outputs[1], 'output-b': PAIR.outputs[0] })
  })
})

test.each<[string, string, readonly Winner[]]>([
  [A, B, [1, 1]],
  [B, A, [2, 2]],
  [NONE, A, [null, 2]],
  // A label on a line is no sentence, and officially a sentence needs something after it.
  ['Output (a)', 'Output (b) is better', [null, null]],
])('a reasoned verdict: %j forward and %j swapped name the outputs %j', async (forward, swapped, expected) => {
  expect((await judge('CoT', { forward, swapped })).winners).toEqual(expected)
})

describe('the calls of a strategy', () => {
  const METRICS = ['metrics', 150] as const
  const REFERENCE = ['reference', 384] as const
  const both = (cap: number) => [['forward', cap] as const, ['swapped', cap] as const]
  const RATING = [['score-1', 50] as const, ['score-2', 50] as const]

  // Caps and calls of docs/suites/llmbar.md, R1, R3 and R4; forward (a) and swapped (b) agree, so that no second stage follows.
  test.each<[StrategyName, readonly (readonly [string, number])[]]>([
    ['Vanilla_NoRules', both(50)],
    ['Vanilla', both(50)],
    ['Vanilla_1shot', both(50)],
    ['Vanilla_2shot', both(50)],
    ['CoT', both(300)],
    ['Swap', both(300)],
    ['Swap_CoT', both(300)],
    ['Metrics', [METRICS, ...both(50)]],
    ['Reference', [REFERENCE, ...both(50)]],
    ['Metrics_Reference', [METRICS, REFERENCE, ...both(50)]],
    ['Rating', RATING],
    ['Rating_NoRules', RATING],
    ['Rating_Metrics', [METRICS, ...RATING]],
    ['Rating_Reference', [REFERENCE, ...RATING]],
    ['Rating_Metrics_Reference', [METRICS, REFERENCE, ...RATING]],
  ])('%s have their caps, at temperature 0', async (strategy, expected) => {
    const { calls } = await judge(strategy, { forward: A, swapped: B, 'score-1': '7', 'score-2': '3' })
    expect(calls.map(({ call, maxTokens }) => [call, maxTokens])).toEqual(expected)
    expect(calls.map(({ temperature }) => temperature)).toEqual(calls.map(() => 0))
  })

  test.each<[StrategyName, number]>([
    ['Swap', 50],
    ['Swap_CoT', 300],
  ])('%s have a second stage of at most %i tokens', async (strategy, cap) => {
    const { calls } = await judge(strategy, { forward: A, swapped: A })
    expect(calls.slice(2).map(({ call, maxTokens, temperature }) => [call, maxTokens, temperature])).toEqual([
      ['forward-2', cap, 0],
      ['swapped-2', cap, 0],
    ])
  })

  test.each(STRATEGY_NAMES)('%s have the rules of judging where its name does not say otherwise', async (strategy) => {
    const { calls } = await judge(strategy, { forward: A, swapped: A })
    // A reference is asked for by the instruction alone.
    const judging = calls.filter(({ call }) => call !== 'reference')
    for (const { messages } of judging) {
      const text = messages.map(({ content }) => content).join('\n')
      expect(/\bhonest/i.test(text)).toBe(!strategy.endsWith('NoRules'))
    }
  })

  test.each<[StrategyName, number]>([
    ['Vanilla', 0],
    ['Vanilla_1shot', 1],
    ['Vanilla_2shot', 2],
  ])('%s show %i worked examples', async (strategy, shots) => {
    const { calls } = await judge(strategy, {})
    for (const { messages } of calls) expect(messages.filter(({ role }) => role === 'assistant')).toHaveLength(shots)
  })
})

describe('what a judge writes for itself', () => {
  test('is asked for once, without the outputs, and shown in both orders', async () => {
    const { calls } = await judge('Metrics_Reference', { metrics: ' 1. Is it a river?\n', reference: '\nThe Loire. ' })
    for (const { messages } of calls.slice(0, 2)) {
      const text = messages.map(({ content }) => content).join('\n')
      expect(text).toContain(PAIR.instruction)
      for (const output of PAIR.outputs) expect(text).not.toContain(output)
    }
    for (const order of ['forward', 'swapped']) {
      expect(fencedIn(calls, order)).toMatchObject({ questions: '1. Is it a river?', reference: 'The Loire.' })
    }
  })

  test('is shown even if it is empty', async () => {
    const { calls } = await judge('Metrics', { metrics: '' })
    expect(fencedIn(calls, 'forward')).toMatchObject({ questions: '' })
  })

  test('is shown beside either output that is rated', async () => {
    const { calls } = await judge('Rating_Metrics_Reference', { metrics: 'Q', reference: 'R', 'score-1': '1', 'score-2': '2' })
    expect(fencedIn(calls, 'score-1')).toEqual({ instruction: PAIR.instruction, output: PAIR.outputs[0], questions: 'Q', reference: 'R' })
    expect(fencedIn(calls, 'score-2')).toEqual({ instruction: PAIR.instruction, output: PAIR.outputs[1], questions: 'Q', reference: 'R' })
  })
})

describe.each(['Swap', 'Swap_CoT'] as const)('%s', (strategy) => {
  const decided = strategy === 'Swap' ? { first: 'Output (a)', second: 'Output (b)' } : { first: A, second: B }

  test.each<[string, string, readonly Winner[]]>([
    [A, B, [1, 1]],
    [B, A, [2, 2]],
    [NONE, A, [null, 2]],
    [A, NONE, [1, null]],
    [NONE, '', [null, null]],
  ])('takes %j and %j for final: they do not contradict each other', async (forward, swapped, expected) => {
    const second = { 'forward-2': decided.first, 'swapped-2': decided.first }
    const { winners, calls } = await judge(strategy, { forward, swapped, ...second })
    expect(winners).toEqual(expected)
    expect(calls.map(({ call }) => call)).toEqual(['forward', 'swapped'])
  })

  test.each([
    [A, A],
    [B, B],
  ])('decides again after %j and %j, and only that counts', async (forward, swapped) => {
    const outcomes: [string, string, readonly Winner[]][] = [
      [decided.first, decided.second, [1, 1]],
      [decided.second, decided.first, [2, 2]],
      [decided.first, decided.first, [1, 2]],
      [NONE, decided.second, [null, 1]],
      [NONE, NONE, [null, null]],
    ]
    for (const [one, two, expected] of outcomes) {
      const { winners, judgement } = await judge(strategy, { forward, swapped, 'forward-2': one, 'swapped-2': two })
      expect(winners).toEqual(expected)
      expect(judgement.forward.text).toBe(one)
    }
  })

  test('reads a second stage by its own rule', async () => {
    const [line, phrase] = ['Output (b)', 'Therefore, Output (b) is better.']
    const { winners } = await judge(strategy, { forward: A, swapped: A, 'forward-2': line, 'swapped-2': phrase })
    expect(winners).toEqual(strategy === 'Swap' ? [2, null] : [null, 1])
  })

  test('shows both explanations to a second stage, in the labels of the order now shown', async () => {
    // Forward, (a) is output 1; swapped, it is output 2. So the first text is for output 1 and the second for output 2.
    const forward = 'FORWARD: Output (a) is short, output (b) is not. Therefore, Output (a) is better.'
    const swapped = 'SWAPPED: Output (a) is long, output (b) is not. Therefore, Output (a) is better.'
    const { calls } = await judge(strategy, { forward, swapped })
    expect(fencedIn(calls, 'forward-2')).toEqual({
      instruction: PAIR.instruction,
      'output-a': PAIR.outputs[0],
      'output-b': PAIR.outputs[1],
      'explanation-a': forward,
      'explanation-b': 'SWAPPED: Output (b) is long, output (a) is not. Therefore, Output (b) is better.',
    })
    expect(fencedIn(calls, 'swapped-2')).toEqual({
      instruction: PAIR.instruction,
      'output-a': PAIR.outputs[1],
      'output-b': PAIR.outputs[0],
      'explanation-a': swapped,
      'explanation-b': 'FORWARD: Output (b) is short, output (a) is not. Therefore, Output (b) is better.',
    })
  })

  test('puts them the other way round where both found the second output better', async () => {
    const forward = 'FORWARD: Therefore, Output (b) is better.'
    const swapped = 'SWAPPED: Therefore, Output (b) is better.'
    const { calls } = await judge(strategy, { forward, swapped })
    expect(fencedIn(calls, 'forward-2')).toMatchObject({
      'explanation-a': 'SWAPPED: Therefore, Output (a) is better.',
      'explanation-b': forward,
    })
    expect(fencedIn(calls, 'swapped-2')).toMatchObject({
      'explanation-a': 'FORWARD: Therefore, Output (a) is better.',
      'explanation-b': swapped,
    })
  })
})

// Of the modules there are: help the judge writes for itself, with every kind of comparison.
test.each<[Comparison, readonly string[]]>([
  [{ kind: 'direct', shots: 0 }, ['forward', 'swapped']],
  [{ kind: 'reasoned' }, ['forward', 'swapped']],
  [{ kind: 'synthesis', reasoned: false }, ['forward', 'swapped', 'forward-2', 'swapped-2']],
  [{ kind: 'rating' }, ['score-1', 'score-2']],
  [{ kind: 'debate' }, ['forward-1-public', 'forward-1-critic', 'swapped-2-checker']],
])('a strategy of one’s own: %j shows its help in every call, and no rules where it has none', async (comparison, some) => {
  const { judge: model, calls } = scriptedJudge(({ call }) => (call === 'reference' ? 'The Loire.' : A))
  await judgePair(model, PAIR, { strategy: { rules: false, auxiliaries: ['reference'], comparison } })
  expect(calls[0]?.call).toBe('reference')
  expect(calls.map(({ call }) => call)).toEqual(expect.arrayContaining([...some]))
  for (const { call, messages } of calls.slice(1)) {
    expect(fencedIn(calls, call).reference, call).toBe('The Loire.')
    expect(messages.map(({ content }) => content).join('\n'), call).not.toMatch(/\bhonest/i)
  }
})

describe('ratings', () => {
  test.each<[string, string, readonly Winner[], readonly Winner[], boolean]>([
    ['8', '3', [1, 1], [1, 1], false],
    ['3', ' 8\n', [2, 2], [2, 2], false],
    ['9', '10', [2, 2], [2, 2], false],
    ['5', '5', [2, 1], [null, null], true],
    ['5', '7/10', [1, 2], [null, null], false],
    ['', '', [1, 2], [null, null], false],
  ])('%j and %j give %j, strictly %j', async (first, second, official, strict, tie) => {
    const { judgement, winners } = await judge('Rating', { 'score-1': first, 'score-2': second })
    expect(winners).toEqual(official)
    expect([judgement.forward.strictWinner, judgement.swapped.strictWinner]).toEqual(strict)
    expect(judgement.tie).toBe(tie)
  })

  // Officially a failure is one right and one wrong verdict: nothing else tells it from a judge that rates by chance.
  test.each([
    ['5', '5', 0],
    ['5', '7/10', 0.5],
    ['7.0', '5', 0.5],
    ['', 'I cannot rate this.', 1],
  ])('%j and %j that cannot be read are counted: %d', async (first, second, unread) => {
    expect((await judge('Rating', { 'score-1': first, 'score-2': second })).judgement.unread).toBe(unread)
  })

  test('that cannot be read are counted over all votes', async () => {
    const { judge: model } = scriptedJudge(({ call, vote }) => (vote === 0 && call === 'score-1' ? '?' : '7'))
    expect((await judgePair(model, PAIR, { strategy: STRATEGIES.Rating, votes: 4 })).unread).toBe(0.125)
  })

  test('are kept for the message', async () => {
    const { judgement } = await judge('Rating', { 'score-1': '8', 'score-2': '3' })
    expect([judgement.forward.text, judgement.swapped.text]).toEqual(['8 to 3', '8 to 3'])
  })
})

describe('several votes', () => {
  /** Votes of a direct strategy, each as its reply in the forward order and in the swapped one. */
  async function vote(votes: readonly (readonly [string, string])[]) {
    const { judge: model, calls } = scriptedJudge(({ call, vote: index }) => votes[index]?.[call === 'forward' ? 0 : 1] ?? '')
    const judgement = await judgePair(model, PAIR, { strategy: STRATEGIES.Vanilla, votes: votes.length })
    return { calls, winners: [judgement.forward.winner, judgement.swapped.winner], judgement }
  }
  const [a, b, none] = ['Output (a)', 'Output (b)', NONE]

  test('are cast one after the other, each in both orders', async () => {
    const { calls } = await vote([
      [a, a],
      [a, a],
      [a, a],
    ])
    expect(calls.map(({ call, vote: index }) => [call, index])).toEqual([
      ['forward', 0],
      ['swapped', 0],
      ['forward', 1],
      ['swapped', 1],
      ['forward', 2],
      ['swapped', 2],
    ])
  })

  test('are counted in each order by itself', async () => {
    const { winners } = await vote([
      [a, a],
      [a, b],
      [b, a],
    ])
    expect(winners).toEqual([1, 2])
  })

  test('without a majority are a null verdict, and null verdicts do not count against others', async () => {
    const { winners } = await vote([
      [a, none],
      [b, none],
      [none, a],
    ])
    expect(winners).toEqual([null, 2])
  })

  test('keep every reply', async () => {
    const { judgement } = await vote([
      [a, a],
      [b, b],
    ])
    expect(judgement.forward.text).toBe(`${a}\n\n${b}`)
  })

  test.each([
    [['5', '5', '7'], true],
    [['5', '7', '7'], false],
    // Two of four are no majority.
    [['5', '5', '7', '7'], false],
  ])('of ratings against 5, %j, tie: %s', async (ratings, tie) => {
    const { judge: model } = scriptedJudge(({ call, vote: index }) => (call === 'score-1' ? '5' : (ratings[index] ?? '')))
    expect((await judgePair(model, PAIR, { strategy: STRATEGIES.Rating, votes: ratings.length })).tie).toBe(tie)
  })

  test('decide about a second stage one by one', async () => {
    const { judge: model, calls } = scriptedJudge(({ call, vote: index }) => (call === 'swapped' && index === 0 ? B : A))
    await judgePair(model, PAIR, { strategy: STRATEGIES.Swap, votes: 2 })
    expect(calls.map(({ call, vote: index }) => [call, index])).toEqual([
      ['forward', 0],
      ['swapped', 0],
      ['forward', 1],
      ['swapped', 1],
      ['forward-2', 1],
      ['swapped-2', 1],
    ])
  })
})

test('an endpoint that fails ends it', async () => {
  const { judge: model, calls } = scriptedJudge(({ call }) => {
    if (call === 'swapped') throw new Error('no such model')
    return 'Output (a)'
  })
  await expect(judgePair(model, PAIR, { strategy: STRATEGIES.Vanilla })).rejects.toThrow('no such model')
  expect(calls).toHaveLength(2)
})

const simulated = (uri: string) => simulatedJudge(uri, 'llmbar', 'one', 0)

describe.each(STRATEGY_NAMES)('a simulated judge asked by %s', (name) => {
  const strategy = STRATEGIES[name]

  test.each([1, 2] as const)('names output %s where it is told that this one is better', async (simulatedWinner) => {
    expect(await judgePair(simulated('sim:judge'), PAIR, { strategy, simulatedWinner })).toMatchObject({
      forward: { winner: simulatedWinner, strictWinner: simulatedWinner },
      swapped: { winner: simulatedWinner, strictWinner: simulatedWinner },
      tie: false,
    })
  })

  test('names the other one where it is always wrong', async () => {
    expect(await judgePair(simulated('sim:judge?noise=1'), PAIR, { strategy, simulatedWinner: 1 })).toMatchObject({
      forward: { winner: 2 },
      swapped: { winner: 2 },
    })
  })

  test('refuses where it is not told', () =>
    expect(judgePair(simulated('sim:judge'), PAIR, { strategy })).rejects.toThrow(/^Failed to simulate the judge of one: /))
})
