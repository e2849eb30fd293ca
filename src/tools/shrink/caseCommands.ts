import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Command } from 'commander'
import {
  againSettings,
  callerSettings,
  changesFrom,
  childEnvironment,
  childRun,
  commandConfig,
  counted,
  EXIT_INCOMPLETE,
  type GivenSettings,
  HoldfastError,
  isBundledSuite,
  loadSuite,
  loadSuiteViews,
  makeOwnFolder,
  note,
  openComparedRun,
  packageRoot,
  printForms,
  printResult,
  type RunFolder,
  RunLock,
  screenWidth,
  settingsOfRun,
  singleLine,
  testFiles,
  wrapWords,
  writePage,
  writeWhole,
} from '../../kit.ts'
import { FEWEST_RUNS } from './beyondChance.ts'
import { casePath, shrunkTestPath, writeCase } from './caseFiles.ts'
import { influenceLines, shrunkLines } from './caseLines.ts'
import { type CaseFlags, type CaseOptions, type ChosenItem, chooseItem, withCaseOptions } from './caseOptions.ts'
import { type CaseJob, type CaseResult, caseResult, type ShrunkCase } from './shrunkCase.ts'
import { type WrittenTest, writeShrunkTest } from './writeShrunkTest.ts'

/** `holdfast shrink <run> <item>`: the smallest case of a failed item that still fails; or which earlier turn changes the outcome when it is left out. */
export function shrinkCommand(): Command {
  return withCaseOptions(
    new Command('shrink')
      .description('Find the smallest conversation in which a failed item of a run still fails, and write it as a test.')
      .option('--influence', 'leave out one turn at a time instead, and show which change the outcome'),
  ).action(async (name: string, item: string, flags: CaseFlags) => {
    const options = { ...flags, maxCalls: flags.maxCalls ?? (flags.influence ? 500 : 200), repeats: flags.repeats ?? FEWEST_RUNS }
    if (options.repeats < FEWEST_RUNS)
      throw new HoldfastError(
        'USAGE',
        `Failed to shrink: ${options.repeats} runs of a case tell nothing. Give --repeats ${FEWEST_RUNS} or more.`,
      )
    const { chosen, result } = await search(flags.influence ? 'influence' : 'shrink', name, item, options)
    if (!result) return
    const place = { width: screenWidth(), maxCalls: options.maxCalls }
    if ('influence' in result) {
      const file = writeCase(chosen.run, 'influence', result.influence)
      await refreshPage(chosen.run)
      const lines = () => influenceLines(result.influence, { ...place, result: file })
      return printForms({ json: result.influence, blocks: [{ kind: 'lines', lines }] }, options)
    }
    const { shrunk } = result
    const file = writeCase(chosen.run, 'shrunk', shrunk)
    const test = shrunk.outcome === 'chance' ? undefined : (options.out ?? shrunkTestPath(file))
    if (test !== undefined) await writeTest(test, await shrunkTest(shrunk, chosen, test), options.out !== undefined)
    await refreshPage(chosen.run)
    await printResult(undefined, options.json ? { json: shrunk } : shrunkLines(shrunk, { ...place, test, result: file }))
  })
}

/** Says what a search would take, and makes it unless that was all that was asked for. */
async function search(kind: CaseJob['kind'], name: string, item: string, options: CaseOptions) {
  const chosen = await chooseItem(name, item, options, kind)
  const { record, calls } = chosen
  const { repeats: runs, maxCalls, maxUsd } = options
  const trial = record.trial > 0 ? `, trial ${record.trial + 1}` : ''
  const cases = kind === 'shrink' ? 'every case' : 'the item as it is, and without each turn'
  const plan = [
    ` ${kind} ${singleLine(record.item)} of ${record.suite}${trial}`,
    ` a run of the whole item took ${counted(calls, 'call')}; ${cases} is run once where all calls are at temperature 0, else up to ${runs} times`,
    ` at most ${counted(maxCalls, 'call')}${maxUsd === undefined ? '' : ` and $${maxUsd}`}; those of an earlier start of this command count and are not made again, those that the cache answers do not count`,
  ].flatMap((line) => wrapWords(line.slice(1), screenWidth() - 1, 2).map((part) => ` ${part}`))
  if (options.plan) await printResult(undefined, plan)
  else note(...plan)
  return { chosen, result: options.plan ? undefined : await runCaseJob(kind, chosen, options) }
}

async function shrunkTest(shrunk: ShrunkCase, { settings }: ChosenItem, path: string): Promise<WrittenTest> {
  const suite = await loadSuite(shrunk.suite)
  const defaults: Readonly<Record<string, unknown>> = suite?.options.parse({}) ?? {}
  const options = Object.entries(settings.suites[shrunk.suite] ?? {}).filter(([name, value]) => !isDeepStrictEqual(value, defaults[name]))
  return writeShrunkTest(shrunk, {
    isBundled: suite !== undefined,
    options: Object.fromEntries(options),
    seed: settings.seed === 0 ? undefined : settings.seed,
    data: settings.data === 'bundled' ? undefined : settings.data,
    name: existsSync(path) && !statSync(path).isFile() ? undefined : basename(path).replace(/(\.test|\.case)?\.[cm]?[jt]sx?$/, ''),
  })
}

async function writeTest(path: string, { test: text, beside }: WrittenTest, isNamed: boolean): Promise<void> {
  for (const { name, text: long } of beside) writeWhole(join(dirname(path), name), long)
  // A file that the user names may be anything that can be written to.
  if (!isNamed) return writeWhole(path, text)
  await printResult(path, [text.trimEnd()])
}

/** Writes the page of a run again, which shows what was found. A run that did not end has none. */
async function refreshPage(folder: RunFolder): Promise<void> {
  if (!existsSync(folder.scores)) return
  const root = process.cwd()
  const run = openComparedRun(folder.path, root)
  const views = await loadSuiteViews(run.records.map(({ suite }) => suite))
  await writePage(folder, { root, views, changes: await changesFrom(run, root) })
}

/** What was found; a search that was interrupted or failed has thrown or set the exit code. */
export type FoundResult = Exclude<CaseResult, { readonly stopped: true } | { readonly fault: unknown }>

/**
 * Searches through smaller cases of an item in a process of its own, where matchers work. Progress goes to stderr.
 *
 * @returns undefined after an interruption, with the exit code 75 set.
 * @throws HoldfastError for what is wrong with the configuration, and for what ended the search.
 */
async function runCaseJob(
  kind: CaseJob['kind'],
  { run, settings, record }: ChosenItem,
  options: CaseOptions,
): Promise<FoundResult | undefined> {
  const root = process.cwd()
  const { suite, item, trial } = record
  const given = await searchSettings(settings, options, root)
  // Said here, once, before a process is started.
  if (isBundledSuite(suite)) await commandConfig(childEnvironment(given), root)
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
    if (!('stopped' in result)) return result
    note(' interrupted: the same command goes on from here')
    process.exitCode = EXIT_INCOMPLETE
    return undefined
  } finally {
    lock.release()
  }
}

async function searchSettings(
  settings: ChosenItem['settings'],
  { model, judge, maxUsd }: CaseOptions,
  root: string,
): Promise<GivenSettings> {
  const caller = await callerSettings(root)
  const again = againSettings(caller)
  return {
    ...again,
    ...(await settingsOfRun(settings, caller, root, {
      models: { candidate: model, judge },
      flags: { candidate: '--model', judge: '--judge' },
    })),
    trials: 1,
    maxUsd: maxUsd ?? again.maxUsd,
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
