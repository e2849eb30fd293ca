import { expect, test } from 'vitest'
import { criteriaOf } from './criteria.ts'
import type { JudgedUnit } from './judgedUnit.ts'

const unit = (criterion: string | undefined, judge: number, human: number | undefined, at: number, item = `${at}`): JudgedUnit => ({
  id: `${criterion} ${at}`,
  judge,
  human,
  ratings: [],
  cluster: item,
  slice: undefined,
  item,
  criterion,
})

test('criteria of several items are told with the least accuracy first', () => {
  const units = [
    ...[1, 1, 1, 1, 0].map((judge, at) => unit('polite', judge, 1, at)),
    ...[1, 0, 0, 0, 0, 0].map((judge, at) => unit('short', judge, 1, at)),
    // Too few labels, one item only, no criterion, no label.
    ...[1, 1, 1, 1].map((judge, at) => unit('rare', judge, 1, at)),
    ...[1, 1, 1, 1, 1].map((judge, at) => unit('local', judge, 1, at, 'one')),
    unit(undefined, 1, 1, 9),
    unit('polite', 0, undefined, 9),
  ]
  const found = criteriaOf(units)
  expect(found.map(({ criterion, n }) => [criterion, n])).toEqual([
    ['short', 6],
    ['polite', 5],
  ])
  expect(found.map(({ accuracy }) => accuracy.value)).toEqual([expect.closeTo(1 / 6, 12), expect.closeTo(4 / 5, 12)])
})
