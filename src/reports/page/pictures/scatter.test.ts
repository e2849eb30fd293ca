import { expect, test } from 'vitest'
import { scatter } from './scatter.ts'

const anchorOf = (x: number, ...names: readonly string[]) => {
  const { html } = scatter({
    title: '',
    caption: '',
    xLabel: 'x',
    yLabel: 'y',
    xDomain: [0, 1],
    yDomain: [0, 1],
    points: names.map((name) => ({ name, x, y: 0.5 })),
    digits: 2,
  })
  return /text-anchor="(\w+)">item/.exec(html)?.[1]
}

test('a name stands to the right of its point, unless it would leave the picture there', () => {
  expect(anchorOf(0.2, 'item')).toBe('start')
  expect(anchorOf(0.9, 'item')).toBe('end')
  expect(anchorOf(0.55, 'item')).toBe('start')
  expect(anchorOf(0.55, 'item-with-a-name-that-is-long', 'another', 'a third')).toBe('end')
})
