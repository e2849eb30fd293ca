import { basename, join, relative, resolve } from 'node:path'
import {
  askRuns,
  type Block,
  type CommandPlan,
  type CommandResult,
  type CommandRun,
  type CommandTools,
  type ComparedRun,
  type CompareView,
  certificatePath,
  columnsOf,
  dataError,
  dataLabel,
  EXIT_INCOMPLETE,
  findRun,
  type GivenSettings,
  HoldfastError,
  type ItemRecord,
  interrupted,
  isAboveChance,
  LLMBAR,
  makeFolder,
  note,
  partsOf,
  readItemRecords,
  readJson,
  STRATEGY_NAMES,
  type StrategyName,
  scoresDocument,
  screenWidth,
  sentences,
  sum,
  unlikeRuns,
  unlikeTexts,
  usageError,
  volumeTable,
  wrapWords,
} from '../../kit.ts'
import { certificateOf, judgeRun, unreadOf, writeCertificate } from './certificates.ts'

/** Measures a judge by strategies, in a folder of their runs, and tells which is best. Undefined where that was interrupted. */
export async function measureStrategies(
  judge: string,
  plans: ReadonlyMap<StrategyName, CommandPlan>,
  { work, days, keep }: { readonly work: string | undefined; readonly days: number; readonly keep: StrategyName | undefined },
  tools: CommandTools,
  root: string,
): Promise<CommandResult | undefined> {
  const folder = resolve(root, work ?? join('reports', 'strategies', basename(certificatePath(root, judge), '.json')))
  makeFolder(folder)
  const measured: MeasuredStrategy[] = []
  for (const [strategy, plan] of plans) {
    const settings = {
      ...(await judgeRun(judge, strategy)),
      ...budgetLeft(plan, measured),
      out: join(folder, strategy),
      // What several of them ask is asked once, and no answer of another day counts.
      cache: join(folder, `cache-${new Date().toISOString().slice(0, 10)}`),
      resume: 'auto',
    }
    note('', ` ${strategy}, ${measured.length + 1} of ${plans.size}`)
    const run = await tools.runSuite(LLMBAR, settings, root).catch((error: unknown) => {
      if (!(error instanceof HoldfastError) || !error.message.startsWith('Failed to resume')) throw error
      throw new HoldfastError(error.code, `${error.message} --work names the folder of new ones.`)
    })
    if (run.exitCode === EXIT_INCOMPLETE) return interrupted()
    measured.push({ strategy, run, records: readItemRecords(run.folder.items) })
  }
  const found = await strategiesResult(measured, root)
  const kept = measured.find(({ strategy }) => strategy === keep)
  if (kept) await keepCertificate(kept, days, root)
  else note(' no certificate is written without --keep <strategy>')
  if (measured.some(({ run }) => run.exitCode !== 0)) process.exitCode = 1
  return found
}

/** Strategies that were measured, for machines and as the paper's Table 2 has them. */
async function strategiesResult(measured: readonly MeasuredStrategy[], root: string): Promise<CommandResult> {
  const runs = measured.map(({ strategy, run, records }) => ({ name: strategy, document: run.scores, records }))
  const ranked = runs.filter((_, index) => isRanked(measured[index] as MeasuredStrategy))
  const found = await rankStrategies(ranked, root)
  const places = runs.map((one) => found[ranked.indexOf(one)])
  const unlike = unlikeRuns(runs, LLMBAR, { mayDiffer: 'strategy' })
  const [{ run: first }] = measured as [MeasuredStrategy]
  const { run, suites, presentation } = first.scores
  const { judge } = run.roles
  const { source = '', version, sha256 = '', items } = run.data.llmbar ?? {}
  // The one that every other one can be told from.
  const best = measured.find((one, index) => measured.length > 1 && places[index]?.[1] === 1 && markOf(one) === '')?.strategy
  const notes = presentation?.llmbar?.display?.rows.flatMap(({ text }) => text ?? []) ?? []
  const judged = suites.llmbar?.items
  // Subsets stand in the paper's order, and the means over them follow.
  const subsets = presentation?.llmbar?.tasks.map(({ task }) => task) ?? []
  const rows = measured.map((one, index) => strategyRow(one, places[index]))
  const figures = (of: 'accuracy' | 'agreement') => {
    const parts = [...new Set([...subsets, ...rows.flatMap(({ metrics }) => partsOf(metrics, of))])]
    const cells = rows.map(({ name, figure }) => [name, ...parts.map((part) => figure(`${of}.${part}`))])
    return table([of, ...parts], cells)
  }
  return {
    json: {
      schema: 'holdfast.strategies/1',
      judge,
      data: run.data.llmbar,
      best: best ?? null,
      ...(unlike.length > 0 && { unlike }),
      strategies: measured.map(({ strategy, run: { folder, scores, exitCode } }, index) => ({
        ...{ strategy, run: folder.path, exitCode, places: places[index] ?? null },
        metrics: scores.suites.llmbar?.metrics,
        usage: scores.usage.judge,
      })),
    },
    blocks: [
      ...(judge?.simulated ? [{ kind: 'simulated' } as const] : []),
      {
        kind: 'facts',
        facts: [
          ['judge', `${judge?.model}${judge?.simulated ? ', simulated' : ''}`],
          ['pairs', `${judged === items ? '' : `${judged} of `}${items}, ${dataLabel({ source, version })}, sha256 ${sha256.slice(0, 12)}`],
        ],
      },
      ...sentences(unlikeTexts(unlike), { tone: 'warning' }),
      figures('accuracy'),
      figures('agreement'),
      table(
        ['strategy', 'average accuracy, 95 %', 'place', 'null', 'calls', 'cached', 'cost'],
        rows.map(({ cells }) => cells),
      ),
      ...sentences([`${bestLine(measured, places, best)}.`, `${['Percent', 'average: mean of the five', ...notes].join('; ')}.`]),
    ],
  }
}

