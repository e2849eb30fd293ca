import {
  askRuns,
  bannerLines,
  type Certificate,
  type CommandRun,
  type ComparedRun,
  columns,
  dataLabel,
  type ItemRecord,
  LLMBAR,
  type Metric,
  partsOf,
  type StrategyName,
  screenWidth,
} from '../../kit.ts'

/** A strategy with the run that measured a judge by it. */
export interface MeasuredStrategy {
  readonly strategy: StrategyName
  readonly run: CommandRun
  readonly records: readonly ItemRecord[]
  /** What it earns the judge, or why it earns none. */
  readonly certificate: Certificate | { readonly refused: string }
}

/** Strategies of a judge as the paper's Table 2 has them, and what can be said of which is best. */
export function strategiesTable(measured: readonly MeasuredStrategy[], places: Places): string[] {
  const run = measured[0]?.run.scores.run
  const judge = run?.roles.judge
  const { source = '', version, sha256 = '', items } = run?.data.llmbar ?? {}
  const notes = measured[0]?.run.scores.presentation?.llmbar?.display?.rows.flatMap(({ text }) => text ?? []) ?? []
  const judged = measured[0]?.run.scores.suites.llmbar?.items
  return [
    ...(judge?.simulated ? bannerLines(screenWidth()) : []),
    ` judge  ${judge?.model}${judge?.simulated ? ', simulated' : ''}`,
    ` pairs  ${judged === items ? '' : `${judged} of `}${items}, ${dataLabel({ source, version })}, sha256 ${sha256.slice(0, 12)}`,
    '',
    ...figures('accuracy', measured),
    '',
    ...figures('agreement', measured),
    '',
    ...columns([
      ['strategy', 'average accuracy, 95 %', 'place', 'null', 'calls', 'cached', 'cost'],
      ...measured.map((one, index) => [nameOf(one), averageOf(one), placeText(places[index]), ...callsOf(one)]),
    ]),
    '',
    ` ${bestLine(measured, places)}`,
    ` ${['percent', 'average: mean of the five', ...notes].join('; ')}`,
  ]
}

/** The strategy that every other one can be told from, where there is one. */
export function bestOf(measured: readonly MeasuredStrategy[], places: Places): MeasuredStrategy['strategy'] | undefined {
  return measured.find((_, index) => measured.length > 1 && places[index]?.[1] === 1)?.strategy
}

function bestLine(measured: readonly MeasuredStrategy[], places: Places): string {
  if (measured.length < 2) return 'one strategy: nothing to compare it with'
  const best = bestOf(measured, places)
  if (best) return `best: ${best}`
  const shared = measured.filter((_, index) => places[index]?.[0] === 1).map(({ strategy }) => strategy)
  return `no best one: ${shared.join(', ')} cannot be told apart (all pairs, Holm)`
}

function nameOf({ strategy, run }: MeasuredStrategy): string {
  return run.exitCode === 0 ? strategy : `${strategy} (incomplete)`
}

function metricOf({ run }: MeasuredStrategy, key: string): Metric | undefined {
  return run.scores.suites.llmbar?.metrics[key]
}

function figures(of: 'accuracy' | 'agreement', measured: readonly MeasuredStrategy[]): string[] {
  // Subsets stand in the paper's order, and the means over them follow.
  const subsets = measured[0]?.run.scores.presentation?.llmbar?.tasks.map(({ task }) => task) ?? []
  const parts = new Set([...subsets, ...measured.flatMap(({ run }) => partsOf(run.scores.suites.llmbar?.metrics ?? {}, of))])
  return columns([
    [of, ...parts],
    ...measured.map((one) => [nameOf(one), ...[...parts].map((part) => metricOf(one, `${of}.${part}`)?.value.toFixed(1) ?? '–')]),
  ])
}

function averageOf(one: MeasuredStrategy): string {
  const { value, ci95 } = metricOf(one, 'accuracy.average') ?? {}
  if (value === undefined) return '–'
  return ci95 ? `${value.toFixed(1)} (${ci95[0].toFixed(1)} to ${ci95[1].toFixed(1)})` : value.toFixed(1)
}

function placeText([from, to]: Places[number] = [1, 1]): string {
  return from === to ? String(from) : `${from} to ${to}`
}

/** Null verdicts, calls, how many of them the cache answered, and the cost. */
function callsOf(one: MeasuredStrategy): string[] {
  const { calls = 0, cached = 0, usd } = one.run.scores.usage.judge ?? {}
  const cost = usd === null || usd === undefined ? '–' : `$${usd.toFixed(2)}`
  return [metricOf(one, 'null_rate')?.value.toFixed(1) ?? '–', String(calls), String(cached), cost]
}

/** The best and the worst place that each could have. */
export type Places = readonly (readonly [from: number, to: number])[]

/** Places of runs of one judge by its average accuracy, in their order, as `compare` and `board` rank runs. */
export async function rankStrategies(runs: readonly ComparedRun[], root: string): Promise<Places> {
  const ranking = await askRuns(LLMBAR, 'rank', { runs, mayDiffer: 'strategy' }, runs, { root })
  return runs.map(({ name }) => {
    const { from = 1, to = runs.length } = ranking.runs.find((ranked) => ranked.name === name) ?? {}
    return [from, to]
  })
}
