import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { isBundledSuite } from '../../kit.ts'
import {
  commandConfig,
  EXIT_INCOMPLETE,
  HoldfastError,
  makeOwnFolder,
  modelVariables,
  note,
  packageRoot,
  type RunFolder,
  RunLock,
  settingVariables,
  testFiles,
} from '../../kit.ts'
import { influencePath, shrunkPath } from './caseFiles.ts'
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
  const env = await environmentOf(settings, options, root)
  // Said here, once, before a process is started.
  if (isBundledSuite(suite)) await commandConfig(env, root)
  const own = isBundledSuite(suite) ? [] : testFiles(settings, root)
  const job: CaseJob = {
    kind,
    suite,
    item,
    trial,
    folder: callsFolder(run, kind, suite, item),
    sha256: settings.sha256[suite] ?? 'unknown',
    maxCalls: options.maxCalls,
    runs: options.runs,
    keep: [...(options.keep ?? [])],
  }
  for (const folder of [dirname(dirname(job.folder)), dirname(job.folder), job.folder]) makeOwnFolder(folder)
  const lock = await RunLock.take(job.folder)
  // Ctrl-C goes to the whole group of processes: the other one ends first.
  const wait = () => undefined
  process.on('SIGINT', wait)
  try {
    const result = await inProcess(job, own, env, root)
    if ('fault' in result) throw new HoldfastError(result.fault.code, result.fault.message)
    if (!('stopped' in result)) return result
    note(' interrupted: the same command goes on from here')
    process.exitCode = EXIT_INCOMPLETE
    return undefined
  } finally {
    process.off('SIGINT', wait)
    lock.release()
  }
}

/** Beside the file of the result: `shrunk/<suite>/<item>.calls`. */
function callsFolder(run: RunFolder, kind: CaseJob['kind'], suite: string, item: string): string {
  const result = kind === 'shrink' ? shrunkPath(run, suite, item) : influencePath(run, suite, item)
  return result.replace(/\.json$/, '.calls')
}

async function environmentOf(
  settings: ChosenItem['settings'],
  { model, judge, maxUsd }: CaseOptions,
  root: string,
): Promise<NodeJS.ProcessEnv> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...settingVariables(settings),
    ...(await modelVariables(settings, root)),
    HOLDFAST_VOTES: String(settings.votes),
    HOLDFAST_TRIALS: '1',
    // Those of the run are not its.
    HOLDFAST_OUT: undefined,
    HOLDFAST_RESUME: undefined,
    HOLDFAST_SHARD: undefined,
    HOLDFAST_BATCH: undefined,
    ...(model !== undefined && { HOLDFAST_MODEL: model }),
    ...(judge !== undefined && { HOLDFAST_JUDGE: judge }),
    ...(maxUsd !== undefined && { HOLDFAST_MAX_USD: String(maxUsd) }),
  }
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name]
  return env
}

async function inProcess(job: CaseJob, files: readonly string[], env: NodeJS.ProcessEnv, root: string): Promise<CaseResult> {
  const script = join(packageRoot, 'dist/src/tools/shrink/caseProcess.js')
  const child = spawn(process.execPath, [script, JSON.stringify(job), ...files], { cwd: root, env, stdio: ['ignore', 2, 2, 'ipc'] })
  let result: CaseResult | undefined
  child.on('message', (message) => {
    result = caseResult.parse(message)
  })
  const end = (signal: NodeJS.Signals) => child.kill(signal)
  const ended = () => end('SIGTERM')
  process.once('SIGTERM', ended)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(() => process.off('SIGTERM', ended))
  if (result) return result
  throw new HoldfastError(
    'RUN',
    `Failed to ${job.kind} ${job.item}: the process that asks ended with exit code ${code} and without a result. See what it printed above.`,
  )
}
