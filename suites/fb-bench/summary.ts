import {
  type CombinedItem,
  combineTrials,
  composed,
  type Figure,
  type FigureDescription,
  type Figures,
  groupBy,
  type ItemRecord,
  mean,
  meanOver,
  metric,
  renamed,
  type SummaryInput,
} from '../../src/kit.ts'
import type { FbScenario } from './names.ts'

/** All FB-Bench metrics, in percent (docs/suites/fb-bench.md, R5): means of scenario-by-task cells, overall and within slices. */
export function fbBenchSummary({ records }: Pick<SummaryInput, 'records'>): Figures {
  const items = combineTrials(records).filter(({ scored }) => scored)
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
function strictMetrics(items: readonly CombinedItem[]): Figures {
  const aside =
    (rules: string) =>
    ({ label }: Figure) =>
      ({ label: `${rules}: ${label}`, compared: false, group: undefined }) as const
  const { overall, response_maintenance: maintenance } = mainMetrics(items, 'strict_all')
  return {
    ...renamed(scoreMetrics(items, 'strict'), 'strict', aside('strict')),
    ...renamed({ overall, response_maintenance: maintenance } as Figures, 'strict_all', aside('all criteria')),
  }
}

/** What no program could decide, where simulated judges have only programs to go by: items, and criteria of known answers. */
function undecidedMetrics(records: readonly ItemRecord[]): Figures {
  const all = new Set(records.map(({ item }) => item)).size
  const items = new Set(records.filter(({ scores }) => scores.undecided !== undefined).map(({ item }) => item)).size
  const controls = records.reduce((sum, { scores }) => sum + (scores.control_undecided ?? 0), 0)
  const count = { n: all, range: [0, null], better: 'none', compared: false, interval: false, stands: true } as const
  return {
    ...(items > 0 && { undecided: metric(items, { ...count, label: 'items that no program can decide, count' }) }),
    ...(controls > 0 && {
      control_undecided: metric(controls, {
        ...count,
        label: 'points of known answers that do not count, since no program knows them, count',
      }),
    }),
  }
}

/** The values of a tag that an item has. */
function valuesOf({ tags }: CombinedItem, tag: string): readonly unknown[] {
  return [tags[tag] ?? []].flat()
}

const SCENARIOS = {
  ec: { key: 'error_correction', label: 'error correction' },
  rm: { key: 'response_maintenance', label: 'response maintenance' },
} as const

const OVERALL = 'overall score'
const GAP = { label: 'correction less maintenance', range: [-100, 100], better: 'none', compared: false } as const
const ofScenario = (items: readonly CombinedItem[], scenario: FbScenario) => items.filter(({ task }) => task.startsWith(`${scenario}/`))

/** The mean over the scenario-by-task cells that have items of each cell's mean score, in percent. */
function over(own: readonly CombinedItem[], score: string, description: FigureDescription): Figure {
  const scored = own.flatMap(({ task, scores: { [score]: value } }) => (value === undefined ? [] : [{ task, value }]))
  const cells = [...groupBy(scored, ({ task }) => task).values()].map((cell) => mean(cell.map(({ value }) => value)))
  const value = ({ scored, scores }: CombinedItem) => (scored && scores[score] !== undefined ? 100 * scores[score] : undefined)
  const described = { range: [0, 100], mean: meanOver(own, { cell: ({ task }) => task, weigh: 'cells', value }), ...description } as const
  return metric(100 * mean(cells), { n: scored.length, ...described })
}

function mainMetrics(items: readonly CombinedItem[], score: string): Record<string, Figure> {
  const [correction, maintenance] = (['ec', 'rm'] as const).map((scenario) =>
    over(ofScenario(items, scenario), score, { label: SCENARIOS[scenario].label }),
  ) as [Figure, Figure]
  return {
    [SCENARIOS.ec.key]: correction,
    [SCENARIOS.rm.key]: maintenance,
    overall: over(items, score, { label: OVERALL, headline: { unit: 'percent', digits: 1 } }),
    gap: composed([correction, maintenance], ([of = 0, less = 0]) => of - less, GAP),
  }
}

function scoreMetrics(items: readonly CombinedItem[], score: string): Figures {
  const metrics = mainMetrics(items, score)
  const slice = (scenario: FbScenario, name: string, namesOf: Parameters<typeof byName>[1] = (item) => valuesOf(item, name)) => {
    const between = name === 'feedback' ? ' after feedback: ' : ': '
    for (const [part, own] of byName(ofScenario(items, scenario), namesOf)) {
      const label = `${SCENARIOS[scenario].label}${between}${part}`
      const described = { label, group: `${scenario}.${name}`, part }
      metrics[`${scenario}.${name}.${part}`] = over(own, score, name === 'task' ? described : { ...described, compared: false })
    }
  }
  for (const scenario of ['ec', 'rm'] as const) {
    slice(scenario, 'task', ({ task }) => [task.slice(scenario.length + 1)])
    slice(scenario, 'subtask')
    slice(scenario, 'feedback')
  }
  for (const [level, own] of byName(items, (item) => valuesOf(item, 'level'))) {
    const described = (label: string) => ({ label: `${level} items: ${label}`, compared: false, group: 'level', part: level }) as const
    for (const [name, some] of byName(own, ({ task }) => [task.slice(0, 2)])) {
      const { key, label } = SCENARIOS[name as FbScenario]
      metrics[`level.${level}.${key}`] = over(some, score, described(label))
    }
    metrics[`level.${level}.overall`] = over(own, score, described(OVERALL))
  }
  slice('ec', 'deficiency')
  return metrics
}

/** Items by each name that they go by, each once. */
function byName(items: readonly CombinedItem[], namesOf: (item: CombinedItem) => readonly unknown[]): Map<string, CombinedItem[]> {
  const named = items.flatMap((item) => [...new Set(namesOf(item).map(String))].map((name) => ({ name, item })))
  return new Map([...groupBy(named, ({ name }) => name)].map(([name, own]) => [name, own.map(({ item }) => item)]))
}

/** What the feedback gained over asking the query alone. */
function controlMetrics(items: readonly CombinedItem[]): Figures {
  const both = items.filter((item) => item.scores.control !== undefined)
  const alone = over(both, 'control', { label: 'overall score of the queries asked alone', compared: false })
  return {
    'control.overall': alone,
    gain: composed([over(both, 'score', {}), alone], ([told = 0, asked = 0]) => told - asked, {
      n: both.length,
      label: 'overall score less that of the queries asked alone',
      range: [-100, 100],
      compared: false,
    }),
  }
}

function rateMetrics(items: readonly CombinedItem[]): Figures {
  const { length: n } = items
  const refused = items.filter((item) => item.scores.refused !== undefined).length
  const agreementOf = ({ scores }: CombinedItem) => scores.judge_agreement
  const agreements = items.flatMap((item) => agreementOf(item) ?? [])
  const aside = { compared: false, stands: true } as const
  const counted = { label: "prompts refused by the judge's provider, count", range: [0, null], better: 'none', interval: false } as const
  return {
    ...(refused > 0 && { refused: metric(refused, { n, ...aside, ...counted }) }),
    judge_agreement: metric(mean(agreements), {
      n: agreements.length,
      ...aside,
      label: "votes that agree with the judge's majority, share",
      range: [0, 1],
      mean: meanOver(items, { value: agreementOf }),
    }),
  }
}
