import { type CombinedItem, combineTrials, type ItemRecord, type Metric, type Metrics, mean, metric } from '../../src/kit.ts'
import type { FbScenario } from './names.ts'

/** An item with the scenario and task that its record's task names, and the slices it is in. */
interface PlacedItem extends CombinedItem {
  readonly scenario: FbScenario
  readonly taskType: string
  readonly slices: Readonly<Record<(typeof SLICES)[number], readonly string[]>>
}

/** Tags that metrics are told by. */
const SLICES = ['subtask', 'feedback', 'level', 'deficiency'] as const

/** All FB-Bench metrics, in percent (docs/suites/fb-bench.md, R5): means of scenario-by-task cells, overall and within slices. */
export function summarizeFbBench(records: readonly ItemRecord[]): Metrics {
  const items = combineTrials(records)
    .filter((item) => item.scored)
    .map(place)
  const named = (prefix: string, metrics: Metrics) =>
    Object.fromEntries(Object.entries(metrics).map(([key, value]) => [prefix + key, value]))
  const strict = items.some((item) => item.tags.rules === 'strict')
  const control = items.some((item) => item.scores.control !== undefined)
  return {
    ...scoreMetrics(items, 'score'),
    ...(strict && named('strict.', scoreMetrics(items, 'strict'))),
    ...(control && controlMetrics(items)),
    ...rateMetrics(items),
    ...undecidedMetrics(records),
  }
}

/** What no program could decide, where simulated judges have only programs to go by: items, and criteria of known answers. */
function undecidedMetrics(records: readonly ItemRecord[]): Metrics {
  const all = new Set(records.map(({ item }) => item)).size
  const items = new Set(records.filter(({ scores }) => scores.undecided !== undefined).map(({ item }) => item)).size
  const controls = records.reduce((sum, { scores }) => sum + (scores.control_undecided ?? 0), 0)
  return {
    ...(items > 0 && { undecided: metric(items, all) }),
    ...(controls > 0 && { control_undecided: metric(controls, all) }),
  }
}

/** Intervals ask for the same items hundreds of times. */
const placed = new WeakMap<CombinedItem, PlacedItem>()

function place(item: CombinedItem): PlacedItem {
  const known = placed.get(item) ?? findPlace(item)
  placed.set(item, known)
  return known
}

function findPlace(item: CombinedItem): PlacedItem {
  const slash = item.task.indexOf('/')
  const [subtask, feedback, level, deficiency] = SLICES.map((name) => [...new Set([item.tags[name] ?? []].flat())])
  const slices = { subtask, feedback, level, deficiency } as PlacedItem['slices']
  return { ...item, slices, scenario: item.task.slice(0, slash) === 'rm' ? 'rm' : 'ec', taskType: item.task.slice(slash + 1) }
}

const SCENARIO_NAMES = { ec: 'error_correction', rm: 'response_maintenance' } as const

function scoreMetrics(items: readonly PlacedItem[], score: string): Metrics {
  const ec = items.filter((item) => item.scenario === 'ec')
  const rm = items.filter((item) => item.scenario === 'rm')
  const correction = cellMean(ec, score)
  const maintenance = cellMean(rm, score)
  const metrics: Record<string, Metric> = {
    [SCENARIO_NAMES.ec]: metric(correction, ec.length),
    [SCENARIO_NAMES.rm]: metric(maintenance, rm.length),
    overall: metric(cellMean(items, score), items.length),
    gap: metric(correction - maintenance, items.length),
  }
  const slice = (prefix: string, group: readonly PlacedItem[], namesOf: (item: PlacedItem) => readonly string[]) => {
    for (const [name, own] of byName(group, namesOf)) metrics[`${prefix}.${name}`] = metric(cellMean(own, score), own.length)
  }
  for (const [scenario, group] of [['ec', ec] as const, ['rm', rm] as const]) {
    slice(`${scenario}.task`, group, (item) => [item.taskType])
    slice(`${scenario}.subtask`, group, (item) => item.slices.subtask)
    slice(`${scenario}.feedback`, group, (item) => item.slices.feedback)
  }
  for (const [level, own] of byName(items, (item) => item.slices.level)) {
    slice(`level.${level}`, own, (item) => [SCENARIO_NAMES[item.scenario]])
    metrics[`level.${level}.overall`] = metric(cellMean(own, score), own.length)
  }
  slice('ec.deficiency', ec, (item) => item.slices.deficiency)
  return metrics
}

/** Items by each name that they go by. */
function byName(items: readonly PlacedItem[], namesOf: (item: PlacedItem) => readonly string[]): Map<string, PlacedItem[]> {
  const groups = new Map<string, PlacedItem[]>()
  for (const item of items) {
    for (const name of namesOf(item)) {
      const own = groups.get(name)
      if (own) own.push(item)
      else groups.set(name, [item])
    }
  }
  return groups
}

/** Mean over the non-empty scenario-by-task cells of each cell's mean score, in percent. */
function cellMean(items: readonly PlacedItem[], score: string): number {
  const cells = new Map<string, number[]>()
  for (const { task, scores } of items) {
    const value = scores[score]
    if (value === undefined) continue
    const cell = cells.get(task)
    if (cell) cell.push(value)
    else cells.set(task, [value])
  }
  return 100 * mean([...cells.values()].map(mean))
}

/** What the feedback gained over asking the query alone. */
function controlMetrics(items: readonly PlacedItem[]): Metrics {
  const both = items.filter((item) => item.scores.control !== undefined)
  const alone = cellMean(both, 'control')
  return { 'control.overall': metric(alone, both.length), gain: metric(cellMean(both, 'score') - alone, both.length) }
}

function rateMetrics(items: readonly PlacedItem[]): Metrics {
  const refused = items.filter((item) => item.scores.refused !== undefined).length
  const agreements = items.map((item) => item.scores.judge_agreement).filter((value) => value !== undefined)
  return {
    ...(refused > 0 && { refused: metric(refused, items.length) }),
    judge_agreement: metric(mean(agreements), agreements.length),
  }
}
