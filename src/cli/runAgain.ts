import { SUITES } from '../../suites/catalogue.ts'
import { resolveConfig } from '../config/resolve.ts'
import type { RunSettings } from '../config/runSettings.ts'
import { withoutCredentials } from '../format/modelUri.ts'
import type { Role } from '../format/role.ts'
import type { RunFolder } from '../format/runFolder.ts'
import { loadOptions } from '../vitest/loadOptions.ts'
import { runFiles } from './runFiles.ts'
import { runSuite } from './runSuite.ts'
import { type ChildEnvironment, gatesOf, isBundled, settingVariables } from './settingVariables.ts'

/** Variables that name the model of a role. */
const ROLE_VARIABLES = {
  candidate: 'HOLDFAST_MODEL',
  judge: 'HOLDFAST_JUDGE',
  refuter: 'HOLDFAST_REFUTER',
  interactor: 'HOLDFAST_INTERACTOR',
  user: 'HOLDFAST_USER',
} as const

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
  const isAlone = only !== undefined && others.length === 0 && isBundled(only)
  const { exitCode } = isAlone ? await runSuite(only, environment, root) : await runFiles(settings, environment, root)
  return exitCode
}

/** The models of a run where the configuration has others: by their names in it where it has them, as an entry says more than a URI. */
async function modelVariables({ roles }: RunSettings, root: string): Promise<ChildEnvironment> {
  const options = await loadOptions(root)
  const { models = {} } = options
  const now = resolveConfig(options, process.env, root, SUITES).roles
  return Object.fromEntries(
    Object.entries(ROLE_VARIABLES).flatMap(([role, variable]) => {
      const uri = roles[role]
      if (uri === undefined || withoutCredentials(now[role as Role]?.uri ?? '') === uri) return []
      return [[variable, Object.keys(models).find((name) => withoutCredentials(models[name]?.uri ?? '') === uri) ?? uri]]
    }),
  )
}
