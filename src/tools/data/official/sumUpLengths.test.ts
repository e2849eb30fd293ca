import { expect, test } from 'vitest'
import { sumUpLengths } from './sumUpLengths.ts'

test('lengths are summed up by nearest rank', () => {
  const ten = [10, 1, 9, 2, 8, 3, 7, 4, 6, 5]
  expect(sumUpLengths('text', ten)).toEqual({ texts: 'text', count: 10, least: 1, median: 5, p90: 9, most: 10, total: 55 })
  expect(sumUpLengths('text', [7])).toMatchObject({ least: 7, median: 7, p90: 7, most: 7 })
  expect(sumUpLengths('text', [])).toMatchObject({ count: 0, least: 0, median: 0, p90: 0, most: 0, total: 0 })
})
