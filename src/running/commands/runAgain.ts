import { isBundledSuite } from '../catalogue.ts'
import type { RunSettings } from '../../core/config/runSettings.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import { modelVariables } from './modelVariables.ts'
import { runFiles } from './runFiles.ts'
import { runSuite } from './runSuite.ts'
import { type ChildEnvironment, gatesOf, settingVariables } from './settingVariables.ts'

/**
 * Goes on with a run as it was begun.
 *
 * @returns its exit code.
 * @throws HoldfastError where it cannot be gone on with, or wrote no scores.
 */
export async function runAgain(run: RunFolder, settings: RunSettings, variables: ChildEnvironment, root: string): Promise<number> {
  const environment = {
    ...settingVariables(settings),
    ...(await modelVariables(settings, root)),
    HOLDFAST_VOTES: String(settings.votes),
    HOLDFAST_GATES: await gatesOf(root),
    HOLDFAST_OUT: run.path,
    HOLDFAST_RESUME: run.path,
    ...(settings.shard !== null && { HOLDFAST_SHARD: settings.shard }),
    ...variables,
  }
  const [only, ...others] = settings.ran
  // One suite of ours needs no test file of the project.
  const isAlone = only !== undefined && others.length === 0 && isBundledSuite(only)
  const { exitCode } = isAlone ? await runSuite(only, environment, root) : await runFiles(settings, environment, root)
  return exitCode
}
