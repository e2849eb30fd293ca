import { type CombinedItem, groupBy, mean } from '../../src/kit.ts'
import { PERSPECTIVES, type Perspective } from './stability.ts'
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
  /** Scored items; none where their sums alone are known. */
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

interface Sum {
  readonly sum: number
  readonly n: number
}

/** Sums over the items of a task. */
export interface TaskSums {
  readonly n: number
  readonly scores: ReadonlyMap<string, number>
  readonly groups: ReadonlyMap<Perspective, ReadonlyMap<string, Sum>>
}

/** The sums of items. */
export function sumUp(task: TaskDefinition, items: readonly PlacedItem[]): TaskSums {
  const names = ['total', 'strict', ...Object.keys(task.points)]
  const scores = new Map(names.map((name) => [name, items.reduce((sum, item) => sum + scoreOf(item, name), 0)]))
  const groups = PERSPECTIVES.map((by) => {
    const sums = new Map<string, Sum>()
    for (const item of items) {
      const known = sums.get(item[by])
      sums.set(item[by], { sum: (known?.sum ?? 0) + item.total, n: (known?.n ?? 0) + 1 })
    }
    return [by, sums] as const
  })
  return { n: items.length, scores, groups: new Map(groups) }
}

/** Sums less those of some of their items. */
export function lessOf(all: TaskSums, some: TaskSums): TaskSums {
  return {
    n: all.n - some.n,
    scores: new Map([...all.scores].map(([name, sum]) => [name, sum - (some.scores.get(name) ?? 0)])),
    groups: new Map(
      [...all.groups].map(([by, sums]) => {
        const gone = some.groups.get(by)
        const left = [...sums].flatMap(([name, { sum, n }]): [string, Sum][] => {
          const own = gone?.get(name)
          return own ? (n > own.n ? [[name, { sum: sum - own.sum, n: n - own.n }]] : []) : [[name, { sum, n }]]
        })
        return [by, new Map(left)] as const
      }),
    ),
  }
}

/** The figures of a task from sums: to the rounding of their last digits those of {@link taskFigures}. */
export function figuresOfSums(task: TaskDefinition, { n, scores, groups }: TaskSums): TaskFigures {
  return {
    task,
    items: [],
    n,
    mean: (score) => (scores.get(score) ?? 0) / n,
    groups: (by) => [...(groups.get(by) ?? [])].map(([name, own]) => ({ name, mean: own.sum / own.n, n: own.n })),
  }
}
