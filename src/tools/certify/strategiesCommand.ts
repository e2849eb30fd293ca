import { basename, join, relative, resolve } from 'node:path'
import { Command, Option } from 'commander'
import {
  askRuns,
  bannerLines,
  type Certificate,
  type CommandPlan,
  type CommandRun,
  type CommandTools,
  type ComparedRun,
  certificatePath,
  columns,
  counted,
  dataLabel,
  EXIT_INCOMPLETE,
  type GivenSettings,
  HoldfastError,
  type ItemRecord,
  LLMBAR,
  type Metric,
  makeFolder,
  messageOf,
  note,
  numberOption,
  partsOf,
  readItemRecords,
  STRATEGY_NAMES,
  type StrategyName,
  screenWidth,
  volumeTable,
  wrapWords,
} from '../../kit.ts'
import { certificateOf, judgeRun, MAX_DAYS, writeCertificate } from './certificates.ts'

interface StrategiesOptions {
  readonly strategy: readonly StrategyName[]
  readonly certify?: StrategyName
  readonly days: number
  readonly plan?: boolean
  readonly runs?: string
  readonly json?: boolean
  readonly out?: string
}

/** `holdfast strategies <judge>`: runs LLMBar on a judge by every strategy, prints the paper's table, and writes a certificate. */
export function strategiesCommand(tools: CommandTools): Command {
  return new Command('strategies')
    .description('Measure a judge by every strategy of asking it (the llmbar suite), and print the table of the paper.')
    .argument('<judge>', 'model URI, or a name from models in the configuration')
    .addOption(new Option('--strategy <names...>', 'these only').choices(STRATEGY_NAMES).default(STRATEGY_NAMES, 'all'))
    .addOption(new Option('--certify <strategy>', 'write the certificate of this one to reports/judges').choices(STRATEGY_NAMES))
    .option('--days <number>', 'days the certificate is good for', numberOption({ whole: true, from: 1, to: MAX_DAYS }), 90)
    .option('--plan', 'print what it takes, and make no call')
    .option('--runs <folder>', 'folder of the runs; those that it holds are finished, not begun again')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (judge: string, options: StrategiesOptions) => {
      const { certify, plan, out } = options
      const names = STRATEGY_NAMES.filter((name) => options.strategy.includes(name))
      if (certify && !names.includes(certify)) {
        throw new HoldfastError('USAGE', `Failed to certify ${certify}: it is not among the strategies to run. Add it to --strategy.`)
      }
      const root = process.cwd()
      note(` counting the calls and tokens of ${counted(names.length, 'way')} to ask`)
      const plans = new Map<StrategyName, CommandPlan>()
      for (const name of names) plans.set(name, await tools.planSuite(await judgeRun(judge, name), root))
      const planned = planLines(plans)
      const output = tools.openOutput(out)
      if (plan) {
        for (const line of planned) await output.line(line)
        return output.close()
      }
      note(...planned)
      const folder = resolve(root, options.runs ?? join('reports', 'strategies', basename(certificatePath(root, judge), '.json')))
      makeFolder(folder)
      const measured = await measure(judge, plans, folder, options.days, tools)
      if (!measured) return
      const runs = measured.map(({ strategy, run, records }) => ({ name: strategy, document: run.scores, records }))
      const places = await rankStrategies(runs, root)
      if (options.json) await output.json(documentOf(measured, places), 2)
      else for (const line of strategiesTable(measured, places)) await output.line(line)
      await output.close()
      tellCertificates(measured, certify, root)
      if (measured.some(({ run }) => run.exitCode !== 0)) process.exitCode = 1
    })
}

function planLines(plans: ReadonlyMap<StrategyName, CommandPlan>): string[] {
  const estimates = [...plans].flatMap(([name, { estimate }]) => (estimate.roles.judge ? [[name, estimate.roles.judge] as const] : []))
  return [...volumeTable('strategy', Object.fromEntries(estimates)), ' less what the cache or an earlier run of these answers']
}

