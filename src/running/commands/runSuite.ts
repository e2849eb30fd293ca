import { dirname, join } from 'node:path'
import { readJson } from '../../core/base/data/readJson.ts'
import { HoldfastError } from '../../core/base/errors.ts'
import { packageRoot } from '../../core/base/packageRoot.ts'
import { assertSameRun } from '../../core/config/beginRun.ts'
import type { GivenSettings } from '../../core/config/environment.ts'
import { runFolder } from '../../core/format/runFolder.ts'
import { newRunId, runFolderName } from '../../core/format/runId.ts'
import { scoresDocument } from '../../core/format/scoresDocument.ts'
import { estimateRun, findEarlierRuns } from '../../deciding/estimate.ts'
import { askSuite } from '../vitest/askSuite.ts'
import type { CommandPlan, CommandRun } from '../worker/suiteCommand.ts'
import { childEnvironment, childRun } from './childRun.ts'
import { commandConfig } from './commandConfig.ts'
import { writtenAt } from './writtenAt.ts'

/**
 * Runs a bundled suite in a process of its own; what it prints goes to stderr.
 *
 * @throws HoldfastError when the run wrote no scores.
 */
export async function runSuite(suite: string, settings: GivenSettings, root: string): Promise<CommandRun> {
  const out = String(settings.out ?? `${root}/reports/runs/${runFolderName(newRunId(), new Date())}`)
  const given = { ...settings, out }
  const folder = runFolder(out)
  // Said here, once, before a process is started.
  const config = await commandConfig(childEnvironment(given), root)
  if (config.resume) assertSameRun(folder, config)
  const before = writtenAt(folder.scores)
  const exitCode = await childRun([join(packageRoot, 'dist/src/running/vitest/suiteProcess.js'), suite], given, root)
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
export async function planSuite(suite: string, settings: GivenSettings, root: string): Promise<CommandPlan> {
  const config = await commandConfig(childEnvironment(settings), root)
  const plan = await askSuite(suite, 'plan', { config }, { root })
  const earlier = findEarlierRuns(dirname(config.out), suite, plan, config)
  return { estimate: estimateRun(plan, config, earlier), budget: config.budget }
}
