import { expect, test } from 'vitest'
import { hashFraction } from '../../src/core/base/random.ts'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { withIntervals } from '../../src/core/stats/intervals.ts'
import { summaryRules } from '../../src/deciding/suiteRules.ts'
import { shardedSummary } from '../../suites/sharded/summary.ts'
import { isLong } from '../shared.ts'

const { summarize: summarizeSharded } = summaryRules('sharded', shardedSummary)

const record = (task: string, form: string, total: number, trial = 0, scores: Record<string, number> = {}): ItemRecord => ({
  suite: 'sharded',
  item: `json/${task}/${form}`,
  task: 'json',
  trial,
  status: total === 1 ? 'passed' : 'failed',
  tags: { level: 'easy' },
  clusters: { task },
  scores: { total, ...scores },
})

// By hand: task a has trials 100 and 0, task b 100 and 50. Means 50 and 75, differences 100 and 50; the better one is 100 in both.
test('aptitude and unreliability are means over tasks of what two trials come to, losses are of means', () => {
  const trials = [1, 0].map((total, trial) => record('a', 'sharded', total, trial, { premature_turns: 2 * trial }))
  const others = [1, 0.5].map((total, trial) => record('b', 'sharded', total, trial, { premature_turns: 0 }))
  const whole = ['a', 'b'].flatMap((task) => [0, 1].map((trial) => record(task, 'full', 1, trial)))
  const concat = ['a', 'b'].flatMap((task) => [0, 1].map((trial) => record(task, 'concat', task === 'a' ? 1 : 0.75, trial)))
  const metrics = summarizeSharded([...trials, ...others, ...whole, ...concat])
  const expected = {
    full: 100,
    concat: 87.5,
    sharded: 62.5,
    'aptitude.sharded': 100,
    'unreliability.sharded': 75,
    'unreliability.full': 0,
    'loss.full': 37.5,
    'loss.concat': 100 * (1 - 62.5 / 87.5),
    premature: 25,
    premature_turns: 0.5,
  }
  for (const [key, value] of Object.entries(expected)) expect(metrics[key]?.value, key).toBeCloseTo(value, 10)
  expect(Object.keys(metrics).filter((key) => key.startsWith('paper.'))).toEqual([])
})

test('A90 and U of the paper are of ten trials, however many there are', () => {
  const of = (trials: number) =>
    summarizeSharded(Array.from({ length: trials }, (_, trial) => record('a', 'sharded', trial < 10 ? (trial + 1) / 10 : 0, trial)))
  // The percentiles of 10, 20 … 100 are 91 and 19.
  for (const trials of [10, 12]) {
    expect(of(trials)['paper.aptitude.sharded']?.value).toBeCloseTo(91, 10)
    expect(of(trials)['paper.unreliability.sharded']?.value).toBeCloseTo(72, 10)
  }
  expect(of(9)).not.toHaveProperty('paper.aptitude.sharded')
})

test('a loss is of the tasks that have both forms', () => {
  const metrics = summarizeSharded([record('a', 'full', 1), record('a', 'sharded', 0.5), record('b', 'sharded', 0)])
  expect(metrics['loss.full']).toMatchObject({ value: 50, n: 1 })
  expect(metrics['aptitude.full']).toBeUndefined()
})

/** Half as many in the short run: a record less costs four times. */
const TASKS = isLong ? 60 : 30
const SEEDS = isLong ? 2000 : 150

/** The interval of the loss in a simulated run: each form of each task is right by chance. */
function lossInterval(seed: number, right: { full: number; sharded: number }): readonly [number, number] | null | undefined {
  const records = Array.from({ length: TASKS }, (_, task) => String(task)).flatMap((task) =>
    (['full', 'sharded'] as const).map((form) => record(task, form, hashFraction('sharded', seed, task, form) < right[form] ? 1 : 0)),
  )
  const onlyLoss = (some: readonly ItemRecord[]) => {
    const metric = summarizeSharded(some)['loss.full']
    return metric ? { 'loss.full': metric } : {}
  }
  return withIntervals(records, onlyLoss)['loss.full']?.ci95
}

// Binomial of 0.95 over the seeds: four standard deviations each way.
const room = 4 * Math.sqrt((0.95 * 0.05) / SEEDS)

test('the interval covers a planted loss of 30 % in about 95 % of runs', () => {
  const covered = Array.from({ length: SEEDS }, (_, seed) => lossInterval(seed, { full: 1, sharded: 0.7 })).filter(
    (interval) => interval && interval[0] <= 30 && interval[1] >= 30,
  ).length
  expect(Math.abs(covered / SEEDS - 0.95)).toBeLessThan(room)
})

test('no loss is found where there is none, but in about 5 % of runs', () => {
  const found = Array.from({ length: SEEDS }, (_, seed) => lossInterval(10_000 + seed, { full: 0.8, sharded: 0.8 })).filter(
    (interval) => interval && (interval[0] > 0 || interval[1] < 0),
  ).length
  expect(Math.abs(found / SEEDS - 0.05)).toBeLessThan(room)
})
