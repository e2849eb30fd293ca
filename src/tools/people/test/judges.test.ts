import { describe, expect, test } from 'vitest'
import { isLong } from '../../../../test/shared.ts'
import { coverage } from './judgeSimulations.ts'

const RUNS = isLong ? 1000 : 150
/** 93 to 97 % are wanted; of so many runs a share is off by four standard errors once in thousands. */
const slack = 4 * Math.sqrt((0.95 * 0.05) / RUNS)

describe('the corrected rate of a judge holds the truth as often as it says, with few labels and with few clusters', () => {
  test.each([
    ['lenient', 0.2, 50, 0],
    ['even', 0.8, 50, 0],
    ['lenient', 0.5, 100, 10],
    ['good', 0.2, 500, 10],
    ['even', 0.8, 200, 20],
  ])('%s judge, rate %d, %i labels, %i clusters', (judge, rate, labels, clusters) => {
    const { ppi, ppiMissing, uncorrected } = coverage(judge, rate, labels, clusters, RUNS)
    expect(ppi).toBeGreaterThan(0.93 - slack)
    expect(ppiMissing).toBe(0)
    // The judge's own interval is about another figure, unless its errors cancel out.
    expect(uncorrected).toBeLessThan(0.8)
  })
})
