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
} from '../../src/kit.ts'
import { lengthName } from './lengths.ts'
import { instabilities, PERSPECTIVES, type Perspective, variationOf } from './stability.ts'
import { CAPABILITY_TITLES, type Capability, TASKS, type TaskDefinition, taskById, taskByOfficialName, taskWeight } from './tasks.ts'

/** All LIFBench metrics (docs/suites/lifbench.md, R17, R18, R19, S1, S2, S3), from item ids and scores alone. */
export const lifbenchSummary: SummaryParts = {
  figures: ({ records }) => metricsOf(taskGroups(records)),
  once: withInstabilities,
}

function metricsOf(tasks: readonly TaskItems[]): Figures {
  return {
    ...meanMetrics('ars', tasks),
    ...meanMetrics('content', tasks),
    ...meanMetrics('strict', tasks),
    ...capabilityMetrics(tasks),
    ...stabilityMetrics(tasks),
    ...lengthMetrics(tasks),
  }
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
interface PlacedItem extends CombinedItem {
  readonly definition: TaskDefinition
  /** Keys that IFS groups by. */
  readonly expression: string
  readonly variable: string
  readonly length: string
  readonly total: number
}

/** A task with its scored items. */
interface TaskItems {
  readonly task: TaskDefinition
  readonly items: readonly PlacedItem[]
}

/** Those of each task that has some, in the order of the tasks. */
function taskGroups(records: readonly ItemRecord[]): TaskItems[] {
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
const place = remembered((item: CombinedItem): PlacedItem[] => {
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

/** The groups that stability compares, in the order of their first items. */
function groupsOf(items: readonly PlacedItem[], by: Perspective) {
  return [...groupBy(items, (item) => item[by])].map(([name, own]) => ({ name, mean: meanScore(own, 'total'), n: own.length }))
}

/** A share of full marks. That of MF may exceed it, and so may what MF counts in (docs/suites/lifbench.md, Q2). */
const SHARE = { range: [0, 1] } as const
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
function meanMetrics(name: keyof typeof SCORES, tasks: readonly TaskItems[]): Record<string, Figure> {
  const { of, title, overall } = SCORES[name]
  const scores = tasks.map(({ task, items }) => ({ task, score: meanScore(items, of), items }))
  const weights = scores.reduce((sum, { task }) => sum + taskWeight(task), 0)
  const weighted = scores.reduce((sum, { task, score }) => sum + taskWeight(task) * score, 0) / weights
  const isArs = name === 'ars'
  const meanOf = (items: readonly PlacedItem[], weigh?: MeanOptions<PlacedItem>['weigh']) =>
    meanOver(items, { cell: taskOf, weigh, value: (item) => (item.scored ? item.scores[of] : undefined) })
  const items = tasks.flatMap((own) => own.items)
  const all = { n: items.length, ...SHARE, open: isArs, group: name }
  return {
    ...Object.fromEntries(
      scores.map(({ task, score, items: own }) => [
        `${name}.${task.id}`,
        metric(score, {
          n: own.length,
          label: `${taskTitle(task)}: ${title}`,
          ...(isArs ? withMF(task) : { ...SHARE, compared: false }),
          group: name,
          part: task.id,
          mean: meanOf(own),
        }),
      ]),
    ),
    [`${name}.overall`]: metric(weighted, {
      ...all,
      label: `${overall}, weighted`,
      part: 'overall',
      mean: meanOf(items, (cell) => weightOf(cell, taskWeight)),
      ...(isArs && { headline: { unit: 'share of points', digits: 3 } }),
    }),
    [`${name}.average`]: metric(mean(scores.map(({ score }) => score)), {
      ...all,
      label: `${overall}, plain mean`,
      ...(!isArs && { compared: false }),
      part: 'average',
      mean: meanOf(items, 'cells'),
    }),
  }
}

const taskOf = ({ definition }: PlacedItem) => definition.id

function weightOf(cell: string, of: (task: TaskDefinition) => number): number {
  const task = taskById(cell)
  return task ? of(task) : 0
}

/** IFP: for each capability the mean of its points, weighted by their maxima. */
function capabilityMetrics(tasks: readonly TaskItems[]): Record<string, Figure> {
  const metrics: Record<string, Figure> = {}
  for (const capability of Object.keys(CAPABILITY_TITLES) as Capability[]) {
    const pointsOf = (task: TaskDefinition) => Object.keys(task.points).filter((name) => task.capabilities[name]?.includes(capability))
    const maximumOf = (task: TaskDefinition) => pointsOf(task).reduce((sum, name) => sum + (task.points[name] ?? 0), 0)
    const own = tasks.filter(({ task }) => pointsOf(task).length > 0)
    let weights = 0
    let weighted = 0
    for (const { task, items } of own) {
      for (const name of pointsOf(task)) {
        const weight = task.points[name] ?? 0
        weights += weight
        weighted += weight * meanScore(items, name)
      }
    }
    metrics[`ifp.${capability}`] = metric(weighted / weights, {
      n: own.flatMap(({ items }) => items).length,
      label: `ability: ${CAPABILITY_TITLES[capability]}`,
      ...SHARE,
      open: capability === 'Ori',
      compared: false,
      group: 'ifp',
      part: capability,
      mean: meanOver(
        own.flatMap(({ items }) => items),
        {
          cell: taskOf,
          weigh: (cell) => weightOf(cell, maximumOf),
          // Each task counts by the points that it gives for the capability.
          value: (item) => {
            const [task] = place(item).map(({ definition }) => definition)
            if (!task || pointsOf(task).length === 0 || !item.scored || item.scores.total === undefined) return undefined
            return pointsOf(task).reduce((sum, name) => sum + (task.points[name] ?? 0) * (item.scores[name] ?? 0), 0) / maximumOf(task)
          },
        },
      ),
    })
  }
  return metrics
}

/** IFS: sample deviation over mean of the group means, per task; tasks with one group or mean 0 are left out. */
function stabilityMetrics(tasks: readonly TaskItems[]): Record<string, Figure> {
  const n = tasks.flatMap(({ items }) => items).length
  const values = PERSPECTIVES.map((by) =>
    mean(tasks.map(({ items }) => variationOf(groupsOf(items, by).map((group) => group.mean))).filter(Number.isFinite)),
  )
  const figure = (by: Perspective | 'average', value: number) => {
    const label = `instability over ${OVER[by]}`
    // Sampling alone moves it up: what it is without that has an interval.
    const described = { range: [0, null], better: 'lower', compared: false, interval: false, group: 'ifs', part: by } as const
    return [`ifs.${by}`, metric(value, { n, label, ...described })] as const
  }
  return Object.fromEntries([...PERSPECTIVES.map((by, index) => figure(by, values[index] as number)), figure('average', mean(values))])
}

/** Scores by length: each task, and the unweighted mean over tasks. */
function lengthMetrics(tasks: readonly TaskItems[]): Record<string, Figure> {
  const cells = tasks.flatMap(({ task, items }) =>
    groupsOf(items, 'length').map(({ name: length, mean: value, n }) => {
      const own = items.filter((item) => item.length === length)
      const label = `${taskTitle(task)}: score at ${length} tokens`
      const figure = metric(value, { n, label, ...withMF(task), compared: false, group: 'task', part: task.id, mean: meanOver(own) })
      return { key: `task.${task.id}.length.${length}`, length, figure, own }
    }),
  )
  // Records come by id, in which 128k stands before 16k.
  const ascending = [...groupBy(cells, ({ length }) => length)].sort(
    ([one], [other]) => Number.parseInt(one, 10) - Number.parseInt(other, 10),
  )
  const lengths = ascending.map(([length, own]) => {
    const figure = metric(mean(own.map((cell) => cell.figure.value)), {
      n: own.reduce((sum, cell) => sum + cell.figure.n, 0),
      label: `score at ${length} tokens`,
      ...SHARE,
      open: true,
      compared: false,
      group: 'length',
      part: length,
      mean: meanOver(
        own.flatMap((cell) => cell.own),
        { cell: taskOf, weigh: 'cells' },
      ),
    })
    return { key: `length.${length}`, figure }
  })
  return Object.fromEntries([...cells, ...lengths].map(({ key, figure }) => [key, figure]))
}
