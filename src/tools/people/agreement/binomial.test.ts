import { expect, test } from 'vitest'
import { random } from '../../../core/base/random.ts'
import { binomial } from './binomial.ts'

test.each([
  [3, 0.3],
  [400, 0.02],
  [1000, 0.7],
])('numbers of %i trials of chance %d have the mean and the variance of the distribution', (n, p) => {
  const stream = random('binomial', n)
  const draws = Array.from({ length: 20_000 }, () => binomial(stream, n, p))
  const mean = draws.reduce((sum, count) => sum + count, 0) / draws.length
  const variance = draws.reduce((sum, count) => sum + (count - mean) ** 2, 0) / draws.length
  expect(Math.abs(mean - n * p)).toBeLessThan(4 * Math.sqrt((n * p * (1 - p)) / draws.length))
  // The variance of a variance of so many draws is about 2 / 20,000 of its square.
  expect(Math.abs(variance / (n * p * (1 - p)) - 1)).toBeLessThan(0.05)
  expect(draws.every((count) => Number.isInteger(count) && count >= 0 && count <= n)).toBe(true)
})

test('three trials of one half end as eighths', () => {
  const stream = random('binomial')
  const counts = [0, 0, 0, 0]
  for (let draw = 0; draw < 16_000; draw += 1) {
    const count = binomial(stream, 3, 0.5)
    counts[count] = (counts[count] as number) + 1
  }
  for (const [count, share] of [1, 3, 3, 1].entries()) expect(Math.abs((counts[count] as number) / 16_000 - share / 8)).toBeLessThan(0.015)
})

test('what is certain takes no chance', () => {
  const stream = random('binomial')
  expect([binomial(stream, 0, 0.5), binomial(stream, 9, 0), binomial(stream, 9, 1)]).toEqual([0, 0, 9])
})
