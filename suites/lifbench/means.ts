import type { CombinedItem, ItemMean, PlacedItem } from '../../src/kit.ts'
import { lengthName } from './lengths.ts'
import { type Capability, TASKS, type TaskDefinition, taskById, taskByOfficialName, taskWeight } from './tasks.ts'

/**
 * LIFBench's metrics as means of items (docs/suites/lifbench.md, R17, R18): scores of tasks, weighted and not, by length and by
 * capability. Stabilities are none. Values of MF may lie beyond the range that is stated here (Q2).
 */
export function lifbenchMeanOf(key: string): ItemMean | undefined {
  const [name, ...rest] = key.split('.')
  const of = rest.join('.')
  if (name === 'ars' || name === 'strict') return scoreMean(name === 'ars' ? 'total' : 'strict', of)
  if (name === 'ifp') return capabilityMean(of as Capability)
  if (name === 'length') return { ...OF_TOTALS, cellOf: (item) => (lengthOf(item) === of ? taskOf(item)?.id : undefined), weigh: 'cells' }
  const [task, kind, length] = rest
  if (name !== 'task' || kind !== 'length' || length === undefined) return undefined
  return { ...OF_TOTALS, cellOf: (item) => (taskOf(item)?.id === task && lengthOf(item) === length ? 'all' : undefined), weigh: 'items' }
}

const OF_TOTALS = { valueOf: (item: CombinedItem) => scoreOf(item, 'total'), range: [0, 1] } as const

function scoreOf({ scored, scores }: CombinedItem, score: string): number | undefined {
  return scored ? scores[score] : undefined
}

function scoreMean(score: 'total' | 'strict', of: string): ItemMean {
  const common = { valueOf: (item: CombinedItem) => scoreOf(item, score), range: [0, 1] } as const
  if (of === 'average') return { ...common, cellOf: (item) => taskOf(item)?.id, weigh: 'cells' }
  if (of === 'overall') return { ...common, cellOf: (item) => taskOf(item)?.id, weigh: (cell) => weightOf(cell, taskWeight) }
  return { ...common, cellOf: (item) => (taskOf(item)?.id === of ? of : undefined), weigh: 'items' }
}

/** Each task counts by the points that it gives for the capability. */
function capabilityMean(capability: Capability): ItemMean {
  const pointsOf = (task: TaskDefinition) =>
    Object.entries(task.points).filter(([point]) => task.capabilities[point]?.includes(capability)) as [string, number][]
  const maximumOf = (task: TaskDefinition) => pointsOf(task).reduce((sum, [, points]) => sum + points, 0)
  return {
    cellOf: (item) => {
      const task = taskOf(item)
      return task && maximumOf(task) > 0 ? task.id : undefined
    },
    weigh: (cell) => weightOf(cell, maximumOf),
    valueOf: (item) => {
      const task = taskOf(item)
      if (!task || maximumOf(task) === 0 || scoreOf(item, 'total') === undefined) return undefined
      return pointsOf(task).reduce((sum, [point, points]) => sum + points * (item.scores[point] ?? 0), 0) / maximumOf(task)
    },
    range: [0, 1],
  }
}

function weightOf(cell: string, of: (task: TaskDefinition) => number): number {
  const task = TASKS.find(({ id }) => id === cell)
  return task ? of(task) : 0
}

/** As the summary places items: official ids tell their task. */
function taskOf({ item, task }: Pick<PlacedItem, 'item' | 'task'>): TaskDefinition | undefined {
  return taskByOfficialName(item.split('/')[0] ?? '') ?? taskById(task)
}

function lengthOf({ item, tags }: PlacedItem): string {
  return [tags.length ?? lengthName(Number(item.split('/')[1]))].flat()[0] ?? ''
}
