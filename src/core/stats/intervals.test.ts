import { describe, expect, test } from 'vitest'
import { mean, record } from '../../../test/totalRecords.ts'
import type { ItemRecord } from '../format/records.ts'
import type { Metric, Metrics } from '../format/scoresDocument.ts'
import { withIntervals } from './intervals.ts'
import { meanOver, metric } from './summary/metric.ts'
import { runSummary } from './summary/summaryInput.ts'
import { exactInterval, wilson } from './wilson.ts'

const intervalOf = (records: readonly ItemRecord[]) => withIntervals(records, mean).score?.ci95
// Student's sleep data (1908), differences of the two drugs; R: 0.7001142 to 2.4598858.
const SLEEP = [1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4]
const sleepers = SLEEP.map((hours, index) => record(`${index}`, hours))
const published = [expect.closeTo(0.7001142, 6), expect.closeTo(2.4598858, 6)]

/** The figures of a summary, with what they can be. */
const ranged =
  (summarize: (records: readonly ItemRecord[]) => Metrics, range: Metric['range']) =>
  (records: readonly ItemRecord[]): Metrics =>
    Object.fromEntries(Object.entries(summarize(records)).map(([key, metric]) => [key, { ...metric, range }]))

describe('the interval of a mean of changes', () => {
  /** Of 30 items `changed` change by so much, and the rest not at all. */
  const intervalOfChanges = (changes: readonly number[]) => {
    const records = Array.from({ length: 30 }, (_, at) => record(`${at}`, changes[at] ?? 0))
    const summarize = (some: readonly ItemRecord[]) => ({
      loss: metric(some.reduce((sum, { scores }) => sum + (scores.total as number), 0) / some.length, {
        n: some.length,
        range: [-4, 4],
        mean: meanOver(some),
      }),
    })
    return withIntervals(records, summarize).loss?.ci95 as [number, number]
  }

  // R: binom.test(3, 30) ends at 0.2652885.
  test('is that of as rare failures, where all changes are to one side', () => {
    expect(intervalOfChanges([4, 4, 4])[1]).toBeGreaterThanOrEqual(4 * 0.2652885)
    expect(intervalOfChanges([-4, -4, -4])[0]).toBeLessThanOrEqual(-4 * 0.2652885)
  })

  test('makes no step where one item changes a little to the other side', () => {
    const [one, both] = [intervalOfChanges([4, 4, 4]), intervalOfChanges([4, 4, 4, -0.01])]
    expect(both[1]).toBeCloseTo(one[1], 1)
  })
})

