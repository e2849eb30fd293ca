import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Command } from 'commander'
import {
  againSettings,
  type CommandFlags,
  callerSettings,
  callRecord,
  childEnvironment,
  childRun,
  commandConfig,
  counted,
  findRun,
  type GivenSettings,
  HoldfastError,
  holdfastCommand,
  type ItemRecord,
  interrupted,
  isBundledSuite,
  loadSuite,
  makeOwnFolder,
  noSuchItem,
  note,
  numberOption,
  ORDINARY_TESTS,
  packageRoot,
  printForms,
  printResult,
  RunLock,
  type RunSettings,
  readItemRecords,
  readJsonl,
  readRunSettings,
  readScores,
  rewritePage,
  screenWidth,
  settingsOfRun,
  singleLine,
  testFiles,
  usageError,
  withOptions,
  wrapWords,
  writeWhole,
} from '../../kit.ts'
import { FEWEST_RUNS } from './beyondChance.ts'
import { casePath, shrunkTestPath, writeCase } from './caseFiles.ts'
import { influenceLines, shrunkLines } from './caseLines.ts'
import { type CaseJob, type CaseResult, caseResult, type ShrunkCase } from './shrunkCase.ts'
import { writeShrunkTest } from './writeShrunkTest.ts'

/** Flags of the command that tries smaller cases of an item. */
interface CaseFlags extends CommandFlags {
  readonly trial?: number
  readonly keep?: readonly string[]
  readonly maxCalls?: number
  readonly influence?: boolean
}

/** Its flags with what stands for those that were not given. */
type CaseOptions = CaseFlags & Required<Pick<CaseFlags, 'maxCalls' | 'repeats'>>

/** An item of a run that smaller cases are to be tried of. */
type ChosenItem = Awaited<ReturnType<typeof chooseItem>>

/**
 * The item that is meant, in a run that can be made again.
 *
 * @param doing what the command does, for messages.
 * @throws HoldfastError where there is none, or more than one, or the run cannot answer anew.
 */
