import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { configError, HoldfastError, messageOf, usageError } from '../../core/base/errors.ts'
import { redacted } from '../../core/base/secrets.ts'
import { type Environment, isRunVariable, settingVariables } from '../../core/config/environment.ts'
import { registerVariables } from '../../core/config/registerSecrets.ts'
import { type ResolvedConfig, resolveConfig } from '../../core/config/resolve.ts'
import type { HoldfastOptions } from '../../core/config/schema.ts'
import { settingOrigins } from '../../core/config/settingOrigins.ts'
import { type KnownSuite, optionVariable } from '../../core/config/suiteOptions.ts'
import { withoutCredentials } from '../../core/format/modelUri.ts'
import { secretVariables } from '../../core/format/requestExtras.ts'
import type { CallRole } from '../../core/format/role.ts'
import { loadSuite, registeredNames } from '../catalogue.ts'
import type { CommandFlags } from './commandOptions.ts'

/** The configuration of a command that asks models. As in the process of a run, gates and limits of the project are for runs of the candidate. */
export function commandConfig(env: NodeJS.ProcessEnv, root: string): Promise<ResolvedConfig> {
  return folderConfig(root, env, ['gates', 'limit'])
}

/** The configuration in a folder, as its runs have it, but for the options that are left out. */
export async function folderConfig(root: string, env: NodeJS.ProcessEnv = process.env, without: readonly (keyof HoldfastOptions)[] = []) {
  const options = await loadOptions(root)
  for (const name of without) delete options[name]
  return resolvedHere(options, env, root, await configuredSuites(options, env))
}

/** Resolves settings in a folder. @throws HoldfastError as {@link resolveConfig}; where no configuration names models, it says that there is none. */
function resolvedHere(...settings: Parameters<typeof resolveConfig>): ResolvedConfig {
  try {
    return resolveConfig(...settings)
  } catch (error) {
    const [, , root] = settings
    if (!(error instanceof HoldfastError && error.message.includes('a name from `models`')) || configPath(root)) throw error
    throw configError(`${error.message} No vitest.config is in ${root}: of a package of a workspace, type the command in its folder.`)
  }
}

/** The configuration in a folder under the settings that a command's options give. @throws HoldfastError for one that there is not. */
export async function commandSettings(root: string, flags: SettingFlags) {
  const options = await loadOptions(root)
  const named = new Map<string, string>()
  const typed = new Map<string, string>()
  const given: Record<string, string> = {}
  const give = (variable: string, text: string, option: string, key?: string) => {
    named.set(variable, option)
    typed.set(variable, key === undefined ? option : `${option} ${key}`)
    given[variable] = text
  }
  for (const [name, option] of Object.entries(SETTING_OPTIONS)) {
    const value = flags[name as keyof typeof SETTING_OPTIONS]
    if (value !== undefined) give(optionVariable(name), String(value), option)
  }
  for (const pair of flags.set ?? []) {
    const [, key = '', text = ''] = /^([\w.-]+)=(.*)$/s.exec(pair) ?? []
    if (key === '') throw usageError(`Failed to read --set ${pair}: expected <key>=<value>, for instance lifbench.lengths=8k.`)
    give(optionVariable(...key.split('.')), text, '--set', key)
  }
  const environment = { ...process.env, ...given }
  const suites = await configuredSuites(options, environment)
  try {
    const config = resolvedHere(options, environment, root, suites)
    // Those that give the same to a run, those that options stand for among them.
    const variables = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
      name.startsWith('HOLDFAST_') && value !== undefined ? [[name, redacted(withoutCredentials(value))]] : [],
    )
    return { config, origins: settingOrigins(options, environment, suites, named), variables: Object.fromEntries(variables) }
  } catch (error) {
    throw error instanceof HoldfastError ? new HoldfastError(error.code, asTyped(error.message, typed, suites), { cause: error }) : error
  }
}