describe('the interval of a mean', () => {
  test('over items is Student’s', () => expect(intervalOf(sleepers)).toEqual(published))

  test('over clusters of equal items is that of as many items as clusters', () => {
    const copies = sleepers.flatMap(({ item, scores }) =>
      ['a', 'b', 'c'].map((copy) => record(`${item}${copy}`, scores.total as number, { clusters: { seed: item } })),
    )
    expect(intervalOf(copies)).toEqual(published)
  })

  test('over items of several trials is that of the items', () => {
    const trials = sleepers.flatMap((entry) => [0, 1, 2].map((trial) => ({ ...entry, trial })))
    expect(intervalOf(trials)).toEqual(published)
  })

  test('does not count items without a score', () => {
    const others = (['skipped', 'error', 'unscored'] as const).map((status) => record(status, 0, { status, scores: {} }))
    expect(intervalOf([...sleepers, ...others])).toEqual(published)
  })

  test('over items of unlike tasks holds by how many of each have a score', () => {
    // Nine of ten each have one: nearly none right in one task, nearly all in the other.
    const tasks = [
      [1, ...Array(8).fill(0)],
      [0, ...Array(8).fill(1)],
    ].map((totals) => [...totals, undefined])
    const records = tasks.flatMap((totals, task) =>
      totals.map((total, at) =>
        record(`${task}/${at}`, 0, {
          task: `${task}`,
          ...(total === undefined ? { status: 'unscored', scores: {} } : { scores: { total } }),
        }),
      ),
    )
    // A mean of the part of a sample that has scores, stratified: each item without one counts as 0 (Cochran, 1977, section 5A.14).
    const variance = tasks.reduce((sum, totals) => {
      const own = totals.map((total) => (total === undefined ? 0 : (total - 0.5) / 18))
      const centre = own.reduce((all, one) => all + one, 0) / 10
      return sum + (10 / 9) * own.reduce((all, one) => all + (one - centre) ** 2, 0)
    }, 0)
    // Of the two tasks alone it is 2 × 9/8 × 8/9 / 18².
    expect(variance / (2 / 18 ** 2)).toBeGreaterThan(1.1)
    const [low, high] = intervalOf(records) as [number, number]
    // Without a scale it is Student's, with 9 less 1 items of each task.
    expect((high - low) / 2).toBeCloseTo(2.119905 * Math.sqrt(variance), 5)
    expect((low + high) / 2).toBeCloseTo(0.5, 9)
  })

  test('of a thousand items, whose clusters are pooled, is the usual one to within a tenth', () => {
    const records = Array.from({ length: 1000 }, (_, index) => record(`${index}`, ((index * 617) % 1000) / 999))
    const [low, high] = intervalOf(records) as [number, number]
    // Of 0, 1/999 … 1: variance 1000 × 1001 / 12 / 999².
    const usual = 1.96 * Math.sqrt((1000 * 1001) / 12 / 999 ** 2 / 1000)
    expect((low + high) / 2).toBeCloseTo(0.5, 9)
    expect((high - low) / 2 / usual).toBeGreaterThan(0.9)
    expect((high - low) / 2 / usual).toBeLessThan(1.1)
  })
})

describe('an interval', () => {
  // Two items of 0 and 1: a mean of 1/2 with a standard error of 1/2 and Student's 12.7 for one degree of freedom, 6.35 either way.
  const two = [0, 1].map((score) => record(`${score}`, score))

  test('does not go beyond what the metric can be', () => {
    // One observation's.
    expect(withIntervals(two, ranged(mean, [0, 1])).score?.ci95).toEqual(exactInterval(0.5, 1).map((end) => expect.closeTo(end, 9)))
    expect(withIntervals(two, ranged(mean, [-1, null])).score?.ci95).toEqual([-1, expect.closeTo(6.853, 3)])
  })

  test('goes where it goes where that is not known', () =>
    expect(withIntervals(two, mean).score?.ci95).toEqual([expect.closeTo(-5.853, 3), expect.closeTo(6.853, 3)]))
})

