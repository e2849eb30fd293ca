import { expect, test } from 'vitest'
import { blindTable } from './blindTable.ts'

const solved = (atOnce: number, worked: number) => ({ atOnce: { right: atOnce, tries: 3 }, worked: { right: worked, tries: 2 } })

test('rates of blind solving are summed by level, by the groups of the suite, and over all items', () => {
  const of = [solved(1, 2), solved(3, 2), undefined, solved(0, 1)]
  expect(blindTable({ of, slices: [['x', 'x', 'y', 'y']] })).toEqual([
    { group: 'hard', items: 2, tried: 2, atOnce: { right: 1, tries: 6 }, worked: { right: 3, tries: 4 } },
    { group: 'other', items: 1, tried: 1, atOnce: { right: 3, tries: 3 }, worked: { right: 2, tries: 2 } },
    { group: 'unmeasured', items: 1, tried: 0, atOnce: { right: 0, tries: 0 }, worked: { right: 0, tries: 0 } },
    { group: 'x', items: 2, tried: 2, atOnce: { right: 4, tries: 6 }, worked: { right: 4, tries: 4 } },
    { group: 'y', items: 2, tried: 1, atOnce: { right: 0, tries: 3 }, worked: { right: 1, tries: 2 } },
    { group: 'all', items: 4, tried: 3, atOnce: { right: 4, tries: 9 }, worked: { right: 5, tries: 6 } },
  ])
})

test('data that nobody tried has no rates', () => {
  expect(blindTable({ of: [undefined, undefined], slices: [['x', 'y']] })).toEqual([])
})
