import {
  type CombinedItem,
  combineTrials,
  type Figure,
  type FigureDescription,
  type Figures,
  groupBy,
  type ItemRecord,
  type MeanOptions,
  mean,
  meanOver,
  metric,
  remembered,
  type SummaryParts,
  sum,
} from '../../src/kit.ts'
import { lengthName } from './lengths.ts'
import { instabilities, PERSPECTIVES, type Perspective, variation } from './stability.ts'
import { CAPABILITY_TITLES, TASKS, type TaskDefinition, taskById, taskByOfficialName, taskWeight } from './tasks.ts'

/** All LIFBench metrics (docs/suites/lifbench.md, R17, R18, R19, S1, S2, S3), from item ids and scores alone. */
export const lifbenchSummary: SummaryParts = {
  figures: ({ records }) => {
    const tasks = taskGroups(records)
    return {
      ...meanMetrics('ars', tasks),
      ...meanMetrics('content', tasks),
      ...meanMetrics('strict', tasks),
      ...capabilityMetrics(tasks),
      ...stabilityMetrics(tasks),
      ...lengthMetrics(tasks),
    }
  },
  once: withInstabilities,
}

/** What instability is over, in words. */
const OVER: Readonly<Record<Perspective | 'average', string>> = {
  expression: 'wordings of the instruction',
  variable: 'values in the instruction',
  length: 'lengths',
  average: 'wordings, values and lengths, mean',
}

/**
 * IFS without the noise of sampling, with intervals of its own, and the IFS that sampling alone would give as floor of the official
 * one (docs/suites/lifbench.md, S2).
 */
function withInstabilities(records: readonly ItemRecord[], metrics: Figures): Figures {
  const tasks = taskGroups(records).map(({ items }) => items)
  const n = tasks.flat().length
  // A length that has one context: what it does cannot be told from what the context does.
  const lengths = groupBy(records, ({ task, item, tags }) => `${task} ${tags.length ?? item.split('/')[1]}`)
  const alone = [...lengths.values()].some((own) => new Set(own.map(({ item, clusters }) => clusters?.context ?? item)).size < 2)
  const added = Object.entries(instabilities(tasks)).flatMap(([by, { corrected, ci95, floor }]): [string, Figure][] => {
    const official = metrics[`ifs.${by}`]
    const described: FigureDescription = {
      label: `instability over ${OVER[by as Perspective]}, sampling noise removed`,
      range: [null, null],
      better: 'lower',
      compared: false,
      group: 'ifs.corrected',
      part: by,
    }
    return [
      ...(official ? [[`ifs.${by}`, { ...official, floor }] as [string, Figure]] : []),
      [`ifs.corrected.${by}`, { ...metric(corrected, { n, ...described }), ci95: alone && /length|average/.test(by) ? null : ci95 }],
    ]
  })
  return { ...metrics, ...Object.fromEntries(added) }
}

/** An item with what its id says. */
type PlacedItem = ReturnType<typeof place>[number]

/** A task with its scored items. */
type TaskItems = ReturnType<typeof taskGroups>[number]

