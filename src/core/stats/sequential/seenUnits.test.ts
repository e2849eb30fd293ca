import { expect, test } from 'vitest'
import { random } from '../../base/random.ts'
import { SeenUnits } from './seenUnits.ts'

/** 60 clusters of 5 units; a unit has the value of its cluster with a chance of 0.7, so that half of the variance is in common. */
function clustered(seed: number) {
  const { int, shuffle } = random('seen units', seed)
  const units = Array.from({ length: 300 }, (_, at) => ({ weight: 1 / 300, clusters: { topic: [String(Math.floor(at / 5))] } }))
  const common = Array.from({ length: 60 }, () => int(0, 1))
  const values = units.map((_unit, at) => (int(1, 10) <= 7 ? (common[Math.floor(at / 5)] as number) : int(0, 1)))
  return { units, values, order: shuffle(units.map((_unit, at) => at)) }
}

test('the standard error of a whole run is that of sums by cluster, and foreseen from half of it', () => {
  const ratios = Array.from({ length: 40 }, (_, seed) => {
    const { units, values, order } = clustered(seed)
    const mean = values.reduce((sum, value) => sum + value, 0) / 300
    // By hand: the root of the sum of squared cluster sums of value less mean, over 300.
    let squares = 0
    for (let at = 0; at < 300; at += 5) squares += values.slice(at, at + 5).reduce((sum, value) => sum + value - mean, 0) ** 2
    const byClusters = Math.sqrt(squares) / 300
    const errorAfter = (count: number) => {
      const seen = new SeenUnits(units, 1, 0.5)
      for (const at of order.slice(0, count)) seen.add(at, values[at] as number)
      return seen.wholeError() as number
    }
    expect(errorAfter(300) / byClusters).toBeCloseTo(1, 2)
    return errorAfter(150) / byClusters
  })
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
  expect(Math.abs(mean - 1)).toBeLessThan(0.05)
  for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.35)
})

test('strata do not add to the error, and those of one unit take that of the others', () => {
  const units = ['a', 'a', 'b', 'b', 'c'].map((stratum) => ({ weight: 0.2, stratum }))
  const seen = new SeenUnits(units, 1, 0.5)
  for (const [at, value] of [0, 0.2, 0.8, 1, 0.5].entries()) seen.add(at, value)
  // Each pair differs by 0.2: a variance of 0.02 of each of five units, by a weight of 0.2.
  expect(seen.wholeError()).toBeCloseTo(Math.sqrt(5 * 0.02 * 0.04), 12)
})
