import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import {
  type CommandFlags,
  callRecord,
  didYouMean,
  findRun,
  HoldfastError,
  holdfastCommand,
  type ItemRecord,
  numberOption,
  type RunFolder,
  type RunSettings,
  readItemRecords,
  readJsonl,
  readRunSettings,
  withOptions,
} from '../../kit.ts'
import { FEWEST_RUNS } from './beyondChance.ts'

/** Flags of the command that tries smaller cases of an item. */
export interface CaseFlags extends CommandFlags {
  readonly trial?: number
  readonly keep?: readonly string[]
  readonly maxCalls?: number
  readonly influence?: boolean
}

/** Its flags with what stands for those that were not given. */
export type CaseOptions = CaseFlags & Required<Pick<CaseFlags, 'maxCalls' | 'repeats'>>

/** An item of a run that smaller cases are to be tried of. */
export interface ChosenItem {
  readonly run: RunFolder
  readonly settings: RunSettings
  readonly record: ItemRecord
  /** Calls that the item took in the run. */
  readonly calls: number
}

/** Adds its arguments and options. */
export function withCaseOptions(command: Command): Command {
  const fromOne = numberOption({ whole: true, from: 1 })
  return withOptions(
    command
      .argument('<run>', 'run folder, its name under reports/runs, or latest')
      .argument('<item>', 'id of an item')
      .option('--trial <number>', 'trial of the item, from 1 (default: the first that fits)', fromOne)
      .option('--max-calls <number>', 'calls at most, with those of an interrupted start (default: 200, with --influence 500)', fromOne)
      .option('--keep <parts...>', 'parts that every case keeps, for instance turn-2'),
    ['suite', 'suite of the item, where several have one of that id'],
    ['model', 'model in place of the run’s candidate'],
    ['judge', 'model in place of the run’s judge'],
    ['repeats', `runs of one case at most, where answers are drawn by chance: ${FEWEST_RUNS} or more (default: ${FEWEST_RUNS})`],
    'maxUsd',
    'plan',
    'json',
    ['out', 'file for the test instead of the run folder'],
  )
}

/**
 * The item that is meant, in a run that can be made again.
 *
 * @param doing what the command does, for messages.
 * @param isMeant which of its trials fit, and what to say where none does.
 * @throws HoldfastError where there is none, or more than one, or the run cannot answer anew.
 */
export async function chooseItem(
  name: string,
  item: string,
  { suite, trial, model, judge }: Pick<CaseOptions, 'suite' | 'trial' | 'model' | 'judge'>,
  doing: 'shrink' | 'influence',
): Promise<ChosenItem> {
  const failed = (why: string) => new HoldfastError('USAGE', `Failed to ${verbs[doing]} ${JSON.stringify(item)}: ${why}`)
  const run = findRun(name, process.cwd())
  if (!existsSync(run.settings)) throw failed(`${run.path} has no run.json, which says how to run it again. Name a run of Holdfast.`)
  const settings = readRunSettings(run)
  const latest = readItemRecords(run.items)
  const named = latest.filter((record) => record.item === item)
  if (named.length === 0) {
    const ids = latest.map((record) => record.item)
    throw failed(
      `the run has no such item.${didYouMean(item, ids)} List those that failed with ${holdfastCommand('show', name, '--below')}.`,
    )
  }
  const suites = [...new Set(named.map((record) => record.suite))]
  const ofSuite = named.filter((record) => suite === undefined || record.suite === suite)
  if (ofSuite.length === 0) throw failed(`${suite} has no such item in the run. Its suite is ${suites.join(' or ')}.`)
  if (suite === undefined && suites.length > 1) throw failed(`several suites have it: ${suites.join(', ')}. Name one with --suite.`)
  const trials = ofSuite.toSorted((one, other) => one.trial - other.trial)
  const scored = trials.find(({ status }) => status === 'failed' || (doing === 'influence' && status === 'passed'))
  const record = trial === undefined ? (scored ?? trials[0]) : trials.find((one) => one.trial === trial - 1)
  if (!record) throw failed(`the run has no trial ${trial} of it. It has ${trials.map((one) => one.trial + 1).join(', ')}.`)
  assertFits(record, doing, failed)
  assertAnswers(settings, { model, judge }, failed)
  let calls = 0
  if (existsSync(run.calls)) {
    for await (const call of readJsonl(run.calls, callRecord, { mayBeEmpty: true }))
      if (call.suite === record.suite && call.item === item && call.trial === record.trial) calls += 1
  }
  return { run, settings, record, calls }
}

/** What the commands do, as their messages begin. */
const verbs = { shrink: 'shrink', influence: 'measure influence in' } as const

function assertFits({ status, trial }: ItemRecord, doing: 'shrink' | 'influence', failed: (why: string) => HoldfastError): void {
  if (status === 'failed' || (doing === 'influence' && status === 'passed')) return
  const at = trial > 0 ? ` in trial ${trial + 1}` : ''
  if (status === 'passed') throw failed(`it passed${at}. Name an item below its threshold; holdfast show <run> --below lists them.`)
  const why = { error: 'ended with an error', unscored: 'has no score', skipped: 'was skipped' }[status as 'error']
  throw failed(`it ${why}${at}, which says nothing about the model's answers. Name an item that was scored.`)
}

/** A recording answers what was asked, and nothing else. */
function assertAnswers(
  { roles }: RunSettings,
  { model, judge }: Pick<CaseOptions, 'model' | 'judge'>,
  failed: (why: string) => HoldfastError,
): void {
  const given = { candidate: model, judge, refuter: process.env.HOLDFAST_REFUTER, interactor: process.env.HOLDFAST_INTERACTOR }
  const flags = { candidate: '--model', judge: '--judge', refuter: 'HOLDFAST_REFUTER', interactor: 'HOLDFAST_INTERACTOR' }
  for (const role of ['candidate', 'judge', 'refuter', 'interactor'] as const) {
    const uri = given[role] ?? roles[role]
    if (!uri?.startsWith('replay:')) continue
    throw failed(
      `the ${role} of the run is a recording (replay:), which cannot answer a conversation that it does not hold. Name a model with ${flags[role]}.`,
    )
  }
}
