import { expect, test } from 'vitest'
import { random } from '../../core/base/random.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { meanOver, metric } from '../../core/stats/summary/metric.ts'
import { anytimeFactor, widenedInterval, withBentMeans } from './widened.ts'

test('the factor is that of the paper at the unit it is tuned to', () => {
  // By hand: r^2 = (5.991465 + log(6.991465)) / 100 = 0.0793616; t r^2 + 1 = 8.93616.
  // sqrt(2 x 8.93616 / 7.93616 x (log(8.93616) / 2 + 2.995732)) = 3.0350; over 1.959964 = 1.5485.
  expect(anytimeFactor(100)).toBeCloseTo(1.5485, 3)
  expect(anytimeFactor(10)).toBeGreaterThan(anytimeFactor(100))
  expect(anytimeFactor(10_000)).toBeGreaterThan(anytimeFactor(100))
})

test('an interval widened at every look leaves out the truth in at most 5 of 100 sequences, an ordinary one in far more', () => {
  let [widened, ordinary] = [0, 0]
  const runs = 400
  for (let seed = 0; seed < runs; seed += 1) {
    const { int } = random('anytime factor', seed)
    let sum = 0
    let [missed, missedOrdinary] = [false, false]
    for (let n = 1; n <= 400; n += 1) {
      sum += int(0, 1)
      if (n < 20) continue
      const p = sum / n
      const half = 1.96 * Math.sqrt((p * (1 - p)) / (n - 1))
      const [low, high] = widenedInterval(p, [p - half, p + half], n) as [number, number]
      missed ||= low > 0.5 || high < 0.5
      missedOrdinary ||= Math.abs(p - 0.5) > half
    }
    widened += Number(missed)
    ordinary += Number(missedOrdinary)
  }
  expect(widened / runs).toBeLessThanOrEqual(0.05)
  expect(ordinary / runs).toBeGreaterThan(0.2)
})

test('a widened interval ends where the scale does, and there is none of none', () => {
  expect(widenedInterval(0.9, [0.8, 0.95], 100, [0, 1])?.[1]).toBeCloseTo(0.9 + 1.5485 * 0.05, 3)
  expect(widenedInterval(0.9, [0.8, 0.99], 100, [0, 1])?.[1]).toBe(1)
  expect(widenedInterval(0.9, null, 100)).toBe(null)
})

test('a plain mean of items that were not drawn alike says so, and a mean over cells stands', () => {
  const records = ['a', 'b'].map(
    (item, at): ItemRecord => ({
      suite: 'demo',
      item,
      task: item,
      trial: 0,
      status: 'passed',
      tags: {},
      scores: { total: 1 },
      size: at + 1,
    }),
  )
  const over = (weigh: 'items' | 'cells') => ({ s: metric(0.5, { n: 2, mean: meanOver(records, { weigh }) }) })
  const noteOf = (weigh: 'items' | 'cells', some = records) => withBentMeans(over(weigh), some).s?.note
  expect([noteOf('items'), noteOf('cells')]).toEqual([expect.stringContaining('weigh more in gates'), undefined])
  expect(
    noteOf(
      'items',
      records.map((own) => ({ ...own, size: 1 })),
    ),
  ).toBeUndefined()
})
