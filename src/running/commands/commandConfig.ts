import { type ResolvedConfig, resolveConfig } from '../../core/config/resolve.ts'
import type { CallRole } from '../../core/format/role.ts'
import { configuredSuites } from '../configuredSuites.ts'
import { loadOptions } from '../vitest/loadOptions.ts'

/**
 * The configuration of a command that asks models. As in the process of a run, gates and limits of the project are for runs of
 * the candidate.
 */
export async function commandConfig(env: NodeJS.ProcessEnv, root: string): Promise<ResolvedConfig> {
  const { gates: _gates, limit: _limit, ...options } = await loadOptions(root)
  return resolveConfig(options, env, root, await configuredSuites(options, env))
}

/** The configuration in a folder, as its runs have it. */
export async function folderConfig(root: string): Promise<ResolvedConfig> {
  const options = await loadOptions(root)
  return resolveConfig(options, process.env, root, await configuredSuites(options, process.env))
}

/** The variables of this process, with the models that a command's flags name over them. */
export function withModels(named: Readonly<Partial<Record<CallRole, string | undefined>>>): NodeJS.ProcessEnv {
  const given = Object.entries(named).map(([role, model]) => [`HOLDFAST_${role.toUpperCase()}`, model] as const)
  return { ...process.env, ...Object.fromEntries(given.filter(([, model]) => model !== undefined)) }
}
