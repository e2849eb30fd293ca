import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../format/records.ts'
import { clusteredRate, type Outcome } from './clusteredRate.ts'
import { suiteScores } from './summary/suiteScores.ts'
import { wilson } from './wilson.ts'

function record(item: string, status: ItemRecord['status'], more: Partial<ItemRecord> = {}): ItemRecord {
  return { suite: 'demo', item, task: 'one', trial: 0, status, tags: {}, scores: {}, ...more }
}

const outcome = ({ status }: ItemRecord): Outcome => (status === 'passed' ? 'hit' : status === 'failed' ? 'miss' : 'none')
const rate = (records: readonly ItemRecord[]) => clusteredRate(records, outcome)

/** Items by cluster, so many of each passed. */
const clusters = (...sizes: readonly (readonly [passed: number, n: number])[]) =>
  sizes.flatMap(([passed, n], cluster) =>
    Array.from({ length: n }, (_, index) =>
      record(`${cluster}/${index}`, index < passed ? 'passed' : 'failed', { clusters: { seed: `${cluster}` } }),
    ),
  )

const close = (interval: readonly number[], digits = 9) => interval.map((end) => expect.closeTo(end, digits))

describe('the interval of a rate', () => {
  test('over single items is Wilson’s with the unbiased variance', () => {
    for (const [passed, n] of [
      [3, 10],
      [7, 8],
      [90, 150],
    ] as const) {
      const records = Array.from({ length: n }, (_, index) => record(`${index}`, index < passed ? 'passed' : 'failed'))
      expect(rate(records)).toEqual(close(wilson(passed / n, n - 1)))
    }
  })

  test('over clusters that pass or fail as one is that of as many items as clusters', () => {
    expect(rate(clusters([5, 5], [0, 5], [5, 5], [5, 5], [0, 5], [0, 5], [5, 5]))).toEqual(close(wilson(4 / 7, 6)))
  })

  test('over few clusters is lowered by Student’s quantile, by hand', () => {
    // Rates 1/4, 1/2, 1/2, 3/4: variance 1/24, of four 1/96; 1/4 over that is 24 observations. Student’s quantile of 3 degrees
    // of freedom is 3.182446, the normal one 1.959964.
    const effective = 24 * (1.959964 / 3.182446) ** 2
    const half = 1.959964 / 2 / Math.sqrt(effective + 1.959964 ** 2)
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
    const effective = ((0.25 * 160 * 159) / 5) * (1.959964 / 1.974996) ** 2
    const half = 1.959964 / 2 / Math.sqrt(effective + 1.959964 ** 2)
    expect([low, high]).toEqual(close([0.5 - half, 0.5 + half], 6))
  })

  test('does not fall below one observation a cluster', () => {
    // Rates 1, 0, 1/2, with variance 1/4, of three 1/12: 3 observations, lowered to 0.62; but three clusters are no less than 2.
    expect(rate(clusters([2, 2], [0, 2], [1, 2]))).toEqual(close(wilson(0.5, 2)))
  })

  test('where nothing varies is that of as many items as clusters', () => {
    expect(rate(clusters([4, 4], [4, 4], [4, 4]))).toEqual(wilson(1, 3))
    expect(rate(clusters([0, 4], [0, 4], [0, 4]))).toEqual(wilson(0, 3))
    expect(rate(clusters([2, 4], [2, 4]))).toEqual(wilson(0.5, 2))
    expect(rate(clusters([1, 2]))).toEqual(wilson(0.5, 1))
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

// The rate is that of items, each the majority of its trials: here every item passes two of three.
test('the interval of pass_rate holds it where trials of an item differ', () => {
  const records = Array.from({ length: 100 }, (_, index) => index).flatMap((index) =>
    [0, 1, 2].map((trial) => record(`${index}`, trial < 2 ? 'passed' : 'failed', { trial })),
  )
  const { value, ci95 } = suiteScores(records, {}).metrics.pass_rate ?? {}
  expect(value).toBe(1)
  expect(ci95?.[1]).toBeGreaterThanOrEqual(1 - 1e-9)
})
