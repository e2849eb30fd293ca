import { areSingle, type CombinedItem, combineTrials, type ItemRecord, type Metric, type Metrics, mean, metric } from '../../src/kit.ts'
import { lengthName } from './lengths.ts'
import { instabilities, PERSPECTIVES, variationOf } from './stability.ts'
import { figuresOfSums, lessOf, type PlacedItem, sumUp, type TaskFigures, taskFigures } from './taskFigures.ts'
import { type Capability, TASKS, type TaskDefinition, taskById, taskByOfficialName, taskWeight } from './tasks.ts'

const CAPABILITIES: readonly Capability[] = ['Ori', 'Num', 'Spat', 'Fmt', 'Logit', 'Recog']

/** All LIFBench metrics (docs/suites/lifbench.md, R17, R18, R19, S1), from item ids and scores alone. */
export function summarizeLifbench(records: readonly ItemRecord[]): Metrics {
  return metricsOf(taskGroups(records).map(({ task, items }) => taskFigures(task, items)))
}

/**
 * {@link summarizeLifbench} without some of the records, from sums: intervals ask for it hundreds of times. Undefined for records
 * of several trials.
 */
export function lifbenchWithout(records: readonly ItemRecord[]): ((some: ReadonlySet<ItemRecord>) => Metrics) | undefined {
  if (!areSingle(records)) return undefined
  const itemOf = (record: ItemRecord) =>
    combineTrials([record])
      .filter(({ scored }) => scored)
      .flatMap(place)
  const all = taskGroups(records).map(({ task, items }) => ({ task, sums: sumUp(task, items) }))
  return (some) => {
    const gone = groupBy([...some].flatMap(itemOf), (item) => item.definition.id)
    return metricsOf(
      all.flatMap(({ task, sums }) => {
        const own = gone.get(task.id)
        const left = own ? lessOf(sums, sumUp(task, own)) : sums
        return left.n > 0 ? [figuresOfSums(task, left)] : []
      }),
    )
  }
}

function metricsOf(tasks: readonly TaskFigures[]): Metrics {
  return {
    ...meanMetrics('ars', tasks, 'total'),
    ...meanMetrics('strict', tasks, 'strict'),
    ...capabilityMetrics(tasks),
    ...stabilityMetrics(tasks),
    ...lengthMetrics(tasks),
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

/** Mean of a score per task; over tasks weighted by the maximum of their points, and unweighted. Nothing where an item lacks it. */
function meanMetrics(name: string, tasks: readonly TaskFigures[], of: 'total' | 'strict'): Record<string, Metric> {
  const count = tasks.reduce((sum, { n }) => sum + n, 0)
  const scores = tasks.map(({ task, n, mean: meanOf }) => ({ task, score: meanOf(of), n }))
  const weights = scores.reduce((sum, { task }) => sum + taskWeight(task), 0)
  const weighted = scores.reduce((sum, { task, score }) => sum + taskWeight(task) * score, 0) / weights
  return {
    ...Object.fromEntries(scores.map(({ task, score, n }) => [`${name}.${task.id}`, metric(score, n)])),
    [`${name}.overall`]: metric(weighted, count),
    [`${name}.average`]: metric(mean(scores.map(({ score }) => score)), count),
  }
}

/** IFP: for each capability the mean of its points, weighted by their maxima. */
function capabilityMetrics(tasks: readonly TaskFigures[]): Record<string, Metric> {
  const metrics: Record<string, Metric> = {}
  for (const capability of CAPABILITIES) {
    let weights = 0
    let weighted = 0
    let n = 0
    for (const { task, n: own, mean: meanOf } of tasks) {
      const names = Object.keys(task.points).filter((name) => task.capabilities[name]?.includes(capability))
      if (names.length > 0) n += own
      for (const name of names) {
        const weight = task.points[name] ?? 0
        weights += weight
        weighted += weight * meanOf(name)
      }
    }
    metrics[`ifp.${capability}`] = metric(weighted / weights, n)
  }
  return metrics
}

/** IFS: sample deviation over mean of the group means, per task; tasks with one group or mean 0 are left out. */
function stabilityMetrics(tasks: readonly TaskFigures[]): Record<string, Metric> {
  const n = tasks.reduce((sum, own) => sum + own.n, 0)
  const values = PERSPECTIVES.map((by) =>
    mean(tasks.map(({ groups }) => variationOf(groups(by).map((group) => group.mean))).filter(Number.isFinite)),
  )
  return {
    ...Object.fromEntries(PERSPECTIVES.map((by, index) => [`ifs.${by}`, metric(values[index] as number, n)])),
    'ifs.average': metric(mean(values), n),
  }
}

/** Scores by length: each task, and the unweighted mean over tasks. */
function lengthMetrics(tasks: readonly TaskFigures[]): Record<string, Metric> {
  const metrics: Record<string, Metric> = {}
  const byLength = new Map<string, Metric[]>()
  for (const { task, groups } of tasks) {
    for (const { name: length, mean: value, n } of groups('length')) {
      const score = metric(value, n)
      metrics[`task.${task.id}.length.${length}`] = score
      const own = byLength.get(length)
      if (own) own.push(score)
      else byLength.set(length, [score])
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