describe('the interval of a metric between two ends', () => {
  const share = ranged(mean, [0, 1])
  const rate = (hits: number, n: number) =>
    withIntervals(
      Array.from({ length: n }, (_, index) => record(`${index}`, Number(index < hits))),
      share,
    ).score?.ci95 as [number, number]

  /** Half of Wilson's interval of a half. */
  const half = (n: number) => 1.959964 / 2 / Math.sqrt(n + 1.959964 ** 2)

  test('has one where all items agree', () => {
    // Newcombe (1998), Table I, method 5, exact: none of 20 has an upper end of 0.1684.
    expect(rate(0, 20)).toEqual([0, expect.closeTo(0.1684, 4)])
    expect(rate(20, 20)).toEqual([expect.closeTo(0.8316, 4), 1])
  })

  test.each([10, 20, 50])('holds the true share in 95 %% of samples of %i, by the binomial distribution', (n) => {
    // Student's, cut off at the end, has no interval without a miss: 0.9 of 20 items are all right in 12 % of samples.
    const intervals = Array.from({ length: n + 1 }, (_, hits) => rate(hits, n))
    const coverage = (p: number) => {
      let covered = 0
      let probability = (1 - p) ** n
      for (const [hits, [low, high]] of intervals.entries()) {
        if (low <= p && p <= high) covered += probability
        probability *= ((n - hits) / (hits + 1)) * (p / (1 - p))
      }
      return covered
    }
    const grid = Array.from({ length: 199 }, (_, index) => (index + 1) / 200)
    expect(grid.reduce((sum, p) => sum + coverage(p), 0) / grid.length).toBeGreaterThan(0.95)
    for (const p of [0.5, 0.9, 0.95, 0.97]) expect(coverage(p)).toBeGreaterThan(0.9)
  })

  test('of a mean of tasks is narrower than that of their items, whose differences are no chance', () => {
    // 25 of 26 and 1 of 26: the tasks tell nearly everything.
    const items = (task: string, hits: number) =>
      Array.from({ length: 26 }, (_, index) => record(`${task}${index}`, Number(index < hits), { task }))
    const of = (records: readonly ItemRecord[]) => withIntervals(records, share).score?.ci95 as [number, number]
    const two = [...items('a', 25), ...items('b', 1)]
    // Each task adds 26/25 of its squared distances 25/26: the variance is 2/52², which is 338 observations of 1/4. The two items
    // that differ hold 25/26 of it each: by Satterthwaite 4.3403 degrees of freedom, with Student’s quantile 2.692670.
    const effective = 338 * (1.959964 / 2.69267) ** 2
    expect(of(two)).toEqual([0.5 - half(effective), 0.5 + half(effective)].map((end) => expect.closeTo(end, 4)))
    // As one task they are 51 observations.
    const ofOne = of(two.map((entry) => ({ ...entry, task: 'one' })))
    expect(ofOne).toEqual(exactInterval(0.5, 51).map((end) => expect.closeTo(end, 4)))
  })

  // A task with one item varies by what is not known; taken for 0, it would make these 13 items count as more. A partial run can
  // leave one.
  test('is not narrower than that of its items where tasks have but one', () => {
    const five = (task: string, ...scores: readonly number[]) => scores.map((score) => [task, score] as const)
    const tasks = [['a', 1], ['b', 1], ['c', 1], ...five('d', 1, 0, 1, 0, 1), ...five('e', 1, 1, 1, 1, 0)] as const
    const records = tasks.map(([task, score], index) => record(`${index}`, score, { task }))
    const overTasks = (some: readonly ItemRecord[]): Metrics => {
      const names = [...new Set(some.map(({ task }) => task))]
      const values = names.map((task) => mean(some.filter((entry) => entry.task === task)).score?.value as number)
      return { score: { value: values.reduce((sum, value) => sum + value, 0) / values.length, n: some.length, ci95: null } }
    }
    const { ci95 } = withIntervals(records, ranged(overTasks, [0, 1])).score ?? {}
    const [low, high] = ci95 as [number, number]
    // (1 + 1 + 1 + 3/5 + 4/5) / 5.
    const [least, most] = wilson(0.88, 13)
    expect(high - low).toBeGreaterThanOrEqual(most - least)
  })

  test('of one item a task is that of as many items', () => {
    const ofTasks = (taskOf: (index: number) => string) =>
      withIntervals(
        [1, 1, 0, 1, 1].map((score, index) => record(`${index}`, score, { task: taskOf(index) })),
        share,
      ).score?.ci95
    expect(ofTasks(String)).toEqual(ofTasks(() => 'one')?.map((end) => expect.closeTo(end, 9)))
  })
})

