import { describe, expect, test } from 'vitest'
import type { Model } from '../../src/models/model.ts'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { judgeAnswer } from '../../suites/fb-bench/judge/judgeAnswer.ts'

const item: FbItem = {
  id: 'one',
  scenario: 'ec',
  task: 'Coding',
  subtask: 'Code Debugging',
  language: 'en',
  query: 'q',
  firstResponse: 'f',
  feedback: 'b',
  deficiency: ['Logical Error'],
  feedbackTypes: ['Simple Questioning'],
  checklist: [
    { text: 'A', weight: 0.7 },
    { text: 'B', weight: 0.3 },
  ],
}

type Vote = Readonly<Record<string, readonly [met: boolean, weight: number | null]>>

const write = (vote: Vote) =>
  JSON.stringify(
    Object.fromEntries(Object.entries(vote).map(([key, [met, weight]]) => [key, { 评判理由: 'r', 评判结果: met ? '是' : '否', weight }])),
  )

/** The judgement when the judge's votes are these; null is a refused prompt. */
function judged(...votes: readonly (Vote | null)[]): ReturnType<typeof judgeAnswer> {
  const judge = {
    name: 'judge',
    ask: async (_: unknown, { vote = 0 }: { vote?: number }) => {
      const cast = votes[vote]
      return cast ? { content: write(cast), finish: 'stop' } : { content: '', finish: 'content_filter', refused: true }
    },
  }
  return judgeAnswer(judge as unknown as Model, { item, answer: 'a', withReference: false }, votes.length)
}

const both: Vote = { A: [true, 0.7], B: [true, 0.3] }
const onlyA: Vote = { A: [true, 0.7], B: [false, 0.3] }
const onlyB: Vote = { A: [false, 0.7], B: [true, 0.3] }

describe('votes of a judge', () => {
  test('are decided criterion by criterion, by majority', async () => {
    expect(await judged(onlyA, onlyA, onlyB)).toMatchObject({ score: 0.7, agreement: 4 / 6, refused: false })
    expect(await judged(onlyA, onlyB, both)).toMatchObject({ score: 1, agreement: 4 / 6 })
    expect(await judged(both, both, both)).toMatchObject({ score: 1, agreement: 1 })
  })

  test('that tie are not met', async () => expect(await judged(onlyA, onlyB)).toMatchObject({ score: 0, agreement: 0.5 }))

  test('that are one only count as they are', async () => {
    expect(await judged(onlyB)).toMatchObject({ score: 0.3, agreement: 1 })
    expect(await judged({ A: [true, null], B: [false, 0.3] })).toMatchObject({ score: 1 })
  })

  test('that are refused score 0', async () => expect(await judged(null)).toEqual({ entries: [], score: 0, refused: true, agreement: 1 }))

  // Bug: the merged verdicts take the first vote's weights, whose sum may leave 0..1; `?? 0` hides it.
  test('which all say that something is met never score 0 by the weights of one of them', async () => {
    const greedy = (a: boolean, b: boolean): Vote => ({ A: [a, 0.8], B: [b, 0.8] })
    expect((await judged(greedy(true, false), greedy(false, true), both)).score).toBeGreaterThan(0)
  })
})
