import { spawn } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, sep } from 'node:path'
import { readJson } from '../../core/base/data/readJson.ts'
import { dataError, HoldfastError } from '../../core/base/errors.ts'
import { packageRoot } from '../../core/base/packageRoot.ts'
import { shellWord } from '../../core/base/text/shellWord.ts'
import { assertSameRun } from '../../core/config/beginRun.ts'
import { type GivenSettings, writeEnvironment } from '../../core/config/environment.ts'
import type { RunSettings } from '../../core/config/runSettings.ts'
import { KEEPS_LATEST, STARTED_BY } from '../../core/config/settingOrigins.ts'
import { EXIT_INCOMPLETE } from '../../core/format/exitIncomplete.ts'
import { newRunId, type RunFolder, runFolder, runFolderName } from '../../core/format/runFolder.ts'
import { scoresDocument } from '../../core/format/scoresDocument.ts'
import { estimateRun, findEarlierRuns } from '../../deciding/estimate.ts'
import { askSuite } from '../vitest/askSuite.ts'
import { STOP } from '../vitest/onStop.ts'
import type { CommandPlan, CommandRun, CommandTools } from '../worker/suiteCommand.ts'
import { commandConfig } from './commandConfig.ts'
import { callerSettings, newRunSettings } from './settingsOfRun.ts'

/** The variables of a process that runs with these settings: no setting of this process is among them that is not given. */
export function childEnvironment(settings: GivenSettings): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('HOLDFAST_'))
  return { ...Object.fromEntries(others), ...writeEnvironment(settings), [STARTED_BY]: 'the command' }
}

/**
 * Runs Node with these settings and no others; its output goes to stderr. SIGINT and SIGTERM are handed on, a second one kills. @param hear
 * is told what it sends. @param marks variables beside them. @returns its exit code.
 */
export async function childRun(
  args: readonly string[],
  settings: GivenSettings,
  root: string,
  hear: (message: unknown) => void = () => undefined,
  marks: NodeJS.ProcessEnv = {},
): Promise<number> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...childEnvironment(settings), ...marks },
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  child.on('message', hear)
  let isTold = false
  const handOn = () => {
    if (isTold) child.kill('SIGKILL')
    // By a signal it would have two where the terminal, or a supervisor, has sent it one too.
    else if (child.connected) child.send(STOP, () => undefined)
    isTold = true
  }
  const signals = ['SIGINT', 'SIGTERM'] as const
  for (const signal of signals) process.on(signal, handOn)
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code) => resolve(code ?? 1))
    })
  } finally {
    for (const signal of signals) process.off(signal, handOn)
  }
}

/** Starts a run that writes scores. @param start what Node is started with. @throws HoldfastError when the run wrote no scores. */
async function scoredRun(
  says: string,
  settings: GivenSettings,
  root: string,
  start: (folder: RunFolder, given: GivenSettings) => readonly string[] | Promise<readonly string[]>,
  marks?: NodeJS.ProcessEnv,
): Promise<CommandRun> {
  const given = { ...settings, out: String(settings.out ?? join(root, 'reports', 'runs', runFolderName(newRunId(), new Date()))) }
  const folder = runFolder(given.out)
  // Scores of a run that was to be finished are not its own.
  const writtenAt = () => statSync(folder.scores, { bigint: true, throwIfNoEntry: false })?.mtimeNs
  const before = writtenAt()
  const exitCode = await childRun(await start(folder, given), given, root, undefined, marks)
  if (writtenAt() !== before) return { folder, scores: readJson(folder.scores, scoresDocument), exitCode }
  if (exitCode === EXIT_INCOMPLETE)
    throw new HoldfastError('ABORTED', `Failed to run ${says}: it was stopped before a suite had begun. Run the same command again.`)
  throw new HoldfastError(
    'RUN',
    `Failed to run ${says}: it ended with exit code ${exitCode} and without scores. See what it printed above.`,
  )
}

/** A run that went to its end. @throws HoldfastError for one that was interrupted, with the option that goes on with it. */
export function wholeRun(run: CommandRun, command: string, option: '--out' | '--work'): CommandRun {
  if (run.exitCode !== EXIT_INCOMPLETE) return run
  throw new HoldfastError(
    'ABORTED',
    `Failed to finish holdfast ${command}: it was interrupted. What is answered is kept: run the same command with ${option} ${shellWord(run.folder.path)}.`,
  )
}

/** Runs a bundled suite in a process of its own; what it prints goes to stderr. @throws HoldfastError when the run wrote no scores. */
export function runSuite(suite: string, settings: GivenSettings, root: string, marks?: NodeJS.ProcessEnv): Promise<CommandRun> {
  const start = async (folder: RunFolder, given: GivenSettings) => {
    // What is wrong is said here, once, before a process is started.
    const config = await commandConfig(childEnvironment(given), root)
    if (config.resume) assertSameRun(folder, config)
    return [join(packageRoot, 'dist/src/running/vitest/suiteProcess.js'), suite]
  }
  return scoredRun(suite, settings, root, start, marks)
}

/** Estimates a run of a bundled suite, without a call. @throws HoldfastError for what is wrong with its configuration. */
async function planSuite(suite: string, settings: GivenSettings, root: string): Promise<CommandPlan> {
  const config = await commandConfig(childEnvironment(settings), root)
  const plan = await askSuite(suite, 'plan', { config }, { root })
  const earlier = findEarlierRuns(dirname(config.out), suite, plan, config)
  return { estimate: estimateRun(plan, config, earlier), budget: config.budget }
}

/** Test files that a run names: they are run, so only files of the project count. @throws HoldfastError for anything else. */
export function testFiles({ files }: RunSettings, root: string): readonly string[] {
  const project = realpathSync(root)
  for (const file of files) {
    const path = join(root, file)
    const isFile = !file.startsWith('-') && !isAbsolute(file) && statSync(path, { throwIfNoEntry: false })?.isFile()
    if (isFile && realpathSync(path).startsWith(`${project}${sep}`)) continue
    throw dataError(
      `Failed to run again: run.json, field files, names ${JSON.stringify(file)}, which is no file of the project in ${root}. Give the command a run in the project that made it.`,
    )
  }
  return files
}

/** Runs the test files of a user's own benchmarks with the configuration in the folder, as {@link runSuite} does a bundled one. */
export function runFiles(run: RunSettings, settings: GivenSettings, root: string): Promise<CommandRun> {
  const vitest = join(dirname(createRequire(join(root, 'package.json')).resolve('vitest/package.json')), 'vitest.mjs')
  return scoredRun(`${run.ran.join(', ')} again`, settings, root, () => [vitest, 'run', ...testFiles(run, root)])
}

const withOwn = async (changes: GivenSettings, root: string): Promise<GivenSettings> => ({
  ...newRunSettings(await callerSettings(root)),
  ...changes,
})

/** What the command line lends to commands that run suites. */
export const commandTools: CommandTools = {
  runSuite: async (suite, changes, root) => runSuite(suite, await withOwn(changes, root), root, { [KEEPS_LATEST]: '1' }),
  planSuite: async (suite, changes, root) => planSuite(suite, await withOwn(changes, root), root),
}
