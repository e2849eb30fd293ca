import { expect, test } from 'vitest'
import type { AskOptions, Model, Prompt } from '../models/model.ts'
import { judgeRating } from './ratingJudge.ts'

/** A judge that gives these replies in turn, and what it was asked. */
function judgeOf(...replies: string[]): { judge: Model; asked: { prompt: Prompt; options: AskOptions | undefined }[] } {
  const asked: { prompt: Prompt; options: AskOptions | undefined }[] = []
  const ask: Model['ask'] = async (prompt, options) => {
    asked.push({ prompt, options })
    return { content: replies[asked.length - 1] ?? '' }
  }
  return { judge: { name: 'demo', simulated: false, ask }, asked }
}

const request = { prompt: 'Rate it.', call: 'R(a1,r0)', least: 1, most: 5, votes: 1 }

test('a rating is what the judge says last', async () => {
  const { judge, asked } = judgeOf('On a scale of [[1]] to [[5]] this is a [[4]].')
  expect(await judgeRating(judge, request)).toMatchObject({ rating: 4, agreement: 1 })
  expect(asked[0]?.options).toMatchObject({ call: 'R(a1,r0)', temperature: 0, ask: 0, vote: 0 })
})

test('of several votes it is the median, with the share that agrees on the commonest', async () => {
  expect(await judgeRating(judgeOf('[[2]]', '[[5]]', '[[5]]').judge, { ...request, votes: 3 })).toMatchObject({
    rating: 5,
    agreement: 2 / 3,
  })
  expect(await judgeRating(judgeOf('[[2]]', '[[5]]').judge, { ...request, votes: 2 })).toMatchObject({ rating: 3.5, agreement: 0.5 })
})

test('an unusable reply is asked again with the reason', async () => {
  const { judge, asked } = judgeOf('Excellent!', '[[9]]', '[[3]]')
  expect(await judgeRating(judge, request)).toMatchObject({ rating: 3, agreement: 1 })
  expect(JSON.stringify(asked[1]?.prompt)).toContain('it has no rating in the form [[n]]')
  expect(JSON.stringify(asked[2]?.prompt)).toContain('the rating 9 is outside 1 to 5')
})

test('without a usable reply there is no score', () =>
  expect(judgeRating(judgeOf('no', 'no', 'no').judge, request)).rejects.toMatchObject({ code: 'UNSCORED' }))