async function chooseItem(
  name: string,
  item: string,
  { suite, trial, model, judge }: Pick<CaseOptions, 'suite' | 'trial' | 'model' | 'judge'>,
  doing: 'shrink' | 'influence',
) {
  const failed = (why: string) => usageError(`Failed to ${verbs[doing]} ${JSON.stringify(item)}: ${why}`)
  const run = findRun(name, process.cwd())
  if (!existsSync(run.settings)) throw failed(`${run.path} has no run.json, which says how to run it again. Name a run of Holdfast.`)
  const settings = readRunSettings(run)
  const latest = readItemRecords(run.items)
  const named = latest.filter((record) => record.item === item)
  if (named.length === 0) {
    const ids = latest.map((record) => record.item)
    const lack = noSuchItem(item, ids, process.cwd(), 'shrink', ...(doing === 'influence' ? ['--influence'] : []))
    throw failed(`${lack} List those that failed with ${holdfastCommand('show', name, '--below')}.`)
  }
  const suites = [...new Set(named.map((record) => record.suite))]
  const ofSuite = named.filter((record) => suite === undefined || record.suite === suite)
  if (ofSuite.length === 0) throw failed(`${suite} has no such item in the run. Its suite is ${suites.join(' or ')}.`)
  if (suite === undefined && suites.length > 1) throw failed(`several suites have it: ${suites.join(', ')}. Name one with --suite.`)
  const trials = ofSuite.toSorted((one, other) => one.trial - other.trial)
  const scored = trials.find(({ status }) => status === 'failed' || (doing === 'influence' && status === 'passed'))
  const record = trial === undefined ? (scored ?? trials[0]) : trials.find((one) => one.trial === trial - 1)
  if (!record) throw failed(`the run has no trial ${trial} of it. It has ${trials.map((one) => one.trial + 1).join(', ')}.`)
  const told = readScores(run.scores)?.run
  if (told?.data[record.suite]?.source === ORDINARY_TESTS)
    throw failed(
      'it is a test with a dialogue, whose turns are code. Leave out its lines by hand, or write it as an item of a suite: holdfast init <name>.',
    )
  assertFits(record, doing, failed)
  assertAnswers(settings, { model, judge }, told?.called?.[record.suite], failed)
  // Calls that the item took in the run.
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

/** A recording answers what was asked, and nothing else. @param called roles that the suite calls, where the run says. */
function assertAnswers(
  { roles }: RunSettings,
  { model, judge }: Partial<Record<'model' | 'judge', string | undefined>>,
  called: readonly string[] | undefined,
  failed: (why: string) => HoldfastError,
): void {
  const { HOLDFAST_REFUTER: refuter, HOLDFAST_INTERACTOR: interactor } = process.env
  const given = [
    ['candidate', model, '--model'],
    ['judge', judge, '--judge'],
    ['refuter', refuter, 'HOLDFAST_REFUTER'],
    ['interactor', interactor, 'HOLDFAST_INTERACTOR'],
  ] as const
  const [role, , flag] = given.find(([name, uri]) => called?.includes(name) !== false && (uri ?? roles[name])?.startsWith('replay:')) ?? []
  if (role === undefined) return
  throw failed(
    `the ${role} of the run is a recording (replay:), which cannot answer a conversation that it does not hold. Name a model with ${flag}.`,
  )
}

/** `holdfast shrink <run> <item>`: the smallest case of a failed item that still fails; or which earlier turn changes the outcome when it is left out. */
export function shrinkCommand(): Command {
  const fromOne = numberOption({ whole: true, from: 1 })
  return withOptions(
    new Command('shrink')
      .description('Find the smallest conversation in which a failed item of a run still fails, and write it as a test.')
      .option('--influence', 'leave out one turn at a time instead, and show which change the outcome')
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
  ).action(async (name: string, item: string, flags: CaseFlags) => {
    const options = { ...flags, maxCalls: flags.maxCalls ?? (flags.influence ? 500 : 200), repeats: flags.repeats ?? FEWEST_RUNS }
    if (options.repeats < FEWEST_RUNS)
      throw usageError(`Failed to shrink: ${options.repeats} runs of a case tell nothing. Give --repeats ${FEWEST_RUNS} or more.`)
    const { chosen, result } = await search(flags.influence ? 'influence' : 'shrink', name, item, options)
    if (!result) return
    const place = { width: screenWidth(), maxCalls: options.maxCalls }
    // The page shows what was found. A run that did not end has none.
    const refreshPage = async () => (existsSync(chosen.run.scores) ? rewritePage(chosen.run, process.cwd()) : undefined)
    if ('influence' in result) {
      const file = writeCase(chosen.run, 'influence', result.influence)
      await refreshPage()
      const lines = () => influenceLines(result.influence, { ...place, result: file })
      return printForms({ json: result.influence, blocks: [{ kind: 'lines', lines }] }, options)
    }
    const { shrunk } = result
    const file = writeCase(chosen.run, 'shrunk', shrunk)
    const test = shrunk.outcome === 'chance' ? undefined : (options.out ?? shrunkTestPath(file))
    if (test !== undefined) {
      const text = await shrunkTest(shrunk, chosen)
      // A file that the user names may be anything that can be written to.
      if (options.out === undefined) writeWhole(test, text)
      else await printResult(test, [text.trimEnd()])
    }
    await refreshPage()
    await printResult(undefined, options.json ? { json: shrunk } : shrunkLines(shrunk, { ...place, test, result: file }))
  })
}

/** Says what a search would take, and makes it unless that was all that was asked for. */
async function search(kind: CaseJob['kind'], name: string, item: string, options: CaseOptions) {
  const chosen = await chooseItem(name, item, options, kind)
  const { record, calls } = chosen
  const given = await searchSettings(chosen, options)
  const { repeats: runs, maxCalls, maxUsd, model = chosen.settings.roles.candidate } = options
  const trial = record.trial > 0 ? `, trial ${record.trial + 1}` : ''
  const cases = kind === 'shrink' ? 'every case' : 'the item as it is, and without each turn'
  const plan = [
    `${kind} ${singleLine(record.item)} of ${record.suite}${trial}`,
    `a run of the whole item took ${counted(calls, 'call')}; ${cases} is run once where all calls are at temperature 0, else up to ${runs} times`,
    `at most ${counted(maxCalls, 'call')}${maxUsd === undefined ? '' : ` and $${maxUsd}`}; those of an earlier start of this command count and are not made again, those that the cache answers do not count`,
    ...(kind === 'shrink' && model?.startsWith('sim:')
      ? ['the model is simulated and fails by its rule, so turns may go without which a real model would not fail: --keep holds them']
      : []),
  ].flatMap((line) => wrapWords(line, screenWidth() - 1, 2).map((part) => ` ${part}`))
  if (options.plan) await printResult(undefined, plan)
  else note(...plan)
  return { chosen, result: options.plan ? undefined : await runCaseJob(kind, chosen, given, options) }
}

async function shrunkTest(shrunk: ShrunkCase, { settings }: ChosenItem) {
  const suite = await loadSuite(shrunk.suite)
  const defaults: Readonly<Record<string, unknown>> = suite?.options.parse({}) ?? {}
  const options = Object.entries(settings.suites[shrunk.suite] ?? {}).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name]))
  return writeShrunkTest(shrunk, {
    isBundled: suite !== undefined,
    options: Object.fromEntries(options),
    seed: settings.seed === 0 ? undefined : settings.seed,
    data: settings.data === 'bundled' ? undefined : settings.data,
  })
}

