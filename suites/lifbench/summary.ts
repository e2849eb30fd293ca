import { mean } from '../../src/base/mean.ts'
import type { ItemRecord } from '../../src/format/records.ts'
import type { Metric, Metrics } from '../../src/format/scoresDocument.ts'
import { type CombinedItem, combineTrials } from '../../src/stats/summary/combineTrials.ts'
import { metric } from '../../src/stats/summary/suiteScores.ts'
import { lengthName } from './lengths.ts'
import { instabilities, PERSPECTIVES, variation } from './stability.ts'
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

/** All LIFBench metrics (docs/suites/lifbench.md, R17, R18, R19, S1), from item ids and scores alone. */
export function summarizeLifbench(records: readonly ItemRecord[]): Metrics {
  const groups = taskGroups(records)
  return {
    ...meanMetrics('ars', groups, 'total'),
    ...meanMetrics('strict', groups, 'strict'),
    ...capabilityMetrics(groups),
    ...stabilityMetrics(groups),
    ...lengthMetrics(groups),
  }
}

/**
 * The metrics with what all records tell at once: IFS without the noise of sampling, with intervals of their own, and the IFS that
 * sampling alone would give as floor of the official one (docs/suites/lifbench.md, S2).
 */
export function completeLifbench(records: readonly ItemRecord[], metrics: Metrics): Metrics {
  const tasks = taskGroups(records).map(({ items }) => items)
  const n = tasks.flat().length
  const added = Object.entries(instabilities(tasks)).flatMap(([by, { corrected, ci95, floor }]): [string, Metric][] => {
    const official = metrics[`ifs.${by}`]
    return [
      ...(official ? [[`ifs.${by}`, { ...official, floor }] as [string, Metric]] : []),
      [`ifs.corrected.${by}`, { value: corrected, n, ci95 }],
    ]
  })
  return { ...metrics, ...Object.fromEntries(added) }
}

interface TaskGroup {
  readonly task: TaskDefinition
  readonly items: readonly PlacedItem[]
}

/** The scored items of each task that has some, in the order of the tasks. */
function taskGroups(records: readonly ItemRecord[]): TaskGroup[] {
  const items = combineTrials(records)
    .filter((item) => item.scored)
    .flatMap(place)
  const groups = groupBy(items, (item) => item.definition.id)
  return TASKS.flatMap((task) => {
    const own = groups.get(task.id)
    return own ? [{ task, items: own }] : []
  })
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

/** Mean of a score per task; over tasks weighted by the maximum of their points, and unweighted. Nothing where an item lacks it. */
function meanMetrics(name: string, groups: readonly TaskGroup[], of: 'total' | 'strict'): Record<string, Metric> {
  const values = groups.map(({ items }) => items.map(({ scores }) => scores[of] ?? Number.NaN))
  const count = values.flat().length
  const scores = groups.map(({ task }, index) => ({ task, score: mean(values[index] ?? []), n: values[index]?.length ?? 0 }))
  const weights = scores.reduce((sum, { task }) => sum + taskWeight(task), 0)
  const weighted = scores.reduce((sum, { task, score }) => sum + taskWeight(task) * score, 0) / weights
  return {
    ...Object.fromEntries(scores.map(({ task, score, n }) => [`${name}.${task.id}`, metric(score, n)])),
    [`${name}.overall`]: metric(weighted, count),
    [`${name}.average`]: metric(mean(scores.map(({ score }) => score)), count),
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
  const n = groups.reduce((sum, { items }) => sum + items.length, 0)
  const values = PERSPECTIVES.map((by) => mean(groups.map(({ items }) => variation(items, by)).filter(Number.isFinite)))
  return {
    ...Object.fromEntries(PERSPECTIVES.map((by, index) => [`ifs.${by}`, metric(values[index] as number, n)])),
    'ifs.average': metric(mean(values), n),
  }
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
