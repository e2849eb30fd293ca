import {
  bannerLines,
  type Certificate,
  type CommandRun,
  columns,
  combineTrials,
  dataLabel,
  holm,
  type ItemRecord,
  isScored,
  type Metric,
  mean,
  partsOf,
  rankWithTies,
  type StrategyName,
  sampleDeviation,
  screenWidth,
  tCdf,
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

/** The best and the worst place that each could have: all it cannot be told apart from share them. */
export type Places = readonly (readonly [from: number, to: number])[]

/** Accuracy of each pair, 0 to 1, by subset. */
type Totals = ReadonlyMap<string, ReadonlyMap<string, number>>

/**
 * Places of runs over the same pairs by their accuracy, mean of the subsets: every two are compared pair by pair, and Holm counts
 * all comparisons.
 */
export function rankStrategies(runs: readonly (readonly ItemRecord[])[]): Places {
  const subsets = [...new Set(runs.flat().map(({ task }) => task))]
  const totals = runs.map((records) => totalsOf(records, subsets))
  const couples = totals.flatMap((_, one) => totals.slice(one + 1).map((_run, offset) => [one, one + 1 + offset] as const))
  const adjusted = holm(couples.map(([one, other]) => differenceP(totals[one] as Totals, totals[other] as Totals)))
  const differ = (one: number, other: number) => {
    const at = couples.findIndex(([a, b]) => a === Math.min(one, other) && b === Math.max(one, other))
    return (adjusted[at] ?? 1) < 0.05
  }
  const averages = totals.map((own) => mean([...own.values()].map((values) => mean([...values.values()]))))
  const ranked = rankWithTies(
    averages.map((average) => (Number.isNaN(average) ? Number.NEGATIVE_INFINITY : average)),
    differ,
  )
  return runs.map((_, index) => {
    const { from = 1, to = runs.length } = ranked.find((entry) => entry.index === index) ?? {}
    return [from, to]
  })
}

function totalsOf(records: readonly ItemRecord[], subsets: readonly string[]): Totals {
  const totals = new Map(subsets.map((subset): [string, Map<string, number>] => [subset, new Map()]))
  for (const { item, task, scores } of combineTrials(records.filter(isScored))) {
    if (scores.total !== undefined) totals.get(task)?.set(item, scores.total)
  }
  return totals
}

/**
 * Two-sided p of the difference of two averages, of pairs that both have: Student's t of a mean over strata, with Welch's and
 * Satterthwaite's degrees of freedom. Where all pairs differ alike, the sign-flip test; 1 where a subset has too few pairs to tell.
 */
function differenceP(one: Totals, other: Totals): number {
  const strata = [...one].map(([subset, values]) =>
    [...values].flatMap(([item, total]) => {
      const rival = other.get(subset)?.get(item)
      return rival === undefined ? [] : [total - rival]
    }),
  )
  if (strata.some((differences) => differences.length < 2)) return 1
  const variances = strata.map((differences) => ({
    n: differences.length,
    variance: sampleDeviation(differences) ** 2 / differences.length,
  }))
  const change = strata.reduce((sum, differences) => sum + mean(differences), 0)
  const variance = variances.reduce((sum, stratum) => sum + stratum.variance, 0)
  if (variance === 0) return change === 0 ? 1 : 2 ** (1 - variances.reduce((sum, { n }) => sum + n, 0))
  const df = variance ** 2 / variances.reduce((sum, stratum) => sum + stratum.variance ** 2 / (stratum.n - 1), 0)
  return 2 * tCdf(-Math.abs(change) / Math.sqrt(variance), df)
}
