import { describe, expect, test } from 'vitest'
import { mean, record } from '../../../test/totalRecords.ts'
import type { ItemRecord } from '../format/records.ts'
import { withIntervals } from './intervals.ts'
import { type Composition, composed, meanOfFigures, meanOver, metric } from './summary/metric.ts'
import { runSummary } from './summary/summaryInput.ts'
import { exactInterval } from './wilson.ts'

describe('the interval of a figure made of others', () => {
  const sides = (first: readonly number[], second: readonly number[], of: Composition['of']) => {
    const records = [first, second].flatMap((values, task) =>
      values.map((total, at) => record(`${task}/${at}`, total, { task: `${task}` })),
    )
    const summarize = (some: readonly ItemRecord[]) =>
      runSummary('demo', some, ({ items, mean }) => {
        const parts = ['0', '1'].map((task) => {
          const own = items.filter((item) => item.task === task)
          return { ...mean(Object.assign(own, { where: items.where })), range: [0, 1] } as const
        })
        return { whole: composed(parts, of, { range: [0, 1] }) }
      })
    return withIntervals(records, summarize).whole?.ci95 as [number, number]
  }
  const product: Composition['of'] = ([one = 0, other = 0]) => one * other
  const many = Array.from({ length: 100 }, (_, at) => Number(at % 5 > 0))

  // One pressed dialogue that turned gave 0.000 to 0.161: with it any held up to about 0.95 is possible, and so nearly any whole.
  test.each([
    ['a part of one that failed', [0], many, 0, 0.7],
    ['a part of one that passed', [1], many, 0.1, 0.8],
    ['a part of two that passed', [1, 1], many, 0.25, 0.8],
    ['parts that are 0 each', [0, 0, 0], [0, 0, 0], 0, 0.25],
  ] as const)('is as wide as %s allows', (_, first, second, most, least) => {
    const [low, high] = sides(first, second, product)
    expect(low).toBeLessThanOrEqual(most)
    expect(high).toBeGreaterThanOrEqual(least)
  })

  // Three conversations that kept nothing and one that followed what was taken back: 0.000 to 0.000, though 0.3 and 0.3, which make 0.21,
  // give this in 0.7³ × 0.3, a tenth, of samples.
  test('reaches over all that parts allow which move it only together, one of them against the other', () => {
    const [low, high] = sides([0, 0, 0], [1], ([one = 0, other = 0]) => one * (1 - other))
    expect(low).toBe(0)
    expect(high).toBeGreaterThanOrEqual(0.21)
  })

  test('is that of its variance where its parts have many', () => {
    const [low, high] = sides(many, many, product)
    // The error of 0.8 × 0.8: 0.8 times that of each, over both. Student's and Wilson's shape move the ends by less.
    const se = 0.8 * Math.sqrt(2 * (0.16 / 99))
    expect(low).toBeCloseTo(0.64 - 1.96 * se, 1)
    expect(high).toBeCloseTo(0.64 + 1.96 * se, 1)
  })
})

