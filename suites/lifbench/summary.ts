import { mean, sampleDeviation } from '../../src/base/mean.ts'
import type { ItemRecord } from '../../src/format/records.ts'
import type { Metric, Metrics } from '../../src/format/scoresDocument.ts'
import { type CombinedItem, combineTrials } from '../../src/stats/summary/combineTrials.ts'
import { metric } from '../../src/stats/summary/suiteScores.ts'
import { lengthName } from './lengths.ts'
import { type Capability, TASKS, type TaskDefinition, taskById, taskByOfficialName, taskWeight } from './tasks.ts'

const CAPABILITIES: readonly Capability[] = ['Ori', 'Num', 'Spat', 'Fmt', 'Logit', 'Recog']

/** An item with what its id says. */
interface PlacedItem extends CombinedItem {
  readonly definition: TaskDefinition
  /** Keys that IFS groups by. */
  readonly expression: string
  readonly variable: string
  readonly length: string
  readonly total: number
}

/** All LIFBench metrics (docs/suites/lifbench.md, R17, R18, R19), from item ids and scores alone. */
export function summarizeLifbench(records: readonly ItemRecord[]): Metrics {
  const items = combineTrials(records)
    .filter((item) => item.scored)
    .flatMap(place)
  const groups = groupBy(items, (item) => item.definition.id)
  const byTask = TASKS.flatMap((task) => {
    const own = groups.get(task.id)
    return own ? [{ task, items: own }] : []
  })
  return { ...arsMetrics(byTask, items.length), ...capabilityMetrics(byTask), ...stabilityMetrics(byTask), ...lengthMetrics(byTask) }
}

interface TaskGroup {
  readonly task: TaskDefinition
  readonly items: readonly PlacedItem[]
}

/** Places are told from ids; intervals ask for the same items hundreds of times. */
const placed = new WeakMap<CombinedItem, PlacedItem[]>()

function place(item: CombinedItem): PlacedItem[] {
  const known = placed.get(item) ?? findPlace(item)
  placed.set(item, known)
  return known
}

function findPlace(item: CombinedItem): PlacedItem[] {
  const [official = '', budget = '', expression = '', variable = ''] = item.item.split('/')
  const definition = taskByOfficialName(official) ?? taskById(item.task)
  const total = item.scores.total
  if (!definition || total === undefined) return []
  return [{ ...item, definition, expression, variable, length: [item.tags.length ?? lengthName(Number(budget))].flat()[0] ?? '', total }]
}

const totals = (items: readonly PlacedItem[]) => items.map((item) => item.total)

/** ARS: mean total per task; over tasks weighted by the maximum of their points, and unweighted. */
function arsMetrics(groups: readonly TaskGroup[], count: number): Record<string, Metric> {
  const scores = groups.map(({ task, items }) => ({ task, score: mean(totals(items)), n: items.length }))
  const weights = scores.reduce((sum, { task }) => sum + taskWeight(task), 0)
  const weighted = scores.reduce((sum, { task, score }) => sum + taskWeight(task) * score, 0) / weights
  return {
    ...Object.fromEntries(scores.map(({ task, score, n }) => [`ars.${task.id}`, metric(score, n)])),
    'ars.overall': metric(weighted, count),
    'ars.average': metric(mean(scores.map(({ score }) => score)), count),
  }
}

/** IFP: for each capability the mean of its points, weighted by their maxima. */
function capabilityMetrics(groups: readonly TaskGroup[]): Record<string, Metric> {
  const metrics: Record<string, Metric> = {}
  for (const capability of CAPABILITIES) {
    let weights = 0
    let weighted = 0
    let n = 0
    for (const { task, items } of groups) {
      const names = Object.keys(task.points).filter((name) => task.capabilities[name]?.includes(capability))
      if (names.length > 0) n += items.length
      for (const name of names) {
        const weight = task.points[name] ?? 0
        weights += weight
        weighted += weight * mean(items.map((item) => item.scores[name] ?? 0))
      }
    }
    metrics[`ifp.${capability}`] = metric(weighted / weights, n)
  }
  return metrics
}

/** IFS: sample deviation over mean of the group means, per task; tasks with one group or mean 0 are left out. */
function stabilityMetrics(groups: readonly TaskGroup[]): Record<string, Metric> {
  const perspectives = ['expression', 'variable', 'length'] as const
  const metrics: Record<string, Metric> = {}
  for (const perspective of perspectives) {
    const perTask = groups.map(({ items }) => variation(items, perspective)).filter(Number.isFinite)
    metrics[`ifs.${perspective}`] = metric(
      mean(perTask),
      groups.reduce((sum, { items }) => sum + items.length, 0),
    )
  }
  const n = metrics['ifs.expression']?.n ?? 0
  return { ...metrics, 'ifs.average': metric(mean(perspectives.map((name) => metrics[`ifs.${name}`]?.value ?? Number.NaN)), n) }
}

function variation(items: readonly PlacedItem[], by: 'expression' | 'variable' | 'length'): number {
  const means = [...groupBy(items, (item) => item[by]).values()].map((group) => mean(totals(group)))
  return sampleDeviation(means) / mean(means)
}

/** Node 20 has no Map.groupBy. */
function groupBy<T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const entry of entries) {
    const group = groups.get(keyOf(entry))
    if (group) group.push(entry)
    else groups.set(keyOf(entry), [entry])
  }
  return groups
}

/** Scores by length: each task, and the unweighted mean over tasks. */
function lengthMetrics(groups: readonly TaskGroup[]): Record<string, Metric> {
  const metrics: Record<string, Metric> = {}
  const byLength = new Map<string, Metric[]>()
  for (const { task, items } of groups) {
    for (const [length, group] of groupBy(items, (item) => item.length)) {
      const score = metric(mean(totals(group)), group.length)
      metrics[`task.${task.id}.length.${length}`] = score
      byLength.set(length, [...(byLength.get(length) ?? []), score])
    }
  }
  // Records come by id, in which 128k stands before 16k.
  const ascending = [...byLength].sort(([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  for (const [length, scores] of ascending) {
    metrics[`length.${length}`] = metric(
      mean(scores.map(({ value }) => value)),
      scores.reduce((sum, { n }) => sum + n, 0),
    )
  }
  return metrics
}
