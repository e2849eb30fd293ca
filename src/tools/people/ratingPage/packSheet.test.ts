import { describe, expect, test } from 'vitest'
import { madeQuestion, madeSheet } from '../test/madeRatingSheet.ts'
import { packSheet } from './ratingPage.ts'

describe('a sheet in a page', () => {
  test('has each text once', () => {
    const { texts, questions } = packSheet(madeSheet([madeQuestion(1), madeQuestion(2)]))
    expect(texts).toEqual([
      'Where is parcel 1?',
      'Parcel 1 is at the pier.',
      'It names a place.',
      'Where is parcel 2?',
      'Parcel 2 is at the pier.',
    ])
    expect(questions.map(({ shown }) => shown.map(({ text }) => text))).toEqual([
      [0, 1, 2],
      [3, 4, 2],
    ])
    expect(questions[0]?.shown[1]).toEqual({ title: 'Assistant', text: 1, isJudged: true })
  })

  test('has nothing of what a caller knows besides', () => {
    const known = { judge: 1, votes: [1, 0], model: 'wren-judge', kind: 'criterion', criterion: 'It names a place.', task: 'boxes' }
    const packed = packSheet(madeSheet([{ ...madeQuestion(1), ...known }]))
    expect(Object.keys(packed.questions[0] ?? {})).toEqual(['suite', 'item', 'trial', 'question', 'sha256', 'ask', 'scale', 'shown'])
    expect(JSON.stringify(packed)).not.toMatch(/wren-judge|votes|boxes/)
  })
})
