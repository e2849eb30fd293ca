import { describe, expect, test } from 'vitest'
import { leastCoverage } from '../../../../test/leastCoverage.ts'
import { isLong } from '../../../../test/shared.ts'
import { random } from '../../../core/base/random.ts'
import { tQuantile } from '../../../core/stats/studentT.ts'
import { wilson } from '../../../core/stats/wilson.ts'
import { type Corrected, correctedRate } from './corrected.ts'
import { correctedMean } from './correctedMean.ts'
import type { JudgedUnit } from './judgedUnit.ts'

type Found = Extract<Corrected, { value: number }>
const unit = (judge: number, human: number | undefined, cluster: string, weight?: number): JudgedUnit => ({
  id: cluster,
  judge,
  human,
  ratings: [],
  cluster,
  slice: undefined,
  weight,
})

describe('the interval', () => {
  /** Ratings in clusters of unequal size; the first eight have labels, and one of the others too. */
  const ratings = () => {
    const stream = random('ratings in clusters')
    return Array.from({ length: 30 }, (_, cluster) =>
      Array.from({ length: 1 + (cluster % 4) }, (_, at) => {
        const human = stream.int(1, 5)
        const judge = Math.min(5, Math.max(1, human + stream.int(-1, 1)))
        return unit(judge, cluster < 8 || (cluster === 20 && at === 0) ? human : undefined, `${cluster}`)
      }),
    ).flat()
  }

  test('of ratings is that of leaving out each cluster in turn, with Student’s t', () => {
    const units = ratings()
    const { value, ci95 } = correctedMean(units) as Found
    const clusters = [...new Set(units.map(({ cluster }) => cluster))]
    const moves = clusters.map((cluster) => ({
      isLabelled: units.some((one) => one.cluster === cluster && one.human !== undefined),
      square: ((correctedMean(units.filter((one) => one.cluster !== cluster)) as Found).value - value) ** 2,
    }))
    const parts = [true, false].map((isLabelled) => {
      const own = moves.filter((move) => move.isLabelled === isLabelled)
      return { df: own.length - 1, variance: ((own.length - 1) / own.length) * own.reduce((sum, { square }) => sum + square, 0) }
    }) as [{ df: number; variance: number }, { df: number; variance: number }]
    const variance = parts[0].variance + parts[1].variance
    const df = variance ** 2 / (parts[0].variance ** 2 / parts[0].df + parts[1].variance ** 2 / parts[1].df)
    expect(parts.map((part) => part.df)).toEqual([8, 20])
    const half = tQuantile(0.975, df) * Math.sqrt(variance)
    expect(ci95).toEqual([expect.closeTo(value - half, 10), expect.closeTo(value + half, 10)])
  })

  test('of a rate with few labels stays from 0 to 1, and the rate too', () => {
    const units = [
      ...Array.from({ length: 30 }, (_, at) => unit(Number(at < 3), Number(at === 0), `l${at}`)),
      ...Array.from({ length: 400 }, (_, at) => unit(0, undefined, `r${at}`)),
    ]
    const { value, ci95 } = correctedMean(units) as Found
    expect(value).toBeGreaterThanOrEqual(0)
    expect(ci95[0]).toBeGreaterThanOrEqual(0)
    expect(ci95[1]).toBeLessThan(0.2)
  })

  test('is missing where all labels are of one cluster', () => {
    const units = [...[1, 2, 3].map((human) => unit(human, human, 'one')), ...[1, 2, 3].map((judge) => unit(judge, undefined, `${judge}`))]
    expect(correctedMean(units)).toEqual({ missing: 'all labels are of one cluster. Label answers of others' })
  })
})

describe('labels with weights', () => {
  test('of a judge who tells nothing are averaged by weight', () => {
    // The judge says 3 of all. (2 * 1 + 2 * 5 + 6 * 4) / 10
    const units = [unit(3, 1, 'a', 2), unit(3, 5, 'b', 2), unit(3, 4, 'c', 6), unit(3, undefined, 'd'), unit(3, undefined, 'e')]
    expect((correctedMean(units) as Found).value).toBeCloseTo(3.6, 12)
  })

  test('correct the judge by its mean over all answers', () => {
    // Labels 1, 3, 3 for the judge's 2, 4, 4 with weights 1, 1, 2: people 2.5, judge 3.5. Over all six answers the judge has 3.
    // The covariance of the labels is their variance 0.75 * 3 / 2; the judge's over all is 1 * 6 / 5.
    const units = [
      unit(2, 1, 'a', 1),
      unit(4, 3, 'b', 1),
      unit(4, 3, 'c', 2),
      unit(2, undefined, 'd'),
      unit(2, undefined, 'e'),
      unit(4, undefined, 'f'),
    ]
    const weight = (0.75 * 1.5) / 1.2
    expect((correctedMean(units) as Found).value).toBeCloseTo(2.5 + weight * (3 - 3.5), 12)
  })

  test('correct a rate by weighted sensitivity and specificity', () => {
    // Of people's yes the judge calls right a weight of 3 of 4, of their no it calls wrong 4 of 5; over all ten it says yes of 6. Each three times.
    const once = [
      unit(1, 1, 'a', 3),
      unit(0, 1, 'b', 1),
      unit(0, 0, 'c', 4),
      unit(1, 0, 'd', 1),
      ...[1, 1, 1, 1, 0, 0].map((judge, at) => unit(judge, undefined, `rest ${at}`)),
    ]
    const units = [1, 2, 3].flatMap((time) => once.map((one) => ({ ...one, cluster: `${one.cluster} ${time}` })))
    expect((correctedRate(units) as Found).value).toBeCloseTo((0.6 + 0.8 - 1) / (0.8 + 0.75 - 1), 12)
  })

  test('hold the truth where doubtful answers were drawn more often, and plain ones do not', () => {
    const RUNS = isLong ? 1000 : 200
    const TRUTH = 0.6
    const held = { ppi: 0, lee: 0, unweighted: 0, human: 0 }
    for (let run = 0; run < RUNS; run += 1) {
      const stream = random('drawn by doubt', run)
      const chance = (share: number) => stream.int(0, 999_999) < share * 1_000_000
      const units = Array.from({ length: 1500 }, (_, at) => {
        const human = Number(chance(TRUTH))
        const judge = Number(human === 1 ? chance(0.85) : chance(0.3))
        // What the judge calls wrong is drawn four times as often.
        const probability = judge === 1 ? 0.05 : 0.2
        return chance(probability) ? unit(judge, human, `${at}`, 1 / probability) : unit(judge, undefined, `${at}`)
      })
      const plain = units.map(({ weight: _, ...one }) => one)
      const labelled = plain.flatMap(({ human }) => (human === undefined ? [] : [human]))
      const intervals = {
        ppi: (correctedMean(units) as Found).ci95,
        lee: (correctedRate(units) as Found).ci95,
        unweighted: (correctedRate(plain) as Found).ci95,
        human: wilson(labelled.reduce((sum, value) => sum + value, 0) / labelled.length, labelled.length),
      }
      for (const [name, [low, high]] of Object.entries(intervals)) if (low <= TRUTH && TRUTH <= high) held[name as keyof typeof held] += 1
    }
    const least = leastCoverage(RUNS, 150, TRUTH)
    expect(held.ppi / RUNS).toBeGreaterThan(least)
    expect(held.lee / RUNS).toBeGreaterThan(least)
    // The labels that were drawn by doubt are no fair sample.
    expect(held.unweighted / RUNS).toBeLessThan(0.6)
    expect(held.human / RUNS).toBeLessThan(0.1)
  })
})