/** Those of each task that has some, in the order of the tasks. */
function taskGroups(records: readonly ItemRecord[]) {
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
const place = remembered((item: CombinedItem) => {
  const [official = '', budget = '', expression = '', variable = ''] = item.item.split('/')
  const definition = taskByOfficialName(official) ?? taskById(item.task)
  if (!definition) return []
  const length = [item.tags.length ?? lengthName(Number(budget))].flat()[0] ?? ''
  return [{ ...item, definition, expression, variable, length, total: item.scores.total ?? Number.NaN }]
}, new WeakMap())

/** Mean of a score over items: `total`, `content`, `strict` (NaN where an item lacks it), or a point of the rubric (0 where an item lacks it). */
function meanScore(items: readonly PlacedItem[], name: string): number {
  return mean(
    items.map(({ scores, total }) =>
      name === 'total' ? total : (scores[name] ?? (name in SCORES || Number.isNaN(total) ? Number.NaN : 0)),
    ),
  )
}

/** A share of full marks. That of MF may exceed it, and so may what MF counts in (docs/suites/lifbench.md, Q2). */
const SHARE = { range: [0, 1] } as const
/** Runs are compared by it on request alone. */
const ASIDE = { compared: false } as const
const withMF = (task: TaskDefinition) => (task.id === 'MF' ? { ...SHARE, open: true } : SHARE)

/** What the three scores of an item are called. */
const SCORES = {
  ars: { of: 'total', title: 'score', overall: 'overall score' },
  content: { of: 'content', title: 'right in content', overall: 'right in content' },
  strict: { of: 'strict', title: 'right in full', overall: 'right in full' },
} as const

function taskTitle({ id, title }: TaskDefinition): string {
  return `${title} (${id})`
}

/** Mean of a score per task; over tasks weighted by the maximum of their points, and unweighted. Nothing where an item lacks it. */
function meanMetrics(name: keyof typeof SCORES, tasks: readonly TaskItems[]): Figures {
  const { of, title, overall } = SCORES[name]
  const isArs = name === 'ars'
  const aside = isArs ? {} : ASIDE
  const scores = tasks.map(({ items }) => meanScore(items, of))
  const weights = tasks.map(({ task }) => taskWeight(task))
  const weighted = sum(scores.map((score, at) => (weights[at] ?? 0) * score)) / sum(weights)
  const figure = (
    part: string,
    value: number,
    items: readonly PlacedItem[],
    described: FigureDescription,
    weigh?: MeanOptions<PlacedItem>['weigh'],
  ): [string, Figure] => {
    const mean = meanOver(items, { cell: taskOf, weigh, value: (item) => (item.scored ? item.scores[of] : undefined) })
    return [`${name}.${part}`, metric(value, { n: items.length, ...SHARE, open: isArs, group: name, part, mean, ...described })]
  }
  const all = tasks.flatMap(({ items }) => items)
  const headline = isArs ? { unit: 'share of points', digits: 3 } : undefined
  return Object.fromEntries([
    ...tasks.map(({ task, items }, at) =>
      figure(task.id, scores[at] as number, items, { label: `${taskTitle(task)}: ${title}`, ...aside, open: isArs && task.id === 'MF' }),
    ),
    figure('overall', weighted, all, { label: `${overall}, weighted`, headline }, weightBy(taskWeight)),
    figure('average', mean(scores), all, { label: `${overall}, plain mean`, ...aside }, 'cells'),
  ])
}

const taskOf = ({ definition }: PlacedItem) => definition.id

function weightBy(of: (task: TaskDefinition) => number): (cell: string) => number {
  return (cell) => {
    const task = taskById(cell)
    return task ? of(task) : 0
  }
}

/** IFP: for each capability the mean of its points, weighted by their maxima. */
function capabilityMetrics(tasks: readonly TaskItems[]): Figures {
  const figures = Object.entries(CAPABILITY_TITLES).map(([capability, title]) => {
    const pointsOf = ({ points }: TaskDefinition) =>
      Object.entries(points).flatMap(([name, [most, , ...counted]]) => (counted.some((one) => one === capability) ? [{ name, most }] : []))
    const maximumOf = (task: TaskDefinition) => sum(pointsOf(task).map(({ most }) => most))
    const own = tasks.filter(({ task }) => maximumOf(task) > 0)
    const points = own.flatMap(({ task, items }) => pointsOf(task).map(({ name, most }) => ({ most, score: meanScore(items, name) })))
    const items = own.flatMap((one) => one.items)
    // Each task counts by the points that it gives for the capability.
    const value = (item: CombinedItem) => {
      const task = place(item)[0]?.definition
      if (!task || maximumOf(task) === 0 || !item.scored || item.scores.total === undefined) return undefined
      return sum(pointsOf(task).map(({ name, most }) => most * (item.scores[name] ?? 0))) / maximumOf(task)
    }
    const weighted = sum(points.map(({ most, score }) => most * score)) / sum(points.map(({ most }) => most))
    const described = { label: `ability: ${title}`, ...SHARE, ...ASIDE, open: capability === 'Ori', group: 'ifp', part: capability }
    const mean = meanOver(items, { cell: taskOf, weigh: weightBy(maximumOf), value })
    return [`ifp.${capability}`, metric(weighted, { n: items.length, ...described, mean })] as const
  })
  return Object.fromEntries(figures)
}

/** IFS: sample deviation over mean of the group means, per task; tasks with one group or mean 0 are left out. */
function stabilityMetrics(tasks: readonly TaskItems[]): Figures {
  const n = tasks.flatMap(({ items }) => items).length
  const values = PERSPECTIVES.map((by) => mean(tasks.map(({ items }) => variation(items, by)).filter(Number.isFinite)))
  const figure = (by: Perspective | 'average', value: number) => {
    const label = `instability over ${OVER[by]}`
    // Sampling alone moves it up: what it is without that has an interval.
    const described = { range: [0, null], better: 'lower', compared: false, interval: false, group: 'ifs', part: by } as const
    return [`ifs.${by}`, metric(value, { n, label, ...described })] as const
  }
  return Object.fromEntries([...PERSPECTIVES.map((by, index) => figure(by, values[index] as number)), figure('average', mean(values))])
}

/** Scores by length: each task, and the unweighted mean over tasks. */
function lengthMetrics(tasks: readonly TaskItems[]): Figures {
  const cells = tasks.flatMap(({ task, items }) =>
    [...groupBy(items, ({ length }) => length)].map(([length, own]) => {
      const label = `${taskTitle(task)}: score at ${length} tokens`
      const described = { n: own.length, label, ...withMF(task), ...ASIDE, group: 'task', part: task.id, mean: meanOver(own) }
      return { key: `task.${task.id}.length.${length}`, length, figure: metric(meanScore(own, 'total'), described), own }
    }),
  )
  // Records come by id, in which 128k stands before 16k.
  const ascending = [...groupBy(cells, ({ length }) => length)].sort(
    ([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
  )
  const lengths = ascending.map(([length, some]) => {
    const own = some.flatMap((cell) => cell.own)
    const described = { n: own.length, label: `score at ${length} tokens`, ...SHARE, ...ASIDE, open: true, group: 'length' }
    const means = some.map(({ figure }) => figure.value)
    const over = meanOver(own, { cell: taskOf, weigh: 'cells' })
    return { key: `length.${length}`, figure: metric(mean(means), { ...described, part: length, mean: over }) }
  })
  return Object.fromEntries([...cells, ...lengths].map(({ key, figure }) => [key, figure]))
}
