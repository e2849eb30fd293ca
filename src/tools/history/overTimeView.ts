import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  askEach,
  askRuns,
  type CommandFlags,
  type CompareView,
  chosenSuites,
  commandConfig,
  type HoldfastError,
  isSimulated,
  isTakenName,
  suitesWith,
  usageError,
  withoutCredentials,
} from '../../kit.ts'
import { type HistoryReport, historyBlocks, newestAlarms } from './historyBlocks.ts'
import { type HistoryRun, historyRuns } from './historyRuns.ts'
import type { HistoryQuestion, SuiteHistory } from './suiteHistory.ts'

/** Share of histories of a year without a change that may give an alarm. */
const RATE = 0.05
/** Runs of a year, one a week. */
const YEAR = 52
/** Runs that are listed. */
const LAST = 12

/** A model as reports name it: of a name of the configuration its URI, else what was given, which logs of others name in their way. */
function asReported(model: string, root: string): Promise<string> {
  return commandConfig({ ...process.env, HOLDFAST_MODEL: model }, root).then(
    ({ roles }) => withoutCredentials(roles.candidate?.uri ?? model),
    () => model,
  )
}

/** How metrics went over runs, with alarms that hold however often one looks. */
export const overTimeView: CompareView = async (names, flags, root) => {
  const { rate = RATE, per = YEAR, last = LAST } = flags
  const all = join('reports', 'runs')
  const model = flags.model === undefined ? undefined : await asReported(flags.model, root)
  const { runs, passedOver } = historyRuns(names.length > 0 ? names : existsSync(resolve(root, all)) ? [all] : [], root, model)
  if (runs.length < 2) throw tooFew(runs.length, passedOver)
  const suites = await suiteHistories(runs, { ...flags, rate, per }, root)
  const told = new Set(suites.map(({ suite }) => suite))
  const report: HistoryReport = {
    suites,
    passedOver,
    rate,
    per,
    simulated: runs.some(({ document, records }) => isSimulated(document) && records.some((record) => told.has(record.suite))),
  }
  const newest = report.suites.flatMap(newestAlarms)
  const chosen = (['suite', 'metric'] as const).flatMap((flag) => (flags[flag] === undefined ? [] : [`--${flag}`, flags[flag]]))
  return {
    json: { ...report, newestAlarms: newest.length },
    blocks: historyBlocks({ ...report, command: ['compare', ...names, '--over-time', ...chosen] }, last),
    isNo: flags.failOn !== undefined && newest.some(({ worse }) => worse || flags.failOn === 'change'),
  }
}

function tooFew(count: number, passedOver: readonly { readonly name: string; readonly why: string }[]): HoldfastError {
  const others = passedOver.slice(-3).map(({ name, why }) => `${name}: ${why}`)
  const said = others.length > 0 ? ` Passed over: ${others.join('; ')}.` : ''
  return usageError(
    `Failed to follow runs: ${count === 0 ? 'there is no finished run' : 'there is one run'}.${said} Name two finished runs or more, or a folder that holds them.`,
  )
}

async function suiteHistories(runs: readonly HistoryRun[], flags: CommandFlags & Pick<HistoryReport, 'rate' | 'per'>, root: string) {
  const all = runs.flatMap(({ records }) => records.map(({ suite }) => suite))
  // By the newest run of a suite: metrics that every suite has are not watched by name.
  const keysOf = (suite: string) => {
    const newest = runs.findLast(({ document }) => document.suites[suite])
    return Object.keys(newest?.document.suites[suite]?.metrics ?? {}).filter((key) => !isTakenName(key))
  }
  const suites = suitesWith(flags.metric, chosenSuites(all, flags.suite, 'follow runs'), keysOf)
  const { metric, change: drop, rate, per } = flags
  // All suites share the error.
  const ask = (suite: string) => {
    const own = runs.filter(({ records }) => records.some((record) => record.suite === suite))
    const asked: HistoryQuestion = { runs: own, metric, drop, rate: rate / suites.length, per }
    return askRuns(suite, 'tool', { tool: 'history', asked }, own, { root })
  }
  return (await askEach('following', suites, ask)) as SuiteHistory[]
}
