import { expect, test } from 'vitest'
import { fivePoints } from '../../../../judging/questions/labelQuestion.ts'
import { madeQuestion } from '../../test/madeRatingSheet.ts'
import { actText, exportedText, progressText, resumedText } from './ratingWords.ts'

test('how far a rater is', () => {
  expect(progressText(12, 100)).toBe('12 of 100 answered')
  expect(progressText(0, 100)).toBe('0 of 100 answered')
})

test.each([
  [0, 0, ''],
  [50, 50, 'Welcome back. 50 of 100 questions are answered. You go on at question 51.'],
  [1, 1, 'Welcome back. 1 of 100 questions is answered. You go on at question 2.'],
  [100, 100, 'Welcome back. 100 of 100 questions are answered.'],
])('who comes back is told: %# where they are', (done, at, text) => expect(resumedText(done, at, 100)).toBe(text))

test.each([
  [{ at: 0, value: 1 }, '“Yes” to question 1'],
  [{ at: 1, value: 3 }, '“in part” to question 2'],
  [{ at: 1, value: 2 }, '“2” to question 2'],
])('an act in words: %j', (act, text) => {
  const questions = [madeQuestion(1), madeQuestion(2, { scale: fivePoints('not', 'in part', 'wholly') })]
  expect(
    actText(
      act,
      questions.map((question) => ({ ...question, shown: [] })),
    ),
  ).toBe(text)
})

test.each([
  [100, 'Exported all 100 answers to a.jsonl.'],
  [50, 'Exported 50 of 100 answers to a.jsonl. 50 are missing.'],
  [99, 'Exported 99 of 100 answers to a.jsonl. 1 is missing.'],
])('an export says what is missing: %#', (done, text) => expect(exportedText(done, 100, 'a.jsonl')).toBe(text))
