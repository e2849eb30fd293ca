import { expect, test } from 'vitest'
import { cellDraws } from './draws.ts'

/** Mean and variance of a cell's weight over the draws. */
function spread(units: Parameters<typeof cellDraws>[0], cells: number) {
  const draws = Array.from(cellDraws(units, cells), (weights) => [...weights])
  return Array.from({ length: cells }, (_, cell) => {
    const own = draws.map((weights) => weights[cell] as number)
    const mean = own.reduce((sum, weight) => sum + weight, 0) / own.length
    return { mean, variance: own.reduce((sum, weight) => sum + (weight - mean) ** 2, 0) / own.length, own }
  })
}

test.each([100, 5000])('of %i units a draw has as many, and those of a cell vary as a share of them', (count) => {
  const units = Array.from({ length: count }, (_, at) => ({ cluster: `${at}`, weight: 1, cell: at % 5 === 0 ? 0 : 1 }))
  const [rare, common] = spread(units, 2) as [ReturnType<typeof spread>[0], ReturnType<typeof spread>[0]]
  expect(rare.own.every((weight, draw) => weight + (common.own[draw] as number) === count)).toBe(true)
  expect(rare.own).toHaveLength(2000)
  expect(Math.abs(rare.mean / count - 0.2)).toBeLessThan(4 * Math.sqrt(0.16 / count / 2000))
  expect(rare.variance / (0.16 * count)).toBeGreaterThan(0.85)
  expect(rare.variance / (0.16 * count)).toBeLessThan(1.15)
})

test.each([40, 3000])('%i clusters are drawn whole, and units by their weight', (count) => {
  // Each cluster has both cells, so that one never comes without the other.
  const units = Array.from({ length: count }, (_, at) => [
    { cluster: `${at}`, weight: 1, cell: 0 },
    { cluster: `${at}`, weight: 2.5, cell: 1 },
  ]).flat()
  const [one, other] = spread(units, 2) as [ReturnType<typeof spread>[0], ReturnType<typeof spread>[0]]
  expect(one.own.every((weight, draw) => weight === count && (other.own[draw] as number) === 2.5 * count)).toBe(true)
})
