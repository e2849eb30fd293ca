import {
  type CombinedItem,
  combineTrials,
  type Figure,
  type FigureDescription,
  type Figures,
  type ItemRecord,
  mean,
  meanOver,
  metric,
  type SummaryInput,
} from '../../src/kit.ts'
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
export function fbBenchSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const items = combineTrials(records)
    .filter((item) => item.scored)
    .map(place)
  const control = items.some((item) => item.scores.control !== undefined)
  return {
    ...scoreMetrics(items, 'score'),
    ...strictMetrics(items),
    ...(control && controlMetrics(items)),
    ...rateMetrics(items),
    ...undecidedMetrics(records),
  }
}

/** The same figures by the strict rules, and those that are others where all criteria must be met. */
function strictMetrics(items: readonly PlacedItem[]): Figures {
  const renamed = (prefix: string, label: string, figures: Figures) =>
    Object.entries(figures).map(([key, { headline: _headline, group: _group, ...figure }]) => [
      `${prefix}.${key}`,
      { ...figure, label: `${label}: ${figure.label}`, compared: false },
    ])
  const { overall, response_maintenance: maintenance } = scoreMetrics(items, 'strict_all')
  return Object.fromEntries([
    ...renamed('strict', 'strict', scoreMetrics(items, 'strict')),
    ...renamed('strict_all', 'all criteria', { overall, response_maintenance: maintenance } as Figures),
  ])
}

/** What no program could decide, where simulated judges have only programs to go by: items, and criteria of known answers. */
function undecidedMetrics(records: readonly ItemRecord[]): Figures {
  const all = new Set(records.map(({ item }) => item)).size
  const items = new Set(records.filter(({ scores }) => scores.undecided !== undefined).map(({ item }) => item)).size
  const controls = records.reduce((sum, { scores }) => sum + (scores.control_undecided ?? 0), 0)
  const count = { n: all, range: [0, null], better: 'none', compared: false } as const
  return {
    ...(items > 0 && { undecided: metric(items, { ...count, label: 'items undecided by the program, count' }) }),
    ...(controls > 0 && {
      control_undecided: metric(controls, { ...count, label: 'criteria of known answers undecided by the program, count' }),
    }),
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

const SCENARIOS = {
  ec: { key: 'error_correction', label: 'error correction' },
  rm: { key: 'response_maintenance', label: 'response maintenance' },
} as const

/** Names of levels: how hard items are by blind solving. */
const LEVELS: Readonly<Record<string, string>> = { hard: 'hard items', other: 'other items', unmeasured: 'items not measured' }

const OVERALL = 'overall score'

function scoreMetrics(items: readonly PlacedItem[], score: string): Figures {
  const ec = items.filter((item) => item.scenario === 'ec')
  const rm = items.filter((item) => item.scenario === 'rm')
  const over = (own: readonly PlacedItem[], description: FigureDescription): Figure =>
    metric(cellMean(own, score), {
      n: own.length,
      range: [0, 100],
      mean: meanOver(own, {
        cell: ({ task }) => task,
        weigh: 'cells',
        value: ({ scored, scores }) => (scored && scores[score] !== undefined ? 100 * scores[score] : undefined),
      }),
      ...description,
    })
  const correction = over(ec, { label: SCENARIOS.ec.label })
  const maintenance = over(rm, { label: SCENARIOS.rm.label })
  const metrics: Record<string, Figure> = {
    [SCENARIOS.ec.key]: correction,
    [SCENARIOS.rm.key]: maintenance,
    overall: over(items, { label: OVERALL, headline: { unit: 'percent', digits: 1 } }),
    gap: metric(correction.value - maintenance.value, {
      n: items.length,
      label: 'correction less maintenance',
      range: [-100, 100],
      better: 'none',
      compared: false,
    }),
  }
  const slice = (
    scenario: FbScenario,
    name: string,
    group: readonly PlacedItem[],
    namesOf: (item: PlacedItem) => readonly string[],
    description: FigureDescription = { compared: false },
  ) => {
    const between = name === 'feedback' ? ' after feedback: ' : ': '
    for (const [part, own] of byName(group, namesOf)) {
      const label = `${SCENARIOS[scenario].label}${between}${part}`
      metrics[`${scenario}.${name}.${part}`] = over(own, { label, group: `${scenario}.${name}`, part, ...description })
    }
  }
  for (const [scenario, group] of [['ec', ec] as const, ['rm', rm] as const]) {
    slice(scenario, 'task', group, (item) => [item.taskType], {})
    slice(scenario, 'subtask', group, (item) => item.slices.subtask)
    slice(scenario, 'feedback', group, (item) => item.slices.feedback)
  }
  for (const [level, own] of byName(items, (item) => item.slices.level)) {
    const described = (label: string) =>
      ({ label: `${LEVELS[level] ?? level}: ${label}`, compared: false, group: 'level', part: level }) as const
    for (const [name, some] of byName(own, (item) => [item.scenario])) {
      const { key, label } = SCENARIOS[name as FbScenario]
      metrics[`level.${level}.${key}`] = over(some, described(label))
    }
    metrics[`level.${level}.overall`] = over(own, described(OVERALL))
  }
  slice('ec', 'deficiency', ec, (item) => item.slices.deficiency)
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
function controlMetrics(items: readonly PlacedItem[]): Figures {
  const both = items.filter((item) => item.scores.control !== undefined)
  const alone = cellMean(both, 'control')
  const common = { n: both.length, compared: false } as const
  return {
    'control.overall': metric(alone, { ...common, label: 'overall score of the queries asked alone', range: [0, 100] }),
    gain: metric(cellMean(both, 'score') - alone, {
      ...common,
      label: 'overall score less that of the queries asked alone',
      range: [-100, 100],
    }),
  }
}

function rateMetrics(items: readonly PlacedItem[]): Figures {
  const refused = items.filter((item) => item.scores.refused !== undefined).length
  const agreements = items.map((item) => item.scores.judge_agreement).filter((value) => value !== undefined)
  const { length: n } = items
  return {
    ...(refused > 0 && {
      refused: metric(refused, {
        n,
        label: "prompts refused by the judge's provider, count",
        range: [0, null],
        better: 'none',
        compared: false,
      }),
    }),
    judge_agreement: metric(mean(agreements), {
      n: agreements.length,
      label: "votes that agree with the judge's majority, share",
      range: [0, 1],
      compared: false,
    }),
  }
}
