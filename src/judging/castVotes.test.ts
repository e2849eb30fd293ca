import { describe, expect, test } from 'vitest'
import { judgeAnswer } from '../../suites/fb-bench/judge/judgeAnswer.ts'
import type { Model } from '../models/model.ts'
import { CHECKLIST_FORMS, judgeChecklist } from './checklistJudge.ts'
import { castVotes, typicalVotes, votesStop } from './doubt.ts'
import { Evaluator } from './interview/evaluator.ts'
import { judgePair } from './pairwise/judgePair.ts'
import { STRATEGIES } from './pairwise/strategies.ts'
import { judgeRating } from './ratingJudge.ts'

/** Asks for votes that say these; how many were asked for, and how many spared. */
async function asked(votes: readonly (string | null)[], stops = true) {
  const spared: number[] = []
  const judge = stops ? { spare: (count: number) => void spared.push(count) } : {}
  const cast = await castVotes(
    judge,
    votes.length,
    async (vote) => votes[vote] ?? null,
    (so) => [so],
  )
  return { asked: cast.length, spared }
}

describe('votes stop', () => {
  test.each([
    ['aa-', 2, [1]],
    ['aba', 3, []],
    ['abc', 3, []],
    ['aaa--', 3, [2]],
    ['aaba-', 4, [1]],
    ['aabba', 5, []],
    ['aaa-', 3, [1]],
    // A tie of an even number is no majority.
    ['aabb', 4, []],
    ['aa', 2, []],
    ['a', 1, []],
  ] as const)('at the majority: of %s the first %d are asked', async (votes, count, spared) =>
    expect(await asked([...votes])).toEqual({ asked: count, spared }),
  )

  test('not by votes that say nothing', async () => expect(await asked([null, null, 'a'])).toEqual({ asked: 3, spared: [] }))

  test('not where each is to be asked', async () => expect(await asked(['a', 'a', 'a'], false)).toEqual({ asked: 3, spared: [] }))
})

/** Every way in which so many votes can each say one of these. */
function ways<T>(votes: number, says: readonly T[]): T[][] {
  return votes === 0 ? [[]] : ways(votes - 1, says).flatMap((before) => says.map((said) => [...before, said]))
}

/** A judge that says these, one a vote; with `spared` it is not asked for what others have decided. */
function judgeOf(replies: readonly (string | null)[], spared?: number[]): Model {
  return {
    name: 'stub:judge',
    simulated: false,
    ...(spared && { spare: (count) => void spared.push(count) }),
    ask: async (_prompt, { vote = 0, ask = 0 } = {}) => {
      expect(ask).toBe(0)
      const content = replies[vote]
      return typeof content === 'string' ? { content, finish: 'stop' } : { content: '', refused: true }
    },
  }
}

describe('a verdict by fewer votes is that of all', () => {
  const met = (...said: boolean[]) => CHECKLIST_FORMS.en.write(said.map((is) => ({ met: is, reason: `${is}` })))
  const subject = { conversation: [], answer: 'So.' }
  const item = {
    ...{ id: 'one', scenario: 'ec', task: 'Coding', subtask: 'Debugging', language: 'en', query: 'q', firstResponse: 'f' },
    ...{ feedback: 'b', deficiency: [], feedbackTypes: [] },
    checklist: ['A', 'B'].map((text, at) => ({ text, weight: [0.7, 0.3][at] as number })),
  } as never
  const official = (a: boolean, b: boolean) =>
    JSON.stringify(
      Object.fromEntries(
        [a, b].map((is, at) => ['AB'[at], { 评判理由: 'r', 评判结果: is ? '是' : '否', weight: [0.7, 0.3][at] }] as const),
      ),
    )
  const pairs = ['Output (a)', 'Output (b)', 'Neither.']

  test.each([
    [
      'a checklist',
      [met(true, true), met(true, false), met(false, false)],
      async (judge: Model, votes: number) => (await judgeChecklist(judge, subject, ['a', 'b'], { votes })).verdicts,
    ],
    [
      'FB-Bench, with refusals',
      [official(true, true), official(false, true), null],
      async (judge: Model, votes: number) => {
        const {
          agreement: _agreement,
          doubt: _doubt,
          ...said
        } = await judgeAnswer(judge, { item, answer: 'a', withReference: false }, votes)
        return said
      },
    ],
    [
      'a rating',
      ['[[1]]', 'So: [[4]]', '[[5]]'],
      async (judge: Model, votes: number) => {
        const { rating, explanation } = await judgeRating(judge, { prompt: 'Rate it.', call: 'r', least: 1, most: 5, votes })
        return { rating, explanation }
      },
    ],
    [
      'a pair',
      pairs,
      async (judge: Model, votes: number) => {
        const pair = { instruction: 'Say so.', outputs: ['so', 'not so'] as const }
        const { forward, swapped, tie } = await judgePair(judge, pair, { strategy: STRATEGIES.Vanilla, votes })
        return [forward, swapped].map(({ winner, strictWinner }) => [winner, strictWinner, tie])
      },
    ],
  ])('%s', async (_, replies, judged) => {
    let saved = 0
    for (const votes of [2, 3, 4])
      for (const said of ways(votes, replies)) {
        const spared: number[] = []
        expect(await judged(judgeOf(said, spared), votes), said.join()).toEqual(await judged(judgeOf(said), votes))
        saved += spared.length
      }
    expect(saved).toBeGreaterThan(0)
  })
})

test('the votes of an evaluator all go on, since each knows what it said', async () => {
  const spared: number[] = []
  const evaluator = new Evaluator(judgeOf(['{}', '{}', '{}'], spared), 3, { problem: 'Why?', firstAnswer: 'So.', correct: true })
  await evaluator.evaluate({ question: 'Why?', reply: 'So.' }, undefined)
  expect(spared).toEqual([])
})

describe('an item', () => {
  const items = Array.from({ length: 2000 }, (_, at) => `item ${at}`)
  const share = (settings: Parameters<typeof votesStop>[0]) => items.filter((item) => votesStop(settings, item)).length / items.length

  test('of five one has every vote asked, another one with another seed', () => {
    // Four standard deviations of 2000 draws.
    for (const seed of [0, 1]) expect(Math.abs(share({ decide: 'early', seed }) - 0.8)).toBeLessThan(4 * Math.sqrt(0.16 / 2000))
    expect(items.some((item) => votesStop({ decide: 'early', seed: 0 }, item) !== votesStop({ decide: 'early', seed: 1 }, item))).toBe(true)
  })

  test('has every vote asked in a run that does not decide early, or leaves doubtful verdicts to people', () => {
    expect(share({ seed: 0 })).toBe(0)
    expect(share({ decide: 'early', doubt: 0.5, seed: 0 })).toBe(0)
  })

  test.each([
    [1, 1],
    [2, 2],
    [3, 0.8 * 2 + 0.2 * 3],
    [5, 0.8 * 3 + 0.2 * 5],
  ])('is planned with %d votes as %d', (votes, typical) => {
    expect(typicalVotes({ votes, decide: 'early' })).toBeCloseTo(typical, 12)
    expect(typicalVotes({ votes, decide: 'early', doubt: 0 })).toBe(votes)
    expect(typicalVotes({ votes })).toBe(votes)
  })
})