// Over 200 items were pooled: 2,000 right ones of 2,000 had a lower bound of 0.981, below that of 1,980.
describe('with more failures no bound is higher', () => {
  const black = (records: readonly ItemRecord[]): Metrics => ranged(mean, [0, 1])(records)
  const summaries = {
    'said to be a mean': (records: readonly ItemRecord[]) =>
      runSummary('demo', records, ({ items, mean }) => ({ score: { ...mean(items), range: [0, 1] } })),
    'of which nothing is said': black,
  }
  test.each([
    ...[2, 3, 7, 30, 50].map((n) => [n, Array.from({ length: n + 1 }, (_, failures) => failures)] as const),
    ...[201, 2000, ...(process.env.TEST_LONG === '1' ? [100_000] : [])].map(
      (n) => [n, [0, 1, 2, 3, 8, 20, n / 4, n / 2, n - 8, n - 2, n - 1, n].map(Math.floor)] as const,
    ),
  ])('of %i items', (n, counts) => {
    for (const [name, summarize] of Object.entries(summaries)) {
      const intervals = counts.map((failures) => {
        const records = Array.from({ length: n }, (_, at) => record(`item-${at}`, Number(at >= failures)))
        return withIntervals(records, summarize).score?.ci95 as [number, number]
      })
      for (const [at, [low, high]] of intervals.slice(1).entries()) {
        const [lowBefore, highBefore] = intervals[at] as [number, number]
        expect(low, `${name}, ${counts[at + 1]} failures`).toBeLessThanOrEqual(lowBefore + 1e-12)
        expect(high, `${name}, ${counts[at + 1]} failures`).toBeLessThanOrEqual(highBefore + 1e-12)
      }
      // All right: what so many items can hide, Wilson's or the exact, whichever is more.
      expect(intervals[0]?.[0]).toBeCloseTo(Math.min(0.025 ** (1 / n), n / (n + 1.959964 ** 2)), 6)
    }
  })
})

test('where a few of many clusters hold most of the weight a note says so', () => {
  const noteOf = (sizes: readonly number[]) => {
    const records = sizes.flatMap((size, cluster) =>
      Array.from({ length: size }, (_, at) => record(`${cluster}/${at}`, (at + cluster) % 2, { clusters: { cluster: `${cluster}` } })),
    )
    return withIntervals(records, mean).score?.note
  }
  // (50 + 9 × 2)² over 50² + 9 × 2².
  expect(noteOf([50, ...Array.from({ length: 9 }, () => 2)])).toMatch(
    /a few of its 10 clusters hold most of the weight: .* 1\.8 equal ones/,
  )
  expect(noteOf([5, 4, 6, 5, 4, 5, 6, 5, 5, 5])).toBeUndefined()
})

test('strata that are given take the place of tasks', () => {
  const records = Array.from({ length: 12 }, (_, index) =>
    record(`${index}`, index + (index % 3) / 10, { tags: { length: `${Math.floor(index / 3)}` } }),
  )
  const stratumOf = ({ tags }: ItemRecord) => ({ name: String(tags.length) })
  // Three of each length: 0, 1.1, 2.2 and 3 more for each; squares 2.42, times 3/2, of four, over 12².
  const se = Math.sqrt((4 * 1.5 * 2.42) / 144)
  // Student's quantile of 8 degrees of freedom: 2.306004.
  const half = 2.306004 * se
  expect(withIntervals(records, mean, { stratumOf }).score?.ci95).toEqual([5.6 - half, 5.6 + half].map((end) => expect.closeTo(end, 5)))
})

describe('a metric keeps what it had', () => {
  test('of an interval of its own', () => {
    const own = (records: readonly ItemRecord[]): Metrics => ({ ...mean(records), rate: { value: 0.5, n: 10, ci95: [0.2, 0.8] } })
    const metrics = withIntervals(sleepers, own)
    expect(metrics.rate).toEqual({ value: 0.5, n: 10, ci95: [0.2, 0.8] })
    expect(metrics.score?.ci95).toEqual(published)
  })

  test('of value and number of items', () =>
    expect(withIntervals(sleepers, mean).score).toMatchObject({ value: expect.closeTo(1.58, 12), n: 10 }))
})

describe('there is no interval', () => {
  test('of one item', () => expect(intervalOf([record('only', 0.5)])).toBeNull())

  test('of items that do not vary', () => expect(intervalOf([1, 2, 3].map((index) => record(`${index}`, 0.7)))).toBeNull())

  test('of items in one cluster', () =>
    expect(intervalOf([0, 1].map((score) => record(`${score}`, score, { clusters: { seed: 'x' } })))).toBeNull())

  test('of no items', () => expect(withIntervals([], () => ({}))).toEqual({}))
})
