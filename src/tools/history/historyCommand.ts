import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { askEach, askRuns, assertMetric, HoldfastError, isSimulated, isTakenName, numberOption, printBlocks } from '../../kit.ts'
import { type HistoryReport, historyBlocks, newestAlarms } from './historyBlocks.ts'
import { type HistoryRun, historyRuns } from './historyRuns.ts'
import type { HistoryQuestion, SuiteHistory } from './suiteHistory.ts'

/** Share of histories of a year without a change that may give an alarm. */
const RATE = 0.05
/** Runs of a year, one a week. */
const YEAR = 52
/** Runs that are listed. */
const LAST = 12

interface HistoryFlags {
  readonly suite?: string
  readonly model?: string
  readonly metric?: string
  readonly drop?: number
  readonly rate: number
  readonly per: number
  readonly last: number
  readonly failOn?: 'worse' | 'change'
  readonly json?: boolean
  readonly markdown?: boolean
  readonly out?: string
}

/** `holdfast history [runs…]`: how metrics went over runs, with alarms that hold however often one looks. */
export function historyCommand(): Command {
  return new Command('history')
    .description(
      'Follow metrics over runs, the oldest first: values with intervals, alarms at a stated false-alarm rate, when a change began, and where another model answered.',
    )
    .argument('[runs...]', 'run folders, names under reports/runs, baselines, or folders of runs (default: reports/runs)')
    .option('--suite <name>', 'only this suite')
    .option('--model <name>', 'only runs of this model, as reports name it')
    .option('--metric <key>', 'the only metric to watch; by default those that runs are compared by')
    .option('--drop <size>', 'drop of the headline to say the number of runs for (default: 3 % of its scale)', numberOption({ above: 0 }))
    .option('--rate <share>', 'share of histories without a change that may give an alarm', numberOption({ above: 0, below: 1 }), RATE)
    .option(
      '--per <runs>',
      'over how many runs that share holds: 52 are a year of weekly runs',
      numberOption({ whole: true, from: 1 }),
      YEAR,
    )
    .option('--last <count>', 'runs to list', numberOption({ whole: true, from: 1 }), LAST)
    .addOption(new Option('--fail-on <what>', 'exit 1 when the newest run gives an alarm').choices(['worse', 'change']))
    .option('--json', 'print JSON')
    .addOption(new Option('--markdown', 'print markdown').conflicts('json'))
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (names: string[], flags: HistoryFlags) => {
      const root = process.cwd()
      const all = join('reports', 'runs')
      const { runs, passedOver } = historyRuns(names.length > 0 ? names : existsSync(resolve(root, all)) ? [all] : [], root, flags.model)
      if (runs.length < 2) throw tooFew(runs.length, passedOver)
      const report: HistoryReport = {
        suites: await suiteHistories(runs, flags, root),
        passedOver,
        rate: flags.rate,
        per: flags.per,
        simulated: runs.some(({ document }) => isSimulated(document)),
      }
      const newest = report.suites.flatMap(newestAlarms)
      await printBlocks({ ...report, newestAlarms: newest.length }, historyBlocks(report, flags.last), flags)
      if (flags.failOn && newest.some(({ worse }) => worse || flags.failOn === 'change')) process.exitCode = 1
    })
}

function tooFew(count: number, passedOver: readonly { readonly name: string; readonly why: string }[]): HoldfastError {
  const others = passedOver.slice(-3).map(({ name, why }) => `${name}: ${why}`)
  const said = others.length > 0 ? ` Passed over: ${others.join('; ')}.` : ''
  return new HoldfastError(
    'USAGE',
    `Failed to follow runs: ${count === 0 ? 'there is no finished run' : 'there is one run'}.${said} Name two finished runs or more, or a folder that holds them.`,
  )
}

async function suiteHistories(runs: readonly HistoryRun[], flags: HistoryFlags, root: string): Promise<SuiteHistory[]> {
  const all = [...new Set(runs.flatMap(({ records }) => records.map(({ suite }) => suite)))].sort()
  const named = flags.suite === undefined ? all : all.filter((suite) => suite === flags.suite)
  if (named.length === 0)
    throw new HoldfastError(
      'USAGE',
      `Failed to follow runs: none has ${flags.suite === undefined ? 'an item' : `the suite ${flags.suite}`}. ${all.length > 0 ? `They have ${all.join(', ')}.` : 'Name other runs.'}`,
    )
  const suites = flags.metric === undefined ? named : suitesWith(flags.metric, named, runs)
  const { metric, drop, rate, per } = flags
  // All suites share the error.
  const ask = (suite: string) => {
    const own = runs.filter(({ records }) => records.some((record) => record.suite === suite))
    const asked: HistoryQuestion = { runs: own, metric, drop, rate: rate / suites.length, per }
    return askRuns(suite, 'tool', { tool: 'history', asked }, own, { root })
  }
  return (await askEach('following', suites, ask)) as SuiteHistory[]
}

/** The suites whose newest run has a metric of its own of this name. */
function suitesWith(metric: string, suites: readonly string[], runs: readonly HistoryRun[]): string[] {
  const keys = suites.map((suite) => {
    const newest = runs.findLast(({ document }) => document.suites[suite])
    return [suite, Object.keys(newest?.document.suites[suite]?.metrics ?? {}).filter((key) => !isTakenName(key))] as const
  })
  assertMetric(metric, Object.fromEntries(keys))
  return keys.flatMap(([suite, own]) => (own.includes(metric) ? [suite] : []))
}
