import { describe, expect, test } from 'vitest'
import { normalQuantile } from './normalQuantile.ts'

describe('quantiles of the normal distribution', () => {
  // By scipy.stats.norm.ppf.
  test.each([
    [0.5, 0],
    [0.975, 1.959963984540054],
    [0.9, 1.2815515655446004],
    [0.05, -1.6448536269514729],
    [0.001, -3.090232306167813],
    [1e-9, -5.997807015007773],
    [1e-15, -7.941345326170997],
    [1e-100, -21.273453560965955],
  ])('of %s', (p, z) => {
    expect(normalQuantile(p)).toBeCloseTo(z, 5)
  })

  test('the ends are infinite', () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY)
  })
})