/** What a search is made with. @throws HoldfastError for what is wrong with it, so before a process is started, and by a plan too. */
async function searchSettings({ settings, record }: ChosenItem, { model, judge, maxUsd }: CaseOptions) {
  const root = process.cwd()
  const caller = await callerSettings(root)
  const again = againSettings(caller)
  const wanted = { models: { candidate: model, judge }, flags: { candidate: '--model', judge: '--judge' } }
  const made = await settingsOfRun(settings, caller, root, wanted)
  const given = { ...again, ...made, trials: 1, maxUsd: maxUsd ?? again.maxUsd }
  if (isBundledSuite(record.suite)) await commandConfig(childEnvironment(given), root)
  return given
}

/**
 * Searches through smaller cases of an item in a process of its own, where matchers work. Progress goes to stderr.
 *
 * @returns undefined after an interruption, with the exit code 75 set.
 * @throws HoldfastError for what ended the search.
 */
async function runCaseJob(kind: CaseJob['kind'], { run, settings, record }: ChosenItem, given: GivenSettings, options: CaseOptions) {
  const root = process.cwd()
  const { suite, item, trial } = record
  const own = isBundledSuite(suite) ? [] : testFiles(settings, root)
  const job: CaseJob = {
    kind,
    suite,
    item,
    trial,
    // Beside the file of the result: `shrunk/<suite>/<item>.calls`.
    folder: casePath(run, kind === 'shrink' ? 'shrunk' : 'influence', suite, item).replace(/\.json$/, '.calls'),
    sha256: settings.sha256[suite] ?? 'unknown',
    maxCalls: options.maxCalls,
    runs: options.repeats,
    keep: [...(options.keep ?? [])],
  }
  for (const folder of [dirname(dirname(job.folder)), dirname(job.folder), job.folder]) makeOwnFolder(folder)
  const lock = await RunLock.take(job.folder)
  try {
    const result = await inProcess(job, own, given, root)
    if ('fault' in result) throw new HoldfastError(result.fault.code, result.fault.message)
    return 'stopped' in result ? interrupted() : result
  } finally {
    lock.release()
  }
}

async function inProcess(job: CaseJob, files: readonly string[], settings: GivenSettings, root: string): Promise<CaseResult> {
  const script = join(packageRoot, 'dist/src/tools/shrink/caseProcess.js')
  let result: CaseResult | undefined
  const code = await childRun([script, JSON.stringify(job), ...files], settings, root, (message) => {
    result = caseResult.parse(message)
  })
  if (result) return result
  throw new HoldfastError(
    'RUN',
    `Failed to ${job.kind} ${job.item}: the process that asks ended with exit code ${code} and without a result. See what it printed above.`,
  )
}
