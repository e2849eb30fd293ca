import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/shared.ts'
import { random } from '../../../core/base/random.ts'
import { ChangeDetector, normalQuantile } from './changeDetector.ts'

const STEPS = 2 ** 30
const YEAR = 52
const HISTORIES = isLong ? 10_000 : 300

describe('evidence of a change', () => {
  test('while chances are uniform has a mean of at most the number of runs, and reaches c in at most n/c of the histories', () => {
    const level = YEAR / 0.05
    let [sum, reached] = [0, 0]
    for (let seed = 0; seed < HISTORIES; seed += 1) {
      const { int } = random('detector', seed)
      const detector = new ChangeDetector()
      let most = 0
      for (let run = 0; run < YEAR; run += 1) {
        detector.add((int(0, STEPS - 1) + 0.5) / STEPS)
        most = Math.max(most, detector.evidence)
      }
      sum += Math.min(detector.evidence, level)
      reached += Number(most >= level)
    }
    expect(sum / HISTORIES).toBeLessThanOrEqual(YEAR)
    expect(reached / HISTORIES).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / HISTORIES))
  })

  test('of the first run alone is the mixture of three likelihood ratios', () => {
    const detector = new ChangeDetector()
    // A normal score of 1.5; one of three sizes of the change shows itself by 1 / sqrt(2) of it, as one run before is known.
    detector.add(0.0668072012688581)
    const ratios = [1, 2, 4].map((size) => Math.exp((size / Math.SQRT2) * 1.5 - size ** 2 / 4))
    // Cutting scores off at -2 takes off less than a fiftieth.
    expect(detector.evidence / (ratios.reduce((sum, ratio) => sum + ratio, 0) / 3)).toBeCloseTo(1, 1.5)
  })

  test('grows beyond any level where one run cannot be chance, and names that run', () => {
    const detector = new ChangeDetector()
    for (let run = 0; run < 6; run += 1) detector.add(0.5)
    detector.add(1e-12)
    expect(detector.evidence).toBeGreaterThan(1e5)
    expect(detector.changePoint().at).toBe(7)
  })

  test('stays finite where the chance is next to nothing', () => {
    const detector = new ChangeDetector()
    for (let run = 0; run < 50; run += 1) detector.add(1e-300)
    expect(Number.isFinite(detector.evidence)).toBe(true)
  })
})

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
  ])('of %s', (p, z) => expect(normalQuantile(p)).toBeCloseTo(z, 5))

  test('the ends are infinite', () => {
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY)
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY)
  })
})
