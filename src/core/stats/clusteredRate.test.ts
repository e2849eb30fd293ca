import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import { clusteredMean, clusteredRate, type HitOrMiss } from './clusteredRate.ts'
import { suiteScores } from './summary/suiteScores.ts'
import { exactInterval, wilson } from './wilson.ts'

function record(item: string, status: ItemRecord['status'], more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status, tags: {}, scores: {}, ...more }
}

const outcome = ({ status }: ItemRecord): HitOrMiss => (status === 'passed' ? 'hit' : status === 'failed' ? 'miss' : 'none')
const rate = (records: readonly ItemRecord[]) => clusteredRate(records, outcome)

/** Items by cluster, so many of each passed. */
const clusters = (...sizes: readonly (readonly [passed: number, n: number])[]) =>
  sizes.flatMap(([passed, n], cluster) =>
    Array.from({ length: n }, (_, index) =>
      record(`${cluster}/${index}`, index < passed ? 'passed' : 'failed', { clusters: { seed: `${cluster}` } }),
    ),
  )

const close = (interval: readonly number[], digits = 9) => interval.map((end) => expect.closeTo(end, digits))

/** No narrower than Wilson's of so many observations, and than the exact one of them before Student's quantile lowers them. */
const widest = (share: number, lowered: number, effective: number): [number, number] => {
  const [one, other] = [wilson(share, lowered), exactInterval(share, effective)]
  return [Math.min(one[0], other[0]), Math.max(one[1], other[1])]
}

describe('the interval of a rate', () => {
  test('over single items is Wilson’s with the unbiased variance, lowered by Student’s quantile', () => {
    // Tabulated quantiles of n - 1 degrees of freedom: where few items differ the design's count.
    for (const [passed, n, t] of [
      [3, 10, 2.262157],
      [7, 8, 2.364624],
      [29, 30, 2.04523],
    ] as const) {
      const records = Array.from({ length: n }, (_, index) => record(`${index}`, index < passed ? 'passed' : 'failed'))
      expect(rate(records)).toEqual(close(widest(passed / n, (n - 1) * (1.959964 / t) ** 2, n - 1), 6))
    }
  })

  test('over clusters that pass or fail as one is that of as many items as clusters', () => {
    const items = [1, 0, 1, 1, 0, 0, 1].map((hit, index) => record(`${index}`, hit ? 'passed' : 'failed'))
    const interval = rate(clusters([5, 5], [0, 5], [5, 5], [5, 5], [0, 5], [0, 5], [5, 5]))
    expect(interval).toEqual(close(rate(items) as [number, number]))
    expect(interval).toEqual(close(widest(4 / 7, 6 * (1.959964 / 2.446912) ** 2, 6), 6))
  })

  test('over few clusters that vary less than yes and no is Student’s, by hand', () => {
    // Rates 1/4, 1/2, 1/2, 3/4: variance 1/24, of four 1/96. Student’s quantile of 3 degrees of freedom is 3.182446.
    const half = 3.182446 * Math.sqrt(1 / 96)
    expect(rate(clusters([1, 4], [2, 4], [2, 4], [3, 4]))).toEqual(close([0.5 - half, 0.5 + half], 6))
  })

  test('over many clusters is hardly lowered', () => {
    // The same 40 times: of rates 1/4, 1/2, 1/2, 3/4 variance 5/159, over 160; Student’s quantile of 159 is 1.974996.
    const [low, high] = rate(
      clusters(
        ...Array.from(
          { length: 40 },
          () =>
            [
              [1, 4],
              [2, 4],
              [2, 4],
              [3, 4],
            ] as const,
        ).flat(),
      ),
    ) as [number, number]
    const effective = (0.25 * 160 * 159) / 5
    expect([low, high]).toEqual(close(widest(0.5, effective * (1.959964 / 1.974996) ** 2, effective), 6))
  })

  test('does not fall below one observation', () => {
    // Rates 1, 0, 1/2, with variance 1/4, of three 1/12: 3 observations, lowered by Student's 4.302653 to 0.62.
    expect(rate(clusters([2, 2], [0, 2], [1, 2]))).toEqual(close(widest(0.5, 1, 3)))
  })

  test('where nothing varies is what as many further clusters could do', () => {
    expect(rate(clusters([4, 4], [4, 4], [4, 4]))).toEqual(close(exactInterval(1, 3)))
    expect(rate(clusters([0, 4], [0, 4], [0, 4]))).toEqual(close(exactInterval(0, 3)))
    // Of two 1 - √0.025, and of one 0.975, may be all hits or none.
    const [two, one] = [1 - Math.sqrt(0.025), 0.975]
    expect(rate(clusters([2, 4], [2, 4]))).toEqual(close([0.5 - two / 2, 0.5 + two / 2], 6))
    expect(rate(clusters([1, 2]))).toEqual(close([0.5 - one / 2, 0.5 + one / 2], 6))
  })

  test('takes the difference between tasks for chance too: a rate is no mean over tasks', () => {
    const ofTasks = (...tasks: readonly string[]) =>
      tasks.map((task, index) => record(`${index}`, index < 10 ? 'passed' : 'failed', { task }))
    const one = Array.from({ length: 20 }, () => 'one')
    const two = one.map((_, index) => (index < 10 ? 'one' : 'two'))
    expect(rate(ofTasks(...two))).toEqual(rate(ofTasks(...one)))
  })

  test('leaves out what does not count', () => {
    const counted = clusters([1, 2], [2, 2], [0, 2])
    expect(rate([...counted, record('x', 'error'), record('y', 'skipped')])).toEqual(rate(counted))
  })

  test('of nothing is none', () => {
    expect(rate([])).toBeNull()
    expect(rate([record('x', 'error')])).toBeNull()
  })

  test('with clusters of two kinds is not narrower than with either', () => {
    const crossed = [0, 1, 2, 3].flatMap((row) =>
      [0, 1, 2, 3].map((column) =>
        record(`${row}/${column}`, row + column >= 3 ? 'passed' : 'failed', { clusters: { row: `${row}`, column: `${column}` } }),
      ),
    )
    const width = (interval: readonly [number, number] | null) => (interval ? interval[1] - interval[0] : Number.NaN)
    const alone = (kind: 'row' | 'column') =>
      width(rate(crossed.map((entry) => ({ ...entry, clusters: { [kind]: entry.clusters?.[kind] ?? '' } }))))
    expect(width(rate(crossed))).toBeGreaterThan(alone('row'))
    expect(width(rate(crossed))).toBeGreaterThan(alone('column'))
  })

  test('lies within 0 and 1 around the rate, and is turned round with it', () => {
    const sizes = fc.array(
      fc.integer({ min: 1, max: 6 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n))),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(sizes, (groups) => {
        const records = clusters(...groups)
        const share = records.filter(({ status }) => status === 'passed').length / records.length
        const [low, high] = rate(records) as [number, number]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(low).toBeLessThanOrEqual(share + 1e-12)
        expect(high).toBeGreaterThanOrEqual(share - 1e-12)
        expect(high).toBeLessThanOrEqual(1)
        const turned = rate(clusters(...groups.map(([passed, n]) => [n - passed, n] as const))) as [number, number]
        expect(turned).toEqual(close([1 - high, 1 - low]))
      }),
    )
  })
})

