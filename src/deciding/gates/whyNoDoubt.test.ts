import { expect, test } from 'vitest'
import { whyNoDoubt } from './whyNoDoubt.ts'

const metrics = { score: { value: 0.5, n: 4, ci95: null } }

test('a run whose verdicts tell no doubt says what to set', () => {
  for (const key of ['doubt_rate', 'sure.score', 'with_people.score'])
    expect(whyNoDoubt(key, metrics, undefined), key).toContain('Set HOLDFAST_DOUBT')
})

test('labels that are missing are counted', () => {
  const counts = { judged: 9, doubtful: 3, labelled: 1 }
  expect(whyNoDoubt('with_people.score', metrics, counts)).toBe(
    'people labelled 1 of 3 doubtful verdicts. Label the others: npx holdfast annotate latest --by doubtful',
  )
})

test('labels are not asked for where they change no score', () => {
  expect(whyNoDoubt('with_people.score', metrics, { judged: 9, doubtful: 3 })).toBe('labels of people change no score of this suite')
})

test('a judge that is sure of nothing has no sure figure', () => {
  expect(whyNoDoubt('sure.score', metrics, { judged: 3, doubtful: 3, labelled: 0 })).toBe('all 3 verdicts are doubtful')
})

test('a figure that no judge decides has none beside it', () => {
  expect(whyNoDoubt('sure.score', metrics, { judged: 3, doubtful: 1, labelled: 0 })).toMatch(/^no judgement decides score/)
})

test('other keys, and those beside a metric that is not there, are left to others', () => {
  for (const key of ['score', 'corrected.score', 'sure.scroe', 'surely']) expect(whyNoDoubt(key, metrics, undefined), key).toBeUndefined()
})
