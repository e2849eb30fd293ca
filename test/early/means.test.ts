import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { type CombinedItem, combineTrials } from '../../src/core/stats/summary/combineTrials.ts'
import { type ItemMean, itemMeanOf } from '../../src/core/stats/summary/metric.ts'
import { suiteScores } from '../../src/core/stats/summary/suiteScores.ts'
import type { SuiteRules } from '../../src/deciding/suiteRules.ts'
import { loadSuites } from '../catalogue.ts'
import { once } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'

const SUITES = await loadSuites()

/** The weighted mean that a metric is said to be, written down anew: weights of the cells that have items, shared by their items. */
function weightedMean({ cellOf, weigh, ...mean }: ItemMean, records: readonly ItemRecord[]): number | undefined {
  const items = combineTrials(records).flatMap((item) => {
    const value = mean.valueOf(
      item,
      records.filter((record) => record.item === item.item),
    )
    const cell = cellOf(item)
    return value === undefined || cell === undefined ? [] : [{ value, cell }]
  })
  const cells = new Map<string, number[]>()
  for (const { value, cell } of items) cells.set(cell, [...(cells.get(cell) ?? []), value])
  const weightOf = (cell: string, n: number) => (weigh === 'items' ? n : weigh === 'cells' ? 1 : weigh(cell))
  const all = [...cells].map(([cell, values]) => ({ weight: weightOf(cell, values.length), values }))
  const total = all.reduce((sum, { weight }) => sum + weight, 0)
  if (total === 0) return undefined
  return all.reduce(
    (sum, { weight, values }) => sum + (weight / total) * (values.reduce((one, other) => one + other, 0) / values.length),
    0,
  )
}

const OPTIONS = { lifbench: { lengths: '4k,8k' } } as Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Metrics that each suite's gates are likely to be about, which must be among those that are means of items. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'fb-bench': ['error_correction', 'response_maintenance', 'overall', 'strict.overall'],
  lifbench: ['ars.overall', 'ars.average', 'ars.OR', 'content.overall', 'strict.overall', 'ifp.Ori', 'length.4k', 'task.LSI.length.8k'],
  llmbar: ['accuracy.average', 'accuracy.Natural', 'accuracy.adversarial', 'agreement.average', 'null_rate'],
  kieval: ['score.overall', 'accuracy'],
  refutebench: ['transient.satisfaction', 'transient.drift', 'persistent.mt.c3'],
}

const RUNS = SUITES.map((suite) => ({
  name: suite.name,
  suite,
  run: once(() =>
    runSuite(suite, {
      model: 'sim:degraded?p=0.4',
      judge: 'sim:judge?noise=0.2',
      limit: 3,
      trials: suite.name === 'llmbar' ? 2 : 1,
      ...(OPTIONS[suite.name] && { suites: { [suite.name]: OPTIONS[suite.name] as never } }),
    }),
  ),
}))

/** Every figure that is said to be a mean of items, with what it is by the weighted mean and by the suite. */
function bothWays({ summarize, planned }: SuiteRules, records: readonly ItemRecord[]) {
  const { metrics } = suiteScores(records, summarize(records))
  // As it is said before any of the items ran.
  const described = planned(records)
  return Object.entries(metrics).flatMap(([key, { value }]) => {
    const mean = itemMeanOf(described[key])
    return mean ? [{ key, value, mean: weightedMean(mean, records), of: mean }] : []
  })
}

describe('a metric that is said to be a mean of items is just that', () => {
  test.each(RUNS)('$name, on all items and on parts of them', async ({ name, suite, run }) => {
    const [{ records }, rules] = [await run(), await suite.rules()]
    const whole = bothWays(rules, records)
    expect(whole.map(({ key }) => key)).toEqual(expect.arrayContaining([...(EXPECTED[name] ?? []), 'pass_rate', 'cut_rate']))
    for (const { key, value, mean } of whole) expect(mean, key).toBeCloseTo(value, 9)
    const tasks = [...new Set(records.map(({ task }) => task))]
    const numbers = new Map(records.map(({ item }) => item).map((item, at) => [item, at]))
    fc.assert(
      fc.property(fc.subarray(tasks, { minLength: 1 }), fc.integer({ min: 1, max: 4 }), (some, every) => {
        const part = records.filter(({ task, item }) => some.includes(task) && (numbers.get(item) as number) % every === 0)
        for (const { key, value, mean } of bothWays(rules, part)) expect(mean, key).toBeCloseTo(value, 9)
      }),
      { numRuns: 20 },
    )
  })

  test.each(RUNS)('$name: each item has a value on the stated range', async ({ suite, run }) => {
    const [{ records }, rules] = [await run(), await suite.rules()]
    for (const {
      key,
      of: { range, ...mean },
    } of bothWays(rules, records)) {
      for (const item of combineTrials(records) as readonly CombinedItem[]) {
        const value = mean.valueOf(
          item,
          records.filter((record) => record.item === item.item),
        )
        if (value === undefined) continue
        expect(value, `${key} of ${item.item}`).toBeGreaterThanOrEqual(range[0])
        expect(value, `${key} of ${item.item}`).toBeLessThanOrEqual(range[1] + 1e-12)
      }
    }
  })
})
