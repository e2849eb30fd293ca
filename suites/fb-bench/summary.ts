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
  type SummaryParts,
} from '../../src/kit.ts'
import type { FbScenario } from './names.ts'

/** All FB-Bench metrics, in percent (docs/suites/fb-bench.md, R5): means of scenario-by-task cells, overall and within slices. */
export const fbBenchSummary: SummaryParts = {
  figures: ({ records }) => figuresOf(records, partsOf(records)),
  without(records) {
    const parts = partsOf(records)
    return (some) => {
      const gone = new Set([...some].map(({ item }) => item))
      const isLeft = ({ item }: Pick<ItemRecord, 'item'>) => !gone.has(item)
      // What holds none of them stays as it was computed.
      const left = parts.map((part) => (part.items.every(isLeft) ? part : { ...part, items: part.items.filter(isLeft), known: new Map() }))
      return figuresOf(records.filter(isLeft), left)
    }
  },
}

/** Items that a figure is over. */
interface Part {
  readonly key: string
  readonly items: readonly CombinedItem[]
  readonly description: FigureDescription
  /** Its figures by score, once they are computed. */
  readonly known: Map<string, Figure>
}

function figuresOf(records: readonly ItemRecord[], parts: readonly Part[]): Figures {
  const [, maintenance, overall] = parts as [Part, Part, Part]
  const { items } = overall
  const control = items.some((item) => item.scores.control !== undefined)
  return {
    ...scoreMetrics(parts, 'score'),
    // By the strict rules, and what is another figure where all criteria must be met.
    ...scoreMetrics(parts, 'strict', 'strict'),
    'strict_all.overall': figureOf(overall, 'strict_all', 'all criteria'),
    'strict_all.response_maintenance': figureOf(maintenance, 'strict_all', 'all criteria'),
    ...(control && controlMetrics(items)),
    ...rateMetrics(items),
    ...undecidedMetrics(records),
  }
}

/** The mean of a part's cells by a score; with a label it stands beside the score that counts. */
function figureOf({ items, description, known }: Part, score: string, label?: string): Figure {
  const own = known.get(score)
  if (own) return own
  const { headline: _headline, group: _group, ...beside } = description
  const figure = metric(cellMean(items, score), {
    n: items.length,
    range: [0, 100],
    mean: meanOver(items, {
      cell: ({ task }) => task,
      weigh: 'cells',
      value: ({ scored, scores }) => (scored && scores[score] !== undefined ? 100 * scores[score] : undefined),
    }),
    ...(label === undefined ? description : { ...beside, label: `${label}: ${description.label}`, compared: false }),
  })
  known.set(score, figure)
  return figure
}

/** The figures of all parts by a score, and the gap between the scenarios. */
function scoreMetrics(parts: readonly Part[], score: string, label?: string): Figures {
  const prefix = label === undefined ? '' : `${label}.`
  const metrics: Record<string, Figure> = {}
  for (const part of parts) {
    metrics[prefix + part.key] = figureOf(part, score, label)
    if (part.key !== 'overall') continue
    const at = ({ key }: { readonly key: string }) => metrics[prefix + key]?.value ?? Number.NaN
    metrics[`${prefix}gap`] = metric(at(SCENARIOS.ec) - at(SCENARIOS.rm), {
      n: part.items.length,
      label: `${label === undefined ? '' : `${label}: `}correction less maintenance`,
      range: [-100, 100],
      better: 'none',
      compared: false,
    })
  }
  return metrics
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

/** The values of a tag that an item has. */
function valuesOf({ tags }: CombinedItem, tag: string): readonly unknown[] {
  const value = tags[tag] ?? []
  return Array.isArray(value) ? value : [value]
}

const SCENARIOS = {
  ec: { key: 'error_correction', label: 'error correction' },
  rm: { key: 'response_maintenance', label: 'response maintenance' },
} as const

const OVERALL = 'overall score'

/** Both scenarios, all scored items, and the slices of them. */
function partsOf(records: readonly ItemRecord[]): Part[] {
  const items = combineTrials(records).filter(({ scored }) => scored)
  const of = { ec: items.filter(({ task }) => task.startsWith('ec/')), rm: items.filter(({ task }) => task.startsWith('rm/')) }
  const parts: Part[] = []
  const add = (key: string, own: readonly CombinedItem[], description: FigureDescription) =>
    parts.push({ key, items: own, description, known: new Map() })
  for (const scenario of ['ec', 'rm'] as const) add(SCENARIOS[scenario].key, of[scenario], { label: SCENARIOS[scenario].label })
  add('overall', items, { label: OVERALL, headline: { unit: 'percent', digits: 1 } })
  const slice = (scenario: FbScenario, name: string) => {
    const between = name === 'feedback' ? ' after feedback: ' : ': '
    const namesOf = (item: CombinedItem) => (name === 'task' ? [item.task.slice(scenario.length + 1)] : valuesOf(item, name))
    for (const [part, own] of byName(of[scenario], namesOf)) {
      const label = `${SCENARIOS[scenario].label}${between}${part}`
      const described = { label, group: `${scenario}.${name}`, part }
      add(`${scenario}.${name}.${part}`, own, name === 'task' ? described : { ...described, compared: false })
    }
  }
  for (const scenario of ['ec', 'rm'] as const) for (const name of ['task', 'subtask', 'feedback']) slice(scenario, name)
  for (const [level, own] of byName(items, (item) => valuesOf(item, 'level'))) {
    const described = (label: string) => ({ label: `${level} items: ${label}`, compared: false, group: 'level', part: level }) as const
    for (const [name, some] of byName(own, ({ task }) => [task.slice(0, 2)])) {
      const { key, label } = SCENARIOS[name as FbScenario]
      add(`level.${level}.${key}`, some, described(label))
    }
    add(`level.${level}.overall`, own, described(OVERALL))
  }
  slice('ec', 'deficiency')
  return parts
}

/** Items by each name that they go by, each once. */
function byName(items: readonly CombinedItem[], namesOf: (item: CombinedItem) => readonly unknown[]): Map<string, CombinedItem[]> {
  const groups = new Map<string, CombinedItem[]>()
  for (const item of items) {
    for (const name of namesOf(item).map(String)) {
      const own = groups.get(name)
      if (!own) groups.set(name, [item])
      else if (own.at(-1) !== item) own.push(item)
    }
  }
  return groups
}

/** Mean over the non-empty scenario-by-task cells of each cell's mean score, in percent. */
function cellMean(items: readonly CombinedItem[], score: string): number {
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
function controlMetrics(items: readonly CombinedItem[]): Figures {
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

function rateMetrics(items: readonly CombinedItem[]): Figures {
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