describe('the interval of a mean', () => {
  const mean = (values: readonly (number | undefined)[]) => {
    const records = values.map((total, index) => record(`${index}`, 'passed', total === undefined ? {} : { scores: { total } }))
    return clusteredMean(records, ({ scores }) => scores.total)
  }

  test('of values that vary less than yes and no is the shorter', () => {
    // 0.4 and 0.6, ten of each: Student's reaches 2.093024 √(0.2/380) = 0.048. Items of another kind, which none of
    // twenty shows, are as frequent as 1 - 0.025^(1/20) at most, and could lie at either end.
    const values = Array.from({ length: 20 }, (_, index) => 0.4 + 0.2 * (index % 2))
    const hidden = 1 - 0.025 ** (1 / 20)
    expect(mean(values)).toEqual(close([0.5 - hidden / 2, 0.5 + hidden / 2], 6))
    const [low, high] = mean(values.map((value) => Number(value > 0.5))) as [number, number]
    expect(hidden).toBeLessThan(high - low)
  })

  test('leaves out what does not count', () => {
    expect(mean([0.2, undefined, 0.7, undefined, 1])).toEqual(mean([0.2, 0.7, 1]))
    expect(mean([undefined])).toBeNull()
  })
})

describe('the interval of pass_rate where trials of an item differ', () => {
  const thrice = (passes: readonly number[]) =>
    passes.flatMap((passed, index) => [0, 1, 2].map((trial) => record(`${index}`, trial < passed ? 'passed' : 'failed', { trial })))

  test('is that of the shares of the items', () => {
    const records = thrice(Array.from({ length: 90 }, (_, index) => 1 + (index % 2)))
    const { value, ci95 } = suiteScores(records, {}).metrics.pass_rate ?? {}
    expect(value).toBeCloseTo(0.5, 12)
    // 1/3 and 2/3: variance 90/36/89, of ninety 1/36/89; 1/4 over that is 801 observations. Student's 1.986979 of 89.
    expect(ci95).toEqual(close(widest(0.5, 801 * (1.959964 / 1.986979) ** 2, 801), 6))
  })

  test('holds it where every item passes as many', () => {
    const { value, ci95 } = suiteScores(thrice(Array.from({ length: 100 }, () => 2)), {}).metrics.pass_rate ?? {}
    expect(value).toBeCloseTo(2 / 3, 12)
    // Of a hundred items that say the same, z²/(100 + z²) may say otherwise.
    const share = 1.959964 ** 2 / (100 + 1.959964 ** 2)
    expect(ci95).toEqual(close([(2 / 3) * (1 - share), 2 / 3 + share / 3], 6))
  })
})
