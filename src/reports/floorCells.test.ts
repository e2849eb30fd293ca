import { expect, test } from 'vitest'
import { floorCells } from './floorCells.ts'

const display = { headline: { key: 'all', label: 'all' }, taskKeys: { one: 'by.one' } }
const figure = { value: 0.5, n: 4, ci95: null }

test('a table with a floor has a column of floors, empty where a figure has none', () => {
  const floors = floorCells(display, { all: { ...figure, floor: 0.25 }, 'by.one': figure }, 2)
  expect([floors.head, floors.of('all'), floors.of('by.one'), floors.of()]).toEqual([['floor'], ['0.25'], [''], ['']])
})

test('a table without floors has none, whatever other figures have', () => {
  const floors = floorCells(display, { all: figure, 'by.one': figure, other: { ...figure, floor: 0.25 } }, 2)
  expect([floors.head, floors.of('all')]).toEqual([[], []])
})
