import { expect, test } from 'vitest'
import type { DoubtCounts } from '../doubtMetrics.ts'
import { itemsToDecide, refusal } from './reasons.ts'

test.each([
  // The interval reaches twice as far as the bound is away: four times the items.
  ['below its bound', 0.7, [0.6, 0.8], 0.75, 100, '100 items ran; about 400 would decide it if the figure stayed where it is'],
  ['above its bound', 0.8, [0.65, 0.9], 0.75, 100, '100 items ran; about 900 would decide it if the figure stayed where it is'],
  ['hopelessly near', 0.75, [0.6, 0.9], 0.7501, 100, '100 items ran; over 50,000 would decide it if the figure stayed where it is'],
  ['at its bound', 0.75, [0.6, 0.9], 0.75, 100, 'the figure is at its bound, which no number of items decides'],
] as const)('a figure %s', (_what, value, interval, bound, items, text) => {
  expect(itemsToDecide(value, [...interval], bound, items)).toBe(text)
})

const whyNoDoubt = (key: string, doubt: DoubtCounts | undefined) =>
  refusal(key, 'min', 0, { metrics: { score: { value: 0.5, n: 4, ci95: null } } }, { people: undefined, doubt })

test('a run whose verdicts tell no doubt says what to set', () => {
  for (const key of ['doubt_rate', 'sure.score', 'with_people.score'])
    expect(whyNoDoubt(key, undefined), key).toContain('Set HOLDFAST_DOUBT')
})

test('labels that are missing are counted', () => {
  const counts = { judged: 9, doubtful: 3, labelled: 1 }
  expect(whyNoDoubt('with_people.score', counts)).toBe(
    'people labelled 1 of 3 doubtful verdicts. Label the others: npx holdfast annotate latest --by doubtful',
  )
})

test('labels are not asked for where they change no score', () =>
  expect(whyNoDoubt('with_people.score', { judged: 9, doubtful: 3 })).toBe('labels of people change no score of this suite'))

test('a judge that is sure of nothing has no sure figure', () =>
  expect(whyNoDoubt('sure.score', { judged: 3, doubtful: 3, labelled: 0 })).toBe('all 3 verdicts are doubtful'))

test('a figure that no judge decides has none beside it', () =>
  expect(whyNoDoubt('sure.score', { judged: 3, doubtful: 1, labelled: 0 })).toMatch(/^no judgement decides score/))

test('other keys, and those beside a metric that is not there, are of another kind', () => {
  expect(whyNoDoubt('score', undefined)).toBeUndefined()
  expect(whyNoDoubt('corrected.score', undefined)).toContain('the project has no labels of it')
  for (const key of ['sure.scroe', 'surely']) expect(whyNoDoubt(key, undefined), key).toContain(`the run has no metric ${key}`)
})
