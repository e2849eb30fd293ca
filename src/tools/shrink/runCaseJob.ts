import { dirname, join } from 'node:path'
import {
  againSettings,
  callerSettings,
  childEnvironment,
  childRun,
  commandConfig,
  EXIT_INCOMPLETE,
  type GivenSettings,
  HoldfastError,
  isBundledSuite,
  makeOwnFolder,
  note,
  packageRoot,
  RunLock,
  settingsOfRun,
  testFiles,
} from '../../kit.ts'
import { casePath } from './caseFiles.ts'
import { type CaseJob, type CaseResult, caseResult } from './caseJob.ts'
import type { CaseOptions, ChosenItem } from './caseOptions.ts'

/** What was found; a search that was interrupted or failed has thrown or set the exit code. */
export type FoundResult = Exclude<CaseResult, { readonly stopped: true } | { readonly fault: unknown }>

/**
 * Searches through smaller cases of an item in a process of its own, where matchers work. Progress goes to stderr.
 *
 * @returns undefined after an interruption, with the exit code 75 set.
 * @throws HoldfastError for what is wrong with the configuration, and for what ended the search.
 */
export async function runCaseJob(
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
    runs: options.runs,
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
