import { expect, test } from 'vitest'
import { scoreNumber, scoreValues } from './scoreValues.ts'

// What value_to_float of inspect_ai (scorer/_metric.py) gives for each; undefined where it warns and counts 0.
test.each([
  ['C', 1],
  ['I', 0],
  ['P', 0.5],
  ['N', 0],
  ['Yes', 1],
  ['no', 0],
  ['TRUE', 1],
  ['false', 0],
  ['0.25', 0.25],
  ['-3', -3],
  ['1e2', 100],
  [7, 7],
  [true, 1],
  [false, 0],
  ['c', undefined],
  ['maybe', undefined],
  ['', undefined],
  ['1e999', undefined],
  ['0x10', undefined],
  ['constructor', undefined],
  [`${'9'.repeat(100_000)}x`, undefined],
  [null, undefined],
  [Number.NaN, undefined],
  [[1], undefined],
])('the value %j', (value, number) => expect(scoreNumber(value)).toBe(number))

test('a scorer of lists or dictionaries has a figure for each entry, and the first scorer comes first', () => {
  const scores = {
    rubric: { value: { clear: 0.5, short: 'I', missing: null } },
    pair: { value: [1, 'x'] },
    match: { value: 'C' },
  } as never
  expect([...scoreValues(scores, 'match')]).toEqual([
    ['match', 1],
    ['rubric.clear', 0.5],
    ['rubric.short', 0],
    ['rubric.missing', undefined],
    ['pair.1', 1],
    ['pair.2', undefined],
  ])
})

test('a scorer with the name of a metric that every suite has gets another one', () => {
  expect([...scoreValues({ pass_rate: { value: 1 }, total: { value: 0 } } as never, undefined).keys()]).toEqual([
    'scorer.pass_rate',
    'scorer.total',
  ])
})

test('a sample without scores has none', () => expect([...scoreValues(undefined, 'match')]).toEqual([]))