/** Names of strategies are what commands take: no terminal breaks them. */
function table(heads: readonly string[], rows: readonly string[][]): Block {
  return { kind: 'table', label: heads[0] as string, columns: columnsOf(heads), rows, isWide: true }
}

/** A strategy's average and place, null verdicts, calls, how many of them the cache answered, and the cost. */
function strategyRow(measured: MeasuredStrategy, place: Places[number]) {
  const {
    strategy,
    run: { scores, exitCode },
  } = measured
  const { metrics = {} } = scores.suites.llmbar ?? {}
  const { calls = 0, cached = 0, usd = null } = scores.usage.judge ?? {}
  const figure = (key: string) => metrics[key]?.value.toFixed(1) ?? '–'
  const interval = metrics['accuracy.average']?.ci95?.map((end) => end.toFixed(1)).join(' to ')
  const name = exitCode === 0 ? strategy : `${strategy} (incomplete)`
  const average = figure('accuracy.average') + (interval === undefined ? '' : ` (${interval})`)
  const [from, to] = place ?? ['–', '–']
  const placed = [from === to ? `${from}` : `${from} to ${to}`, markOf(measured)].filter(Boolean).join(' ')
  const cells = [name, average, placed, figure('null_rate'), `${calls}`, `${cached}`, usd === null ? '–' : `$${usd.toFixed(2)}`]
  return { name, metrics, figure, cells }
}

/** Whether a run has a figure to be ranked by, that says something. */
function isRanked({ run: { scores } }: MeasuredStrategy): boolean {
  const { metrics = {}, judgeSigns = [] } = scores.suites.llmbar ?? {}
  return metrics['accuracy.average'] !== undefined && judgeSigns.length === 0
}

/** Why a strategy is no best one; empty where it may be. */
function markOf(measured: MeasuredStrategy): string {
  const { metrics = {} } = measured.run.scores.suites.llmbar ?? {}
  const average = metrics['accuracy.average']
  if (!average) return 'no value'
  if (!isRanked(measured)) return 'SAYS NOTHING'
  if (!isAboveChance(average)) return 'at chance'
  return unreadOf(metrics).isOver ? 'unread' : ''
}

function bestLine(measured: readonly MeasuredStrategy[], places: Places, best: StrategyName | undefined): string {
  if (measured.length < 2) return 'one strategy: nothing to compare it with'
  if (best) return `best: ${best}`
  const marked = measured.map((one) => ({ name: one.strategy, mark: markOf(one) }))
  const named = (all: typeof marked) => all.map(({ name, mark }) => (mark === '' ? name : `${name} (${mark})`)).join(', ')
  const first = marked.filter((_, index) => places[index]?.[0] === 1)
  if (first.some(({ mark }) => mark === '')) return `no best one: ${named(first)} cannot be told apart (all pairs, Holm)`
  return `no best one: ${named(first.length > 0 ? first : marked)}`
}

