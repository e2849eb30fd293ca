import { expect, test } from 'vitest'
import { humanCeiling } from './humanCeiling.ts'
import type { JudgedUnit } from './judgedUnit.ts'

const unit = (judge: number, ratings: readonly number[], at: number): JudgedUnit => ({
  id: `${at}`,
  judge,
  human: undefined,
  ratings,
  cluster: `${at}`,
  slice: undefined,
})
const times = (count: number, judge: number, ratings: readonly number[], from = 0) =>
  Array.from({ length: count }, (_, at) => unit(judge, ratings, from + at))

test('a rater and the judge are held against the same other raters', () => {
  // Of raters 1, 1, 0 the first is against 1 and 0: a tie, passed over, and so is the second. The third is against 1 and 1.
  const found = humanCeiling([unit(1, [1, 1, 0], 0), unit(0, [1, 1, 1], 1)], true)
  // Each pair counts as a third of its answer: one pair of the first (rater wrong, judge right), three of the second.
  expect(found).toMatchObject({ pairs: 4, measure: 'accuracy' })
  expect(found?.people.value).toBeCloseTo(3 / 4, 12)
  expect(found?.judge.value).toBeCloseTo(1 / 4, 12)
  expect(found?.difference.value).toBeCloseTo(-1 / 2, 12)
})

test('the verdict is what the interval of the difference says', () => {
  const agreeing = times(300, 1, [1, 1])
  // Of raters who differ, the judge is with one of each pair and a rater with none: half a pair better, four times. Twice it is
  // against both raters.
  const differing = [...times(4, 0, [1, 0], 300), ...times(2, 0, [1, 1], 304)]
  expect(humanCeiling([...agreeing, ...differing], true)).toMatchObject({ verdict: 'as often', difference: { value: 0 } })
  expect(humanCeiling([...agreeing.slice(0, 50), ...times(30, 0, [1, 1], 300)], true)?.verdict).toBe('less often')
  // Two raters who differ are each right half of the time against three; the judge is with the majority.
  expect(humanCeiling(times(60, 1, [1, 1, 1, 0]).concat(times(30, 1, [1, 1, 1, 1], 60)), true)?.verdict).toBe('more often')
  expect(humanCeiling(times(8, 1, [1, 1]).concat(times(2, 0, [1, 0], 8), times(1, 0, [1, 1], 10)), true)?.verdict).toBe('cannot tell')
})

test('ratings are told by distance, where less is better', () => {
  // Raters 2 and 4 are 2 apart; the judge is 1 from either.
  const found = humanCeiling([unit(3, [2, 4], 0), unit(3, [2, 4], 1), unit(3, [3, 5], 2)], false)
  expect(found).toMatchObject({ measure: 'distance' })
  expect(found?.people.value).toBeCloseTo(2, 12)
  // 1 and 1; 1 and 1; 0 and 2.
  expect(found?.judge.value).toBeCloseTo(1, 12)
  expect(found?.difference.value).toBeCloseTo(1, 12)
})

test('one rater tells nothing of it', () => {
  expect(humanCeiling([unit(1, [1], 0)], true)).toBeUndefined()
})