/** Runs the strategies one after another; undefined where that was interrupted. */
async function measure(
  judge: string,
  plans: ReadonlyMap<StrategyName, CommandPlan>,
  folder: string,
  days: number,
  tools: CommandTools,
): Promise<MeasuredStrategy[] | undefined> {
  const measured: MeasuredStrategy[] = []
  for (const [strategy, plan] of plans) {
    const settings = {
      ...(await judgeRun(judge, strategy)),
      ...budgetLeft(plan, measured),
      out: join(folder, strategy),
      resume: 'auto',
    }
    note('', ` ${strategy}, ${measured.length + 1} of ${plans.size}`)
    const run = await tools.runSuite(settings, process.cwd()).catch((error: unknown) => {
      if (!(error instanceof HoldfastError) || !error.message.startsWith('Failed to resume')) throw error
      throw new HoldfastError(error.code, `${error.message} --runs names the folder of new ones.`)
    })
    if (run.exitCode === EXIT_INCOMPLETE) {
      note(' interrupted: the same command goes on from here')
      process.exitCode = EXIT_INCOMPLETE
      return undefined
    }
    const certificate = await certificateOf(run, strategy, days).catch((error: unknown) => ({ refused: messageOf(error) }))
    measured.push({ strategy, run, records: readItemRecords(run.folder.items), certificate })
  }
  return measured
}

/**
 * The budget is of the whole command, and each run has what those before it left.
 *
 * @throws HoldfastError where they left nothing.
 */
function budgetLeft({ budget: { maxUsd, maxTokens } }: CommandPlan, before: readonly MeasuredStrategy[]): GivenSettings {
  const spent = (of: (usage: CommandRun['scores']['usage'][string]) => number) =>
    before.reduce((sum, { run }) => sum + Object.values(run.scores.usage).reduce((all, usage) => all + of(usage), 0), 0)
  const usd = maxUsd === undefined ? undefined : maxUsd - spent((usage) => usage.usd ?? 0)
  const tokens = maxTokens === undefined ? undefined : maxTokens - spent((usage) => usage.promptTokens + usage.completionTokens)
  if ((usd !== undefined && usd <= 0) || (tokens !== undefined && tokens <= 0)) {
    throw new HoldfastError(
      'RUN',
      `Failed to measure all strategies: the budget is spent after ${before.map(({ strategy }) => strategy).join(', ')}. Raise it and run the same command: what is paid for is kept.`,
    )
  }
  return {
    ...(usd !== undefined && { maxUsd: usd }),
    ...(tokens !== undefined && { maxTokens: tokens }),
  }
}

/** The result for machines. */
function documentOf(measured: readonly MeasuredStrategy[], places: Places): object {
  const { run } = measured[0]?.run.scores ?? {}
  return {
    schema: 'holdfast.strategies/1',
    judge: run?.roles.judge,
    data: run?.data.llmbar,
    best: bestOf(measured, places) ?? null,
    strategies: measured.map(({ strategy, run: { folder, scores, exitCode }, certificate }, index) => ({
      strategy,
      run: folder.path,
      exitCode,
      places: places[index],
      metrics: scores.suites.llmbar?.metrics,
      usage: scores.usage.judge,
      certificate,
    })),
  }
}

/** Writes the certificate that was asked for, and says why others could not be had. */
function tellCertificates(measured: readonly MeasuredStrategy[], certify: StrategyName | undefined, root: string): void {
  for (const { strategy, certificate } of measured) {
    if ('refused' in certificate) note(...wrapWords(`${strategy}: ${certificate.refused}`, screenWidth() - 1, 2).map((line) => ` ${line}`))
    else if (strategy === certify) note(` certificate ${relative(root, writeCertificate(root, certificate))}`)
  }
  const chosen = measured.find(({ strategy }) => strategy === certify)
  if (chosen && 'refused' in chosen.certificate) process.exitCode = 1
  if (!certify) note(' no certificate is written without --certify <strategy>')
}

/** A strategy with the run that measured a judge by it. */
export interface MeasuredStrategy {
  readonly strategy: StrategyName
  readonly run: CommandRun
  readonly records: readonly ItemRecord[]
  /** What it earns the judge, or why it earns none. */
  readonly certificate: Certificate | { readonly refused: string }
}

/** Strategies of a judge as the paper's Table 2 has them, and what can be said of which is best. */
function strategiesTable(measured: readonly MeasuredStrategy[], places: Places): string[] {
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
function bestOf(measured: readonly MeasuredStrategy[], places: Places): MeasuredStrategy['strategy'] | undefined {
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
