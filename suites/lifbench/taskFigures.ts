import { type CombinedItem, groupBy, mean } from '../../src/kit.ts'
import type { Perspective } from './stability.ts'
import type { TaskDefinition } from './tasks.ts'

/** An item with what its id says. */
export interface PlacedItem extends CombinedItem {
  readonly definition: TaskDefinition
  /** Keys that IFS groups by. */
  readonly expression: string
  readonly variable: string
  readonly length: string
  readonly total: number
}

/** Items of a task that share a setting. */
export interface GroupFigure {
  readonly name: string
  /** Of their totals. */
  readonly mean: number
  readonly n: number
}

/** What LIFBench's metrics are made of, for one task. */
export interface TaskFigures {
  readonly task: TaskDefinition
  /** Scored items. */
  readonly items: readonly PlacedItem[]
  readonly n: number
  /** Mean of a score over the items: `total`, `strict` (NaN where an item lacks it), or a point of the rubric (0 where an item lacks it). */
  readonly mean: (score: string) => number
  /** The groups that stability compares, in the order of their first items. */
  readonly groups: (by: Perspective) => readonly GroupFigure[]
}

/** The figures of a task from its items. */
export function taskFigures(task: TaskDefinition, items: readonly PlacedItem[]): TaskFigures {
  return {
    task,
    items,
    n: items.length,
    mean: (score) => mean(items.map((item) => scoreOf(item, score))),
    groups: (by) =>
      [...groupBy(items, (item) => item[by])].map(([name, own]) => ({ name, mean: mean(own.map(({ total }) => total)), n: own.length })),
  }
}

function scoreOf({ scores, total }: PlacedItem, name: string): number {
  if (name === 'total') return total
  return scores[name] ?? (name === 'strict' || Number.isNaN(total) ? Number.NaN : 0)
}
