import { z } from 'zod'
import { parse } from '../base/data/parse.ts'
import { HoldfastError, messageOf } from '../base/errors.ts'
import { nearest } from '../base/text/nearest.ts'
import { optionVariable } from './optionVariable.ts'
import type { configSchema } from './schema.ts'
import type { KnownSuite } from './suiteOptions.ts'

const integer = (least: number) => z.string().regex(/^\d+$/, 'expected a whole number').transform(Number).pipe(z.number().min(least))

const share = z
  .string()
  .regex(/^\d*\.?\d+(?:e-\d+)?$/, 'expected a number from 0 to 1')
  .transform(Number)

const amount = z
  .string()
  .regex(/^\d*\.?\d+(?:e[+-]\d+)?$/, 'expected a number')
  .transform(Number)

/** The variables of the run, each with the field of the configuration it overrides and how its text is read. */
const VARIABLES: Readonly<Record<string, { field: keyof z.input<typeof configSchema>; text: z.ZodType }>> = {
  HOLDFAST_MODEL: { field: 'model', text: z.string() },
  HOLDFAST_JUDGE: { field: 'judge', text: z.string() },
  HOLDFAST_REFUTER: { field: 'refuter', text: z.string() },
  HOLDFAST_INTERACTOR: { field: 'interactor', text: z.string() },
  HOLDFAST_USER: { field: 'user', text: z.string() },
  HOLDFAST_AUTHOR: { field: 'author', text: z.string() },
  HOLDFAST_SOLVER: { field: 'solver', text: z.string() },
  HOLDFAST_EMBEDDER: { field: 'embedder', text: z.string() },
  HOLDFAST_DATA: { field: 'data', text: z.string() },
  HOLDFAST_ITEMS: { field: 'items', text: z.string() },
  HOLDFAST_LIMIT: { field: 'limit', text: integer(1) },
  HOLDFAST_SEED: { field: 'seed', text: integer(0) },
  HOLDFAST_TRIALS: { field: 'trials', text: integer(1) },
  HOLDFAST_VOTES: { field: 'votes', text: integer(1) },
  HOLDFAST_CONTROLS: { field: 'controls', text: share },
  HOLDFAST_EXPLORE_CALLS: { field: 'exploreCalls', text: integer(1) },
  HOLDFAST_DOUBT: { field: 'doubt', text: share },
  HOLDFAST_CONCURRENCY: { field: 'concurrency', text: integer(1) },
  HOLDFAST_OUT: { field: 'out', text: z.string() },
  HOLDFAST_CACHE: { field: 'cache', text: z.string() },
  HOLDFAST_RESUME: { field: 'resume', text: z.string() },
  HOLDFAST_MAX_USD: { field: 'maxUsd', text: amount },
  HOLDFAST_MAX_TOKENS: { field: 'maxTokens', text: integer(1) },
  HOLDFAST_SHARD: { field: 'shard', text: z.string() },
  HOLDFAST_SHARDS: { field: 'shards', text: integer(1) },
  HOLDFAST_SHARD_INDEX: { field: 'shardIndex', text: integer(0) },
  HOLDFAST_SHARED: { field: 'shared', text: z.string() },
  HOLDFAST_GRACE: { field: 'grace', text: amount },
  HOLDFAST_BATCH: { field: 'batch', text: z.string() },
  HOLDFAST_DECIDE: { field: 'decide', text: z.string() },
  HOLDFAST_STRICT: { field: 'strict', text: z.enum(['0', '1']).transform((text) => text === '1') },
  HOLDFAST_GATES: { field: 'gates', text: z.string().transform((text, context) => readGates(text, context)) },
}

function readGates(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: `expected JSON (${messageOf(error)})`, input: text })
    return z.NEVER
  }
}

/** Whether a variable is one of the run, and no suite's. */
export const isRunVariable = (name: string): boolean => Object.hasOwn(VARIABLES, name)
/**
 * Settings of a run as `holdfast({...})` takes them, for a process that is started with them. What is null or undefined is left to
 * the configuration there.
 */
export type GivenSettings = {
  readonly [Field in Exclude<keyof z.input<typeof configSchema>, 'models' | 'cacheMegabytes' | 'suites'>]?: unknown
} & {
  /** Options of suites, by suite. */
  readonly suites?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  /** Options of suites as texts of their variables; `suites` overrides them. */
  readonly optionTexts?: Readonly<Record<string, string>>
}

/** Settings as variables: what {@link readEnvironment} reads from them is the same again. */
export function writeEnvironment({ suites = {}, optionTexts = {}, ...fields }: GivenSettings): Record<string, string> {
  const options = Object.entries(suites).flatMap(([suite, values]) =>
    Object.entries(values).map(([option, value]) => [optionVariable(suite, option), value] as const),
  )
  const given = Object.entries(VARIABLES).map(([name, { field }]) => [name, (fields as Record<string, unknown>)[field]] as const)
  const written = [...given, ...options].flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, textOf(value)]]))
  return { ...optionTexts, ...Object.fromEntries(written) }
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  if (Array.isArray(value)) return value.join(',')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Variables by name, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** What the environment says: fields of the configuration, and the texts of variables of suites, by suite. */
export interface EnvironmentConfig {
  readonly fields: Readonly<Record<string, unknown>>
  readonly suites: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/**
 * Reads the `HOLDFAST_*` variables.
 *
 * @param suites those that are known; variables are read of those alone whose options are.
 * @param own names of further suites in the configuration: their variables are taken as they are.
 * @throws HoldfastError for an unknown variable (naming a near one), an empty value (a CI secret that is not set arrives
 * as one) and a value that does not fit.
 */
export function readEnvironment(environment: Environment, suites: readonly KnownSuite[], own: readonly string[] = []): EnvironmentConfig {
  const fields: Record<string, unknown> = {}
  const texts: Record<string, Record<string, string>> = {}
  const suiteVariables = new Map(
    suites.flatMap(({ name, options }) => Object.keys(options?.shape ?? {}).map((option) => [optionVariable(name, option), name] as const)),
  )
  const suiteOf = (variable: string) => suiteVariables.get(variable) ?? own.find((name) => variable.startsWith(optionVariable(name, '')))
  for (const [name, value] of Object.entries(environment)) {
    if (!name.startsWith('HOLDFAST_') || value === undefined) continue
    const variable = VARIABLES[name]
    const suite = suiteOf(name)
    if (value === '' && (variable || suite !== undefined)) {
      throw new HoldfastError(
        'CONFIG',
        `Failed to read ${name}: it is empty (a CI secret that is not set arrives so). Give a value or unset it.`,
      )
    }
    if (variable) fields[variable.field] = parse(variable.text, value, name)
    else if (suite !== undefined) texts[suite] = { ...texts[suite], [name]: value }
    else {
      const near = nearVariable(name, [...Object.keys(VARIABLES), ...suiteVariables.keys()])
      throw new HoldfastError(
        'CONFIG',
        `Failed to read the environment: no variable ${name}.${near ? ` Did you mean ${near}?` : ''} Unset it or mend its name.`,
      )
    }
  }
  return { fields, suites: texts }
}

/** The near name, told by what follows the common beginning. */
function nearVariable(name: string, known: readonly string[]): string | undefined {
  const near = nearest(
    name.slice('HOLDFAST_'.length),
    known.map((entry) => entry.slice('HOLDFAST_'.length)),
  )
  return near && `HOLDFAST_${near}`
}
