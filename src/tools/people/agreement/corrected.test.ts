import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { leastCoverage } from '../../../../test/leastCoverage.ts'
import { hasShared, isLong, sharedFolder } from '../../../../test/shared.ts'
import { random } from '../../../core/base/random.ts'
import { wilson } from '../../../core/stats/wilson.ts'
import { answersOf } from '../test/answersOf.ts'
import { type Corrected, correctedRate, leeRate } from './corrected.ts'
import { correctedMean } from './correctedMean.ts'
import { type JudgedUnit, judgedUnits } from './judgedUnit.ts'

const unit = (judge: number, human: number | undefined, cluster: string): JudgedUnit => ({
  id: cluster,
  judge,
  human,
  ratings: [],
  cluster,
  slice: undefined,
})
const counted = (text: string) => judgedUnits(answersOf(text)).units

describe('a rate corrected by sensitivity and specificity', () => {
  test('is that of the paper’s example', () => {
    const { value, ci95 } = leeRate({ p: 0.4, n: 1000, q0: 0.7, m0: 200, q1: 0.9, m1: 200 })
    expect([value, ...ci95].map((figure) => figure.toFixed(4))).toEqual(['0.1667', '0.0564', '0.2627'])
    const units = counted('400:1 600:0 180:1/1 20:0/1 60:1/0 140:0/0')
    expect(correctedRate(units)).toEqual({ value, ci95 })
  })

  test('stays from 0 to 1', () =>
    expect(leeRate({ p: 0.05, n: 100, q0: 0.8, m0: 20, q1: 0.9, m1: 20 })).toMatchObject({ value: 0, ci95: [0, expect.any(Number)] }))

  test('is missing, with the reason, where the labels do not tell it', () => {
    const missing = (units: readonly JudgedUnit[]) => (correctedRate(units) as { missing: string }).missing
    expect(missing(counted('5:1/1 5:0/0'))).toBe('every answer has a label. The rate of the labels needs no correction')
    expect(missing(counted('9:1 5:1/1 1:0/0'))).toBe('people call 5 answers right and 1 wrong. Label until there are 5 of each, better 50')
    expect(missing(counted('9:1 5:0/1 5:1/0'))).toMatch(/^the judge does no better than chance/)
    // It says yes to all: rates drawn towards one half are better than chance where there is more of one kind.
    expect(missing(counted('9:1 20:1/1 5:1/0'))).toMatch(/^the judge does no better than chance/)
  })

  test('has a wider interval where answers come in clusters that agree', () => {
    // Of 20 clusters people call 10 right; the judge is wrong about two of these and about three of the others.
    const alike = (clusters: number, size: number) =>
      Array.from({ length: clusters * size }, (_, index) => {
        const cluster = Math.floor(index / size)
        const human = cluster % 2
        const judge = [1, 3, 4, 8, 12].includes(cluster % 20) ? 1 - human : human
        return unit(judge, cluster < clusters / 2 ? human : undefined, `${cluster}`)
      })
    const width = (units: readonly JudgedUnit[]) => {
      const { ci95 } = correctedRate(units) as Extract<Corrected, { value: number }>
      return ci95[1] - ci95[0]
    }
    const clustered = alike(80, 5)
    const single = clustered.map((one, index) => ({ ...one, cluster: `${index}` }))
    expect(width(clustered) / width(single)).toBeCloseTo(Math.sqrt(5), 1)
  })
})

describe('a mean corrected by prediction-powered inference', () => {
  test('is the mean of the labels where the judge says the same of all', () =>
    expect(correctedMean(counted('20:3 5:3/1 5:3/5'))).toMatchObject({ value: 3 }))

  test('follows a judge who is right but for a constant', () => {
    // The judge says one more than people: 4 and 2 for 3 and 1. Over the rest it says 4 in 75 of 100.
    const { value } = correctedMean(counted('75000:4 25000:2 50:4/3 50:2/1')) as { value: number }
    // People would say 3 in three quarters: 2.5. The weight of the judge is just under 1, by the share of the labels.
    expect(value).toBeCloseTo(2.5, 1)
  })

  test('is missing, with the reason, where the labels do not tell it', () => {
    expect(correctedMean(counted('20:3 1:3/2'))).toEqual({ missing: 'people labelled 1 answer. Label 2 or more, better 50' })
    const alike = counted('20:3 10:4/4 10:2/4')
    expect(correctedMean(alike)).toEqual({ missing: 'all labels are the same. Label more answers' })
  })
})