/** Runs of llmbar by their strategies: the table of the paper. */
export const strategiesView: CompareView = async (names, _flags, root) => {
  const measured = names.map((name): MeasuredStrategy => {
    const folder = findRun(name, root)
    const scores = readJson(folder.scores, scoresDocument)
    const strategy = STRATEGY_NAMES.find((known) => known === scores.run.options?.llmbar?.strategy)
    if (!strategy) throw dataError(`Failed to read ${name}: it is no run of llmbar. Name runs of it by several strategies.`)
    const run = { folder, scores, exitCode: scores.exitCode }
    return { strategy, run, records: readItemRecords(folder.items) }
  })
  assertOfOneJudge(measured)
  return strategiesResult(measured, root)
}

/** @throws HoldfastError for runs of several judges, and for two by one strategy: the table is of one judge and has a row a strategy. */
function assertOfOneJudge(measured: readonly MeasuredStrategy[]): void {
  const refused = (why: string) => usageError(`Failed to compare strategies: ${why}.`)
  const judges = new Set(measured.map(({ run }) => run.scores.run.roles.judge?.model))
  if (judges.size > 1) throw refused(`the runs are of several judges (${[...judges].join(', ')}). Name runs of one judge`)
  const names = measured.map(({ strategy }) => strategy)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice) throw refused(`several runs are by ${twice}. Name one run of each strategy`)
}

/** What strategies take, by strategy. */
export function planLines(plans: ReadonlyMap<StrategyName | 'criteria', CommandPlan>): string[] {
  const estimates = [...plans].flatMap(([name, { estimate }]) => (estimate.roles.judge ? [[name, estimate.roles.judge] as const] : []))
  return [
    ...volumeTable('asked by', Object.fromEntries(estimates)),
    ' less what an earlier run of this command answered, in its --work folder',
  ]
}

/**
 * The budget is of the whole command, and each run has what those before it left.
 *
 * @throws HoldfastError where they left nothing.
 */
function budgetLeft({ budget: { maxUsd, maxTokens } }: CommandPlan, before: readonly MeasuredStrategy[]): GivenSettings {
  const spent = before.flatMap(({ run }) => Object.values(run.scores.usage))
  const usd = maxUsd === undefined ? undefined : maxUsd - sum(spent.map((usage) => usage.usd ?? 0))
  const tokens = maxTokens === undefined ? undefined : maxTokens - sum(spent.map((usage) => usage.promptTokens + usage.completionTokens))
  if ((usd !== undefined && usd <= 0) || (tokens !== undefined && tokens <= 0))
    throw new HoldfastError(
      'RUN',
      `Failed to measure all strategies: the budget is spent after ${before.map(({ strategy }) => strategy).join(', ')}. Raise it and run the same command: what is paid for is kept.`,
    )
  return { ...(usd !== undefined && { maxUsd: usd }), ...(tokens !== undefined && { maxTokens: tokens }) }
}

/** Writes the certificate that was asked for, or says why it could not be had. */
async function keepCertificate({ strategy, run }: MeasuredStrategy, days: number, root: string): Promise<void> {
  try {
    note(` certificate ${relative(root, writeCertificate(root, await certificateOf(run, undefined, strategy, days)))}`)
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error
    note(...wrapWords(`${strategy}: ${error.message}`, screenWidth() - 1, 2).map((line) => ` ${line}`))
    process.exitCode = 1
  }
}

/** A strategy with the run that measured a judge by it. */
export interface MeasuredStrategy {
  readonly strategy: StrategyName
  readonly run: CommandRun
  readonly records: readonly ItemRecord[]
}

/** The best and the worst place that each could have; undefined for one that is not ranked. */
type Places = readonly (Place | undefined)[]
type Place = readonly [from: number, to: number]

/** Places of runs of one judge by its average accuracy, in their order, as `compare` and `board` rank runs. */
export async function rankStrategies(runs: readonly ComparedRun[], root: string): Promise<readonly Place[]> {
  if (runs.length < 2) return runs.map(() => [1, 1])
  const ranking = await askRuns(LLMBAR, 'rank', { runs, mayDiffer: 'strategy' }, runs, { root })
  return runs.map(({ name }) => {
    const { from = 1, to = runs.length } = ranking.runs.find((ranked) => ranked.name === name) ?? {}
    return [from, to]
  })
}
