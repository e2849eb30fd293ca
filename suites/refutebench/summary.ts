import { mean } from '../../src/base/mean.ts'
import type { ItemRecord } from '../../src/format/records.ts'
import type { Metric, Metrics } from '../../src/format/scoresDocument.ts'
import { type CombinedItem, combineTrials } from '../../src/stats/summary/combineTrials.ts'
import { metric } from '../../src/stats/summary/suiteScores.ts'
import { FOCI, TASKS } from './tasks.ts'

const SATISFACTION = ['R(a1,r0)', 'R(a2,r1)', 'R(a3,r2)'] as const

/**
 * All RefuteBench 2.0 metrics (docs/suites/refutebench.md, R6): ratings from 1 to 5 averaged over seeds, and differences of
 * unrounded means, first minus last. An item that is unscored for one missing rating still counts with its others.
 */
export function summarizeRefutebench(records: readonly ItemRecord[]): Metrics {
  const items = combineTrials(rated(records))
  const metrics: Record<string, Metric> = {}
  for (const task of TASKS) {
    Object.assign(metrics, named(`transient.${task}`, transientMetrics(of(items, `transient/${task}`))))
    Object.assign(metrics, named(`persistent.${task}`, persistentMetrics(of(items, `persistent/${task}`))))
  }
  const overTasks = (protocol: string, name: string): Metric => {
    const figures = TASKS.flatMap((task) => metrics[`${protocol}.${task}.${name}`] ?? []).filter(({ value }) => Number.isFinite(value))
    return metric(
      mean(figures.map(({ value }) => value)),
      figures.reduce((sum, { n }) => sum + n, 0),
    )
  }
  return {
    ...metrics,
    'transient.satisfaction': overTasks('transient', 'satisfaction'),
    'transient.forgetting': overTasks('transient', 'forgetting'),
    'transient.drift': overTasks('transient', 'drift'),
    'persistent.forgetting': overTasks('persistent', 'forgetting'),
    ...focusMetrics(items),
    ...styleMetrics(items),
  }
}

/** Records with ratings; those of unscored items pass for scored ones, since each rating counts by itself. */
function rated(records: readonly ItemRecord[]): ItemRecord[] {
  return records
    .filter(({ status }) => status === 'passed' || status === 'failed' || status === 'unscored')
    .map((record) => ({ ...record, status: record.status === 'unscored' ? 'failed' : record.status }))
}

function of(items: readonly CombinedItem[], task: string): CombinedItem[] {
  return items.filter((item) => item.task === task)
}

function named(prefix: string, metrics: Metrics): Metrics {
  return Object.fromEntries(Object.entries(metrics).map(([key, value]) => [`${prefix}.${key}`, value]))
}

function meanOf(items: readonly CombinedItem[], ...names: readonly string[]): Metric {
  const values = items.flatMap(({ scores }) => names.flatMap((name) => scores[name] ?? [])).filter(Number.isFinite)
  return metric(mean(values), values.length)
}

function difference(first: Metric, last: Metric): Metric {
  return metric(first.value - last.value, Math.min(first.n, last.n))
}

function transientMetrics(items: readonly CombinedItem[]): Metrics {
  const rating = (...names: readonly string[]) => meanOf(items, ...names)
  const [turn1, turn3] = [rating('R(a1,r0)'), rating('R(a3,r0)')]
  const [initial, final] = [rating('R(q,a0)'), rating('R(q,a3)')]
  const valid = items.filter(({ scores }) => scores.valid === 1)
  return {
    satisfaction: rating(...SATISFACTION),
    turn1,
    turn3,
    forgetting: difference(turn1, turn3),
    initial,
    final,
    drift: difference(initial, final),
    'curve.refutation.1': turn1,
    'curve.refutation.2': rating('R(a2,r0)'),
    'curve.refutation.3': turn3,
    'curve.task.0': initial,
    'curve.task.1': rating('R(q,a1)'),
    'curve.task.2': rating('R(q,a2)'),
    'curve.task.3': final,
    length_ratio: rating('length_ratio'),
    unchanged: rating('unchanged'),
    ...validityMetrics(items, difference(meanOf(valid, 'R(a1,r0)'), meanOf(valid, 'R(a3,r0)'))),
  }
}

function persistentMetrics(items: readonly CombinedItem[]): Metrics {
  const after = [0, 1, 2, 3].map((count) => meanOf(items, `R(c${count},r0)`)) as [Metric, Metric, Metric, Metric]
  const valid = items.filter(({ scores }) => scores.valid === 1)
  return {
    c0: after[0],
    c1: after[1],
    c2: after[2],
    c3: after[3],
    forgetting: difference(after[0], after[3]),
    c0_again: meanOf(items, 'R(c0-again,r0)'),
    ...validityMetrics(items, difference(meanOf(valid, 'R(c0,r0)'), meanOf(valid, 'R(c3,r0)'))),
  }
}

/** Share of seeds with a void objection, and forgetting without them; only where validity was checked. */
function validityMetrics(items: readonly CombinedItem[], forgetting: Metric): Metrics {
  const checked = items.filter(({ scores }) => scores.valid !== undefined)
  if (checked.length === 0) return {}
  const flagged = checked.filter(({ scores }) => scores.valid !== 1).length
  return { flagged: metric(flagged / checked.length, checked.length), forgetting_valid: forgetting }
}

/** Share of the objections that are about each focus. */
function focusMetrics(items: readonly CombinedItem[]): Metrics {
  const foci = items.flatMap(({ tags }) => [tags.focus ?? []].flat())
  return Object.fromEntries(
    FOCI.map((focus) => [`focus.${focus}`, metric(foci.filter((name) => name === focus).length / foci.length, foci.length)]),
  )
}

/** Satisfaction by how the refuter spoke; only for what varies within the run. */
function styleMetrics(items: readonly CombinedItem[]): Metrics {
  const transient = items.filter(({ task }) => task.startsWith('transient/'))
  return Object.fromEntries(
    ['clarity', 'abstraction', 'emotion'].flatMap((control) => {
      const levels = [...new Set(transient.map(({ tags }) => String(tags[control])))].sort()
      if (levels.length < 2) return []
      return levels.map((level) => [
        `style.${level}.satisfaction`,
        meanOf(
          transient.filter(({ tags }) => tags[control] === level),
          ...SATISFACTION,
        ),
      ])
    }),
  )
}