const data = join(sharedFolder, 'data', 'field', 'truescore-support_eval.csv')
describe.skipIf(!hasShared)('4,000 judged answers of which 600 have a label', () => {
  const units = () =>
    readFileSync(data, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => {
        const [id, , , judge, human] = line.trim().split(',') as [string, string, string, string, string]
        return unit(Number(judge), human === '' ? undefined : Number(human), id)
      })

  test('have the published prediction-powered rate', () => {
    const { value, ci95 } = correctedMean(units()) as Extract<Corrected, { value: number }>
    // Published with the normal quantile; Student's, with 600 labels, differs from it in the fourth decimal.
    expect([value.toFixed(5), ...ci95.map((end) => end.toFixed(3))]).toEqual(['0.71505', '0.684', '0.746'])
  })

  test('have the published rate by sensitivity and specificity, taken over the answers without a label', () => {
    const { value } = correctedRate(units()) as Extract<Corrected, { value: number }>
    // 0.7066 is published, from the judge's rate over all answers (0.83825); over the rest that rate is 0.83735.
    expect(value).toBeCloseTo(0.7066 + (0.8373529 - 0.83825) / (0.46745562 + 0.96519722 - 1), 4)
  })
})

describe('coverage of the interval over seeded runs', () => {
  const RUNS = isLong ? 1000 : 200
  const CELLS = [
    { truth: 0.5, q0: 0.6, q1: 0.95, labels: 200, n: 1000, size: 1 },
    { truth: 0.2, q0: 0.8, q1: 0.9, labels: 100, n: 500, size: 1 },
    { truth: 0.6, q0: 0.7, q1: 0.95, labels: 300, n: 1200, size: 5 },
  ]

  function draw(seed: number, { truth, q0, q1, labels, n, size }: (typeof CELLS)[number]): JudgedUnit[] {
    const stream = random('coverage', seed, truth)
    const chance = (probability: number) => stream.int(0, 999_999) < probability * 1_000_000
    const cluster = (first: number, at: number) => `${first + Math.floor(at / size)}`
    return Array.from({ length: labels + n }, (_, index) => index).reduce<{ units: JudgedUnit[]; human: number }>(
      ({ units, human: before }, index) => {
        // All answers of a cluster are right or wrong together.
        const human = index % size === 0 ? Number(chance(truth)) : before
        const judge = Number(human === 1 ? chance(q1) : chance(1 - q0))
        units.push(unit(judge, index < labels ? human : undefined, cluster(0, index)))
        return { units, human }
      },
      { units: [], human: 0 },
    ).units
  }

  test.each(CELLS)('truth $truth, specificity $q0, sensitivity $q1, $labels labels, clusters of $size', (cell) => {
    const holds = { lee: 0, ppi: 0, judge: 0 }
    for (let seed = 0; seed < RUNS; seed += 1) {
      const units = draw(seed, cell)
      const judged = units.reduce((sum, { judge }) => sum + judge, 0) / units.length
      const intervals = { lee: correctedRate(units), ppi: correctedMean(units), judge: { ci95: wilson(judged, units.length) } }
      for (const [name, found] of Object.entries(intervals)) {
        const [low, high] = (found as { ci95: readonly [number, number] }).ci95
        if (low <= cell.truth && cell.truth <= high) holds[name as keyof typeof holds] += 1
      }
    }
    const least = leastCoverage(RUNS, cell.labels, cell.truth)
    expect(holds.lee / RUNS).toBeGreaterThan(least)
    expect(holds.ppi / RUNS).toBeGreaterThan(least)
    // The judge's own interval is about another figure.
    expect(holds.judge / RUNS).toBeLessThan(0.5)
  })
})
