import { type Environment, isRunVariable } from '../core/config/environment.ts'
import { optionVariable } from '../core/config/optionVariable.ts'
import type { HoldfastOptions } from '../core/config/schema.ts'
import type { KnownSuite } from '../core/config/suiteOptions.ts'
import type { Suite } from './worker/suite.ts'
import type { ListedCommand } from './worker/suiteCommand.ts'

/** A suite that comes with the package, as it is known before it is loaded. */
export interface BundledSuite {
  readonly name: string
  load(): Promise<Suite>
  /** Commands of its own. */
  readonly commands?: readonly ListedCommand[]
  /** Whether it is run by a command alone, and is none that users name. */
  readonly isLent?: boolean
}

const known = new Map<string, BundledSuite>()

/** Tells the engine of suites. A process may be told twice. */
export function registerSuites(suites: readonly BundledSuite[]): void {
  for (const suite of suites) known.set(suite.name, suite)
}

/** Names of the bundled suites that users name, in alphabetical order. */
export function suiteNames(): readonly string[] {
  return [...known.values()].flatMap(({ name, isLent }) => (isLent ? [] : [name])).sort()
}

/** Whether a suite comes with the package; those that only a command runs do too. */
export function isBundledSuite(name: string): boolean {
  return known.has(name)
}

/** The commands of suites. */
export function suiteCommands(): readonly ListedCommand[] {
  return [...known.values()].flatMap(({ commands = [] }) => commands)
}

/** Loads a bundled suite; undefined for a name that is none's. */
export async function loadSuite(name: string): Promise<Suite | undefined> {
  return known.get(name)?.load()
}

/** Loads every suite that users name. */
export function loadSuites(): Promise<readonly Suite[]> {
  return Promise.all(suiteNames().map(async (name) => (await loadSuite(name)) as Suite))
}

/**
 * The bundled suites for a configuration, loaded where it says something of them: where options or variables of theirs are given. All
 * are loaded where a run is resumed, whose options are compared before anything begins, and for a variable that is nobody's, so that
 * a near one can be named.
 */
export function configuredSuites({ suites = {}, resume }: HoldfastOptions, environment: Environment): Promise<readonly KnownSuite[]> {
  const bundled = [...known.values()]
  const variables = Object.keys(environment).filter((name) => name.startsWith('HOLDFAST_') && !isRunVariable(name))
  const isOf = (variable: string, suite: string) => variable.startsWith(optionVariable(suite, ''))
  const all =
    resume !== undefined ||
    environment.HOLDFAST_RESUME !== undefined ||
    variables.some((name) => !bundled.some((suite) => isOf(name, suite.name)))
  return Promise.all(
    bundled.map(({ name, load }) => (all || suites[name] || variables.some((variable) => isOf(variable, name)) ? load() : { name })),
  )
}
