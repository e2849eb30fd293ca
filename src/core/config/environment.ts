import { z } from 'zod'
import { parse } from '../base/data/parse.ts'
import { configError } from '../base/errors.ts'
import { secretsIn } from '../base/secrets/secretsIn.ts'
import { withoutCredentials } from '../base/secrets/urlCredentials.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { variableIn } from '../format/requestExtras.ts'
import { orJson } from './optionTypes.ts'
import { configSchema, type HoldfastOptions } from './schema.ts'
import { type KnownSuite, optionVariable } from './suiteOptions.ts'

/** Fields of the configuration that a variable overrides; the options of suites have variables each. */
type Field = Exclude<keyof HoldfastOptions, 'suites'>

/** The variables of the run, each with the field of the configuration that it overrides. */
const VARIABLES: ReadonlyMap<string, Field> = new Map(
  Object.keys(configSchema.shape)
    .filter((field): field is Field => field !== 'suites')
    .map((field) => [optionVariable(field), field]),
)

/** Whether a variable is one of the run, and no suite's. */
export const isRunVariable = (name: string): boolean => VARIABLES.has(name)

/** Settings of a run as `holdfast({...})` takes them, for a process of its own; null or undefined ones are left to its configuration. */
export type GivenSettings = { readonly [Name in Field]?: unknown } & {
  readonly suites?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  /** Options of suites as texts of their variables; `suites` overrides them. */
  readonly optionTexts?: Readonly<Record<string, string>>
}

/** Settings as variables: what {@link readEnvironment} reads from them is the same again. */
export function writeEnvironment({ suites = {}, optionTexts = {}, ...fields }: GivenSettings): Record<string, string> {
  const given = Object.entries(fields).map(([field, value]) => [optionVariable(field), value] as const)
  const options = Object.entries(suites).flatMap(([suite, values]) =>
    Object.entries(values).map(([option, value]) => [optionVariable(suite, option), value] as const),
  )
  const written = [...given, ...options].flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, textOf(value)]]))
  return { ...optionTexts, ...Object.fromEntries(written) }
}

/** A setting's value as the text of its variable. */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Every variable with the path of what it sets in the configuration: fields of the run, then options of the known suites. */
export function settingVariables(suites: readonly KnownSuite[]): ReadonlyMap<string, readonly string[]> {
  const options = suites.flatMap(({ name, options }) => Object.keys(options?.shape ?? {}).map((option) => [name, option]))
  const fields = [...VARIABLES].map(([variable, field]): [string, string[]] => [variable, [field]])
  return new Map([...fields, ...options.map((path): [string, string[]] => [optionVariable(...path), path])])
}

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What the environment says: fields of the configuration, and the texts of variables of suites, by suite. */
export interface EnvironmentConfig {
  readonly fields: { readonly [Name in Field]?: unknown }
  readonly suites: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * Reads the `HOLDFAST_*` variables: options of the run by their name, of the known `suites` with theirs; of suites that the configuration
 * alone knows (`own`) as they are. Throws HoldfastError for an unknown variable (with a near one), an empty value (an unset CI secret) and
 * one that does not fit.
 */
export function readEnvironment(environment: Environment, suites: readonly KnownSuite[], own: readonly string[] = []): EnvironmentConfig {
  const fields: Partial<Record<Field, unknown>> = {}
  const texts: Record<string, Record<string, string>> = {}
  const variables = settingVariables(suites)
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('HOLDFAST_') || value === undefined) continue
    const field = VARIABLES.get(name)
    const suite =
      (field === undefined ? variables.get(name)?.[0] : undefined) ?? own.find((known) => name.startsWith(optionVariable(known, '')))
    if (field === undefined && suite === undefined) {
      // The near name is told by what follows the common beginning.
      const [rest, ...known] = [name, ...variables.keys()].map((each) => each.slice('HOLDFAST_'.length))
      throw configError(
        `Failed to read the environment: no variable ${name}.${didYouMean(rest ?? '', known, 'HOLDFAST_')} Unset it or mend its name.`,
      )
    }
    if (value === '') {
      throw configError(`Failed to read ${name}: it is empty (a CI secret that is not set arrives so). Give a value or unset it.`)
    }
    if (field === 'models') fields[field] = entriesIn(value)
    else if (field !== undefined) fields[field] = parse(configSchema.shape[field], value, name)
    else if (suite !== undefined) texts[suite] = { ...texts[suite], [name]: value }
  }
  return { fields, suites: texts }
}

/** Parts of entries: they lie over those of the configuration, field by field. */
const partialEntries = orJson(z.record(z.string(), z.record(z.string(), z.unknown())))

/** Entries of models in `HOLDFAST_MODELS`, which is printed as settings are, so that it may hold no key. */
function entriesIn(value: string): z.output<typeof partialEntries> {
  const entries = parse(partialEntries, value, optionVariable('models'))
  for (const [model, entry] of Object.entries(entries)) {
    const found = leavesOf('', entry).find(([name, value]) => {
      // What names a variable is no key.
      if (name === 'apiKeyEnv' || variableIn(value) !== undefined) return false
      const text = name === 'uri' ? value.replace(/#key=\w+$/, '') : value
      return secretsIn(name, text).length > 0 || withoutCredentials(text) !== text
    })
    if (found)
      throw configError(
        `Failed to read HOLDFAST_MODELS: ${model}.${found[0]} looks like a key, and settings are printed. Put it into a variable and name that: "$NAME", or apiKeyEnv.`,
      )
  }
  return entries
}

/** The texts in a value, each with the name that it stands under. */
function leavesOf(name: string, value: unknown): [name: string, text: string][] {
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([own, inner]) => leavesOf(own, inner))
  return typeof value === 'string' ? [[name, value]] : []
}

/** The configuration with the entries of models in `HOLDFAST_MODELS` over its own, field by field. */
export function withEntries(options: HoldfastOptions, { fields }: Pick<EnvironmentConfig, 'fields'>): HoldfastOptions {
  const entries = Object.entries((fields.models ?? {}) as z.output<typeof partialEntries>)
  const models = entries.map(([name, entry]) => [name, { ...options.models?.[name], ...entry }] as const)
  return models.length === 0
    ? options
    : { ...options, models: { ...options.models, ...Object.fromEntries(models) } as HoldfastOptions['models'] & {} }
}
