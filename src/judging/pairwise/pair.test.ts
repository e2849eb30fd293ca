import { expect, test } from 'vitest'
import { outputAt, type Pair, placeOf, shownOutputs } from './pair.ts'

const PAIR: Pair = { instruction: 'Name a river.', outputs: ['Rhine', 'Danube'] }

test('forward shows output 1 as (a), swapped shows output 2 as (a)', () => {
  expect(shownOutputs(PAIR, 'forward')).toEqual({ a: 'Rhine', b: 'Danube' })
  expect(shownOutputs(PAIR, 'swapped')).toEqual({ a: 'Danube', b: 'Rhine' })
})

test.each([
  ['forward', 'a', 1],
  ['forward', 'b', 2],
  ['swapped', 'a', 2],
  ['swapped', 'b', 1],
] as const)('%s, (%s) is output %s', (order, shown, output) => {
  expect(outputAt(shown, order)).toBe(output)
  expect(placeOf(output, order)).toBe(shown)
})
