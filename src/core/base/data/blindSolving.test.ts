import { expect, test } from 'vitest'
import { blindLevel } from './blindSolving.ts'

const worked = { right: 2, tries: 2 }

test.each([
  [0, 3, 'hard'],
  [1, 3, 'hard'],
  [2, 3, 'easier'],
  [3, 5, 'hard'],
  [6, 10, 'hard'],
  [7, 10, 'easier'],
  [3, 3, 'easier'],
] as const)('an item with %i of %i right at once is %s', (right, tries, level) => {
  expect(blindLevel({ atOnce: { right, tries }, worked })).toBe(level)
})

test('an item that nobody tried is unmeasured', () => expect(blindLevel(undefined)).toBe('unmeasured'))
