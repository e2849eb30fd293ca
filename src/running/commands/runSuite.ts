import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { readJson } from '../../core/base/data/readJson.ts'
import { HoldfastError } from '../../core/base/errors.ts'
import { packageRoot } from '../../core/base/packageRoot.ts'
import { assertSameRun } from '../../core/config/beginRun.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import { newRunId, runFolderName } from '../../core/format/runId.ts'
import { scoresDocument } from '../../core/format/scoresDocument.ts'
import { findEarlierRuns } from '../../deciding/earlierRun.ts'
import { estimateRun } from '../../deciding/estimate.ts'
import { askSuite } from '../vitest/askSuite.ts'
import type { CommandEnvironment, CommandPlan, CommandRun } from '../worker/suiteCommand.ts'
import { commandConfig } from './commandConfig.ts'
import { writtenAt } from './writtenAt.ts'

/**
 * Runs a bundled suite in a process of its own; what it prints goes to stderr.
 *
 * @throws HoldfastError when the run wrote no scores.
 */
export async function runSuite(suite: string, environment: CommandEnvironment, root: string): Promise<CommandRun> {
  const out = environment.HOLDFAST_OUT ?? process.env.HOLDFAST_OUT ?? `${root}/reports/runs/${runFolderName(newRunId(), new Date())}`
  const env = variablesOf({ ...environment, HOLDFAST_OUT: out })
  // Said here, once, before a process is started.
  const config = await commandConfig(env, root)
  if (config.resume) assertSameRun(runFolder(out), config)
  const before = writtenAt(runFolder(out).scores)
  const script = join(packageRoot, 'dist/src/running/vitest/suiteProcess.js')
  const child = spawn(process.execPath, [script, suite], { cwd: root, env, stdio: ['ignore', 2, 2] })
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
  const folder = runFolder(out)
  // Those of a run that was to be finished are not its own.
  if (writtenAt(folder.scores) === before) {
    throw new HoldfastError(
      'RUN',
      `Failed to run ${suite}: it ended with exit code ${exitCode} and without scores. See what it printed above.`,
    )
  }
  return { folder, scores: readJson(folder.scores, scoresDocument), exitCode }
}

/**
 * Estimates a run of a bundled suite, without a call.
 *
 * @throws HoldfastError for what is wrong with its configuration.
 */
export async function planSuite(suite: string, environment: CommandEnvironment, root: string): Promise<CommandPlan> {
  const config = await commandConfig(variablesOf(environment), root)
  const plan = await askSuite(suite, 'plan', { config }, { root })
  const earlier = findEarlierRuns(dirname(config.out), suite, plan, config)
  return { estimate: estimateRun(plan, config, earlier), budget: config.budget }
}

/** The variables of this process with others over them. */
function variablesOf(environment: CommandEnvironment): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, ...environment }
  for (const [name, value] of Object.entries(env)) if (value === undefined) delete env[name]
  return env
}