describe('the interval of a mean of figures', () => {
  /** Of cells with these scores; items without one are not scored. */
  const overCells = (...cells: readonly (readonly (number | undefined)[])[]) => overCellsOf({}, ...cells)
  const overCellsOf = (more: Partial<ItemRecord>, ...cells: readonly (readonly (number | undefined)[])[]) => {
    const records = cells.flatMap((values, task) =>
      values.map((total, at) =>
        record(`${task}/${at}`, total ?? 0, { task: `${task}`, ...more, ...(total === undefined && { status: 'unscored', scores: {} }) }),
      ),
    )
    const summarize = (some: readonly ItemRecord[]) => {
      const figures = [...new Set(some.map(({ task }) => task))].map((task) => {
        const own = some.filter((one) => one.task === task)
        const { value = 0, n = 0 } = mean(own).score ?? {}
        return metric(value, { n, range: [0, 1], mean: meanOver(own) })
      })
      return { whole: meanOfFigures(figures, { range: [0, 1] }) }
    }
    return withIntervals(records, summarize).whole
  }
  const all = (value: number | undefined, count = 20) => Array.from({ length: count }, () => value)

  // The cell without a score could be 0 or 1, and the whole half of what the other is, or half more.
  test.each([
    ['1', all(1), 1, (exactInterval(1, 20)[0] as number) / 2, 1],
    ['0', all(0), 0, 0, (1 + exactInterval(0, 20)[1]) / 2],
  ] as const)('of which one is %s and one has no data reaches over all that this could be', (_, scores, value, from, to) => {
    const found = overCells(scores, all(undefined))
    expect(found?.value).toBe(value)
    expect(found?.ci95?.[0]).toBeLessThanOrEqual(Math.max(0, from) + 0.1)
    expect(found?.ci95?.[1]).toBeGreaterThanOrEqual(to - 0.1)
  })

  test('that all have data is no wider for it', () => {
    const half = Array.from({ length: 20 }, (__, at) => at % 2)
    const [low, high] = overCells(half, half)?.ci95 ?? [0, 1]
    expect(high - low).toBeLessThan(0.35)
  })

  // Each cell alone may be near 0, and 1 of 4 in each of six is not: their squared distances added gave 0.127.
  test('of few right answers in each is no narrower than that of as many items alike, also where one cell has a single item', () => {
    const found = overCells(...Array.from({ length: 6 }, () => [1, 0, 0, 0]), [0])
    expect(found?.value).toBeCloseTo(1.5 / 7, 12)
    expect(found?.ci95?.[0]).toBeLessThanOrEqual(exactInterval(1.5 / 7, 25)[0])
  })

  // Two answers of one dialogue in two cells: as if they were two dialogues, it reached to 0.689.
  test('that all rest on one cluster is what one observation tells', () => {
    const found = overCellsOf({ clusters: { row: 'one' } }, [0], [0])?.ci95
    expect(found).toEqual([0, expect.closeTo(exactInterval(0, 1)[1], 9)])
  })
})

// Three items each of four tasks, each with half a chance of its points: as LIFBench's `ifp.Logit` counts them.
test('a cell of right and wrong beside such as give parts of a point does not flatter where its few items agree', () => {
  const tasks = [
    { weight: 3, points: 2 / 3 },
    { weight: 3, points: 1 / 8 },
    { weight: 3, points: 0 },
    { weight: 5, points: 1 },
  ]
  const weights = 14
  const truth = tasks.reduce((sum, { weight, points }) => sum + (weight * points) / 2, 0) / weights
  const counts = [0, 1, 2, 3].flatMap((one) => [0, 1, 2, 3].flatMap((two) => [0, 1, 2, 3].map((four) => [one, two, 0, four])))
  const chanceOf = (hits: readonly number[]) => hits.reduce((product, own) => (product * ([1, 3, 3, 1][own] ?? 0)) / 8, 1)
  let [all, flattering] = [0, 0]
  for (const hits of counts) {
    const records = tasks.flatMap(({ points }, task) =>
      [0, 1, 2].map((at) => record(`${task}/${at}`, at < (hits[task] ?? 0) ? points : 0, { task: `${task}` })),
    )
    const summarize = (some: readonly ItemRecord[]) => {
      const own = tasks.map(({ weight }, task) => ({ weight, value: mean(some.filter((one) => one.task === `${task}`)).score?.value ?? 0 }))
      const there = own.filter(({ value }) => Number.isFinite(value))
      const value = there.reduce((sum, one) => sum + one.weight * one.value, 0) / there.reduce((sum, { weight }) => sum + weight, 0)
      const over = meanOver(some, { cell: ({ item }) => item.slice(0, 1), weigh: (cell) => tasks[Number(cell)]?.weight ?? 0 })
      return { whole: metric(value, { n: some.length, range: [0, 1], mean: over }) }
    }
    const chance = chanceOf([...hits.slice(0, 2), ...hits.slice(3)])
    all += chance
    if ((withIntervals(records, summarize).whole?.ci95?.[0] ?? 0) > truth) flattering += chance
  }
  expect(all).toBeCloseTo(1, 12)
  // Without what a cell can hide it was 0.123.
  expect(flattering).toBeLessThanOrEqual(0.03)
})