/** A message about a variable that an option stood for, about what was typed in its place. */
function asTyped(message: string, typed: ReadonlyMap<string, string>, suites: readonly KnownSuite[]): string {
  // Of several it is about the first: the others are advice.
  const [variable = ''] = /\bHOLDFAST_\w+/.exec(message) ?? []
  const words = typed.get(variable)
  if (words === undefined) return message
  const keys = settingVariables(suites)
  return message
    .replace(/the environment: (?:no variable|the suite \S+ has no option for) (\w+)\./, '$1: there is no such setting.')
    .replace(/\bHOLDFAST_\w+/g, (name) => (name === variable ? words : (keys.get(name)?.join('.') ?? name)))
    .replace('Unset it or mend', 'Mend')
}

/** Options of a command that are settings, with their names. */
const SETTING_OPTIONS = {
  model: '--model',
  judge: '--judge',
  data: '--data',
  limit: '--limit',
  seed: '--seed',
  maxUsd: '--max-usd',
} as const

/** What {@link commandSettings} reads of a command's flags. */
type SettingFlags = Pick<CommandFlags, keyof typeof SETTING_OPTIONS | 'set'>

/** The variables of this process, with the models that a command's flags name over them. */
export function withModels(named: Readonly<Partial<Record<CallRole, string | undefined>>>): NodeJS.ProcessEnv {
  const given = Object.entries(named).map(([role, model]) => [`HOLDFAST_${role.toUpperCase()}`, model] as const)
  return { ...process.env, ...Object.fromEntries(given.filter(([, model]) => model !== undefined)) }
}

/**
 * The bundled suites for a configuration: those it names are loaded. All are for a resumed run, and for a variable that is nobody's, to
 * name a near one.
 */
export function configuredSuites({ suites = {}, resume }: HoldfastOptions, environment: Environment): Promise<readonly KnownSuite[]> {
  const names = registeredNames()
  const variables = Object.keys(environment).filter((name) => name.startsWith('HOLDFAST_') && !isRunVariable(name))
  const isOf = (variable: string, suite: string) => variable.startsWith(optionVariable(suite, ''))
  const all =
    resume !== undefined || environment.HOLDFAST_RESUME !== undefined || variables.some((name) => !names.some((suite) => isOf(name, suite)))
  return Promise.all(
    names.map(async (name) => {
      const isMeant = all || suites[name] !== undefined || variables.some((variable) => isOf(variable, name))
      return (isMeant ? await loadSuite(name) : undefined) ?? { name }
    }),
  )
}

const NAMES = ['vitest.config', 'vite.config'].flatMap((name) => ['ts', 'mts', 'js', 'mjs'].map((extension) => `${name}.${extension}`))

/** The Vitest configuration of a folder; undefined without one. */
function configPath(root: string): string | undefined {
  return NAMES.map((name) => join(root, name)).find((path) => existsSync(path))
}

/** The options given to `holdfast()` in the Vitest configuration of a folder, whose keys become secrets; none where there is no such plugin. */
export async function loadOptions(root: string): Promise<HoldfastOptions> {
  const path = configPath(root)
  if (!path) return {}
  // Vite comes with Vitest; only this command needs it.
  const { loadConfigFromFile } = await import('vite')
  const loaded = await loadConfigFromFile({ command: 'serve', mode: 'test' }, path, root, 'silent').catch((error: unknown) => {
    if (error instanceof HoldfastError) throw error
    throw configError(`Failed to load ${path}: ${messageOf(error)}. Mend it, or type the command where it loads.`)
  })
  const options = { ...findOptions(loaded?.config) }
  registerVariables(secretVariables(options.models ?? {}))
  return options
}

/** Looks through plugins, nested ones and those of projects too. */
function findOptions(config: unknown): HoldfastOptions | undefined {
  if (typeof config !== 'object' || config === null) return undefined
  if (Array.isArray(config)) return config.map(findOptions).find((options) => options !== undefined)
  const { name, api, plugins, test } = config as {
    name?: unknown
    api?: { options?: HoldfastOptions }
    plugins?: unknown
    test?: { projects?: unknown }
  }
  if (name === 'holdfast') return api?.options
  return findOptions(plugins) ?? findOptions(test?.projects)
}
