import { expect, test } from 'vitest'
import { countValues } from './countValues.ts'

test.each([
  [
    'frequency',
    [
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ],
  ],
  [
    'appearance',
    [
      ['b', 1],
      ['a', 2],
      ['c', 1],
    ],
  ],
  [
    'sorted',
    [
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ],
  ],
] as const)('values are counted by %s', (order, expected) => {
  expect(Object.entries(countValues(['b', 'a', undefined, 'c', 'a'], order))).toEqual(expected)
})

test('values as frequent as each other stand in the order of appearance, or sorted', () => {
  expect(Object.keys(countValues(['c', 'b'], 'frequency'))).toEqual(['c', 'b'])
  expect(Object.keys(countValues(['c', 'b'], 'sorted'))).toEqual(['b', 'c'])
})
