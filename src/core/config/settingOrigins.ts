import type { z } from 'zod'
import { groupBy, present } from '../base/collections.ts'
import { parseJson } from '../base/data/parseJson.ts'
import { redacted } from '../base/secrets.ts'
import { counted } from '../base/text/counted.ts'
import { allBounds } from '../format/gates.ts'
import { withoutCredentials } from '../format/modelUri.ts'
import { type Environment, settingVariables, textOf } from './environment.ts'
import { configSchema, type HoldfastOptions } from './schema.ts'
import type { KnownSuite } from './suiteOptions.ts'

/** A setting that is no default: its key in the configuration, its value as text, and who said so. */
export interface SettingOrigin {
  readonly key: string
  readonly value: string
  /** A variable, an option of the command, or the configuration. */
  readonly origin: string
  /** The value in the configuration that it overrides. */
  readonly over?: string | undefined
}

/** Names the command that starts a run: its settings are none of the variables that somebody set. */
export const STARTED_BY = '_HOLDFAST_STARTED_BY'

/** Whether a command started this run: it has an exit code and a last line of its own. */
export const isOfCommand = () => process.env[STARTED_BY] !== undefined

/** What somebody finishes this run with, where a larger budget is needed too. A command takes its folder by an option of its own. */
export const resumedBy = () => (isOfCommand() ? 'the same command, its folder' : 'HOLDFAST_RESUME=latest')

/** Set beside it where the run is the command's own, as one that measures a judge: `latest` stays with the user's run. */
export const KEEPS_LATEST = '_HOLDFAST_KEEPS_LATEST'

/**
 * The settings that somebody gave, in the order of the configuration, suites last.
 *
 * @param named variables that options of the command stand for, with the options.
 */
export function settingOrigins(
  options: HoldfastOptions,
  environment: Environment,
  suites: readonly KnownSuite[],
  named: ReadonlyMap<string, string> = new Map(),
): SettingOrigin[] {
  const variables = settingVariables(suites)
  return [...variables].flatMap(([variable, path]): SettingOrigin[] => {
    const [key, value] = [path.join('.'), environment[variable]]
    const configured = shown(key, at(options, path))
    const origin = named.get(variable) ?? environment[STARTED_BY] ?? variable
    const over = key === 'models' ? undefined : configured
    if (value !== undefined) return [{ key, value: shown(key, value) ?? '', origin, over }]
    return configured === undefined ? [] : [{ key, value: configured, origin: CONFIGURATION }]
  })
}

const CONFIGURATION = 'the configuration'

/** Who gave the settings that are no defaults, on one line: a variable says by its name which one it sets. */
export function originsText(origins: readonly SettingOrigin[]): string {
  const configured = origins.flatMap(({ key, origin }) => (origin === CONFIGURATION ? [key] : []))
  const others = origins.filter(({ origin }) => origin !== CONFIGURATION)
  const said = [...groupBy(others, ({ origin }) => origin)].map(([origin, own]) => {
    const over = present(own.map((one) => one.over))
    return over.length === 0 ? origin : `${origin} (over ${over.join(', ')})`
  })
  return [configured.length > 0 ? `${CONFIGURATION}: ${configured.join(', ')}` : '', said.join(', ')].filter(Boolean).join('; ')
}

/**
 * All settings: those that somebody gave, and the others by their defaults, empty where there is none.
 *
 * @param effective what a setting without a default amounts to, for instance since another one was given.
 */
export function allSettings(
  origins: readonly SettingOrigin[],
  suites: readonly KnownSuite[],
  effective: (key: string) => unknown = () => undefined,
): SettingOrigin[] {
  const given = new Map(origins.map((origin) => [origin.key, origin]))
  const schemas = new Map(suites.flatMap(({ name, options }) => (options ? [[name, options.shape]] : [])))
  return [...settingVariables(suites).values()].map((path) => {
    const [key, [first = '', option]] = [path.join('.'), path]
    const schema = option === undefined ? configSchema.shape[first as keyof typeof configSchema.shape] : schemas.get(first)?.[option]
    const value = (schema as z.ZodType | undefined)?.safeParse(undefined).data ?? effective(key)
    return given.get(key) ?? { key, value: shown(key, value) ?? '', origin: 'default' }
  })
}

function at(options: HoldfastOptions, path: readonly string[]): unknown {
  const [suite, option] = path
  return option === undefined ? options[suite as keyof HoldfastOptions] : options.suites?.[suite as string]?.[option]
}

/** A value on one line; of gates their number, of models their names. */
function shown(key: string, value: unknown): string | undefined {
  if (value === undefined) return undefined
  // A text is that of a variable, which has been read by now.
  if (key === 'models') return Object.keys(typeof value === 'string' ? (parseJson(value) as object) : (value as object)).join(', ')
  if (key !== 'gates') return redacted(withoutCredentials(textOf(value)))
  // Whoever reads the configuration has been told by now what is wrong with it.
  const { data } = configSchema.shape.gates.safeParse(value)
  return counted(allBounds(data).length, 'gate')
}
