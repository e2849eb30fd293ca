import { expect, test } from 'vitest'
import { itemsToDecide } from './itemsToDecide.ts'

test.each([
  // The interval reaches twice as far as the bound is away: four times the items.
  ['below its bound', 0.7, [0.6, 0.8], 0.75, 100, '100 items ran; about 400 would decide it if the figure stayed where it is'],
  ['above its bound', 0.8, [0.65, 0.9], 0.75, 100, '100 items ran; about 900 would decide it if the figure stayed where it is'],
  ['hopelessly near', 0.75, [0.6, 0.9], 0.7501, 100, '100 items ran; over 50,000 would decide it if the figure stayed where it is'],
  ['at its bound', 0.75, [0.6, 0.9], 0.75, 100, 'the figure is at its bound, which no number of items decides'],
] as const)('a figure %s', (_what, value, interval, bound, items, text) => {
  expect(itemsToDecide(value, [...interval], bound, items)).toBe(text)
})
