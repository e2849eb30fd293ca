import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type RecordedRuns, recordedFbBench, recordedLifbench } from '../../bench/stats/recorded.mjs'
import type { ItemRecord } from '../../src/core/format/records.ts'
import type { Metrics } from '../../src/core/format/scoresDocument.ts'
import { EarlyGate } from '../../src/core/stats/sequential/earlyGate.ts'
import { earlyOrder } from '../../src/core/stats/sequential/earlyOrder.ts'
import type { ItemMean } from '../../src/core/stats/summary/metric.ts'
import { unitWeights } from '../../src/deciding/early/earlyRules.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { readOfficialItems } from '../../suites/fb-bench/openItems.ts'
import { fbBenchSummary } from '../../suites/fb-bench/summary.ts'
import { lifbenchSummary } from '../../suites/lifbench/summary.ts'
import { TASKS, taskById, taskWeight } from '../../suites/lifbench/tasks.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'

const { summarize: summarizeFbBench } = summaryRules('fb-bench', fbBenchSummary)
const { summarize: summarizeLifbench } = summaryRules('lifbench', lifbenchSummary)

const data = join(sharedFolder, 'data')
/** What a model may be worse than the one before it, of a scale from 0 to 1. */
const ALLOWED = 0.02
const SEEDS = isLong ? 5 : 1

interface Recorded {
  readonly runs: () => RecordedRuns
  readonly summarize: (records: readonly ItemRecord[]) => Metrics
  readonly key: string
  readonly score: string
  readonly scale: number
  readonly mean: Pick<ItemMean, 'cellOf' | 'weigh'>
}

const RECORDED: Readonly<Record<string, Recorded>> = {
  'FB-Bench': {
    runs: () => recordedFbBench(data, { readOfficialItems }),
    summarize: summarizeFbBench,
    key: 'overall',
    score: 'score',
    scale: 100,
    mean: { cellOf: ({ task }) => task, weigh: 'cells' },
  },
  LIFBench: {
    runs: () => recordedLifbench(data, { TASKS }),
    summarize: summarizeLifbench,
    key: 'ars.overall',
    score: 'total',
    scale: 1,
    mean: { cellOf: ({ task }) => task, weigh: (cell) => taskWeight(taskById(cell) as (typeof TASKS)[number]) },
  },
}

/** A gate on a drop from one model to another, decided early. */
interface Decision {
  /** Points of 100 by which the drop is off what is allowed; below 0 the gate breaks. */
  readonly distance: number
  readonly share: number
  readonly isRight: boolean
}

/** Every ordered pair of models: the second may be worse than the first by what is allowed. */
function decisions({ runs, summarize, key, score, scale, mean }: Recorded): Decision[] {
  const recorded = [...runs()]
  const items = recorded[0]?.[1] ?? []
  const weights = unitWeights(items, mean as ItemMean)
  const models = recorded.map(([, records]) => {
    const byItem = new Map(records.map((record) => [record.item, record.scores[score] as number]))
    return { figure: (summarize(records)[key]?.value as number) / scale, values: items.map(({ item }) => byItem.get(item) as number) }
  })
  const found: Decision[] = []
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const entries = items.map(({ item, task }, at) => ({ at, name: item, cells: [task] }))
    const { order, first } = earlyOrder(entries, seed)
    for (const before of models) {
      for (const after of models) {
        if (before === after) continue
        const change = after.figure - before.figure
        const gate = new EarlyGate({
          first,
          range: [-1, 1],
          changeOf: [0, 1],
          overCells: true,
          bound: -ALLOWED,
          keeps: 'atLeast',
          decide: 'value',
          alpha: 0.05,
          units: order.map(({ at }) => {
            const base = before.values[at] as number
            return {
              weight: weights[at] as number,
              range: [-base, Math.max(1, 1 - base)] as const,
              known: base,
              stratum: items[at]?.task ?? '',
            }
          }),
        })
        let units = 0
        let verdict: string | undefined
        for (const { at } of order) {
          units += 1
          verdict = gate.observe((after.values[at] as number) - (before.values[at] as number)).verdict
          if (verdict !== undefined) break
        }
        found.push({
          distance: 100 * (change + ALLOWED),
          share: units / items.length,
          isRight: verdict === (change >= -ALLOWED ? 'held' : 'broken'),
        })
      }
    }
  }
  return found
}

const median = (values: readonly number[]) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] as number

describe.skipIf(!hasShared)('gates on recorded models, decided early (skipped without the shared folder)', () => {
  // All pairs of twelve models both ways, and of ten.
  test.each([
    ['FB-Bench', 132],
    ['LIFBench', 90],
  ])('of %s: %i pairs as the whole run has them in at least 95 %%, large drops on a fifth of the items', (name, pairs) => {
    const found = decisions(RECORDED[name] as Recorded)
    expect(found).toHaveLength(SEEDS * pairs)
    expect(found.filter(({ isRight }) => isRight).length / found.length).toBeGreaterThanOrEqual(0.95)
    const large = found.filter(({ distance }) => distance <= -15)
    expect(large.length).toBeGreaterThan(5)
    expect(median(large.map(({ share }) => share))).toBeLessThanOrEqual(0.2)
    // The nearer to the bound, the more it takes.
    const near = found.filter(({ distance }) => Math.abs(distance) < 5)
    expect(median(near.map(({ share }) => share))).toBeGreaterThan(median(large.map(({ share }) => share)))
  })
})
