import { type Environment, isRunVariable } from '../src/core/config/environment.ts'
import { optionVariable } from '../src/core/config/optionVariable.ts'
import type { HoldfastOptions } from '../src/core/config/schema.ts'
import type { KnownSuite } from '../src/core/config/suiteOptions.ts'
import type { Suite } from '../src/running/worker/suite.ts'
import { BUNDLED } from './bundled.ts'

/** Names of the bundled suites, in alphabetical order. */
export const SUITE_NAMES: readonly string[] = BUNDLED.filter(({ isLent }) => !isLent)
  .map(({ name }) => name)
  .sort()

/** Whether a suite comes with the package; those that only `holdfast certify` runs do too. */
export const isBundledSuite = (name: string): boolean => BUNDLED.some((suite) => suite.name === name)

/** Loads a bundled suite; undefined for a name that is none's. */
export async function loadSuite(name: string): Promise<Suite | undefined> {
  return BUNDLED.find((suite) => suite.name === name)?.load()
}

/** Loads every suite that users name. */
export function loadSuites(): Promise<readonly Suite[]> {
  return Promise.all(SUITE_NAMES.map(async (name) => (await loadSuite(name)) as Suite))
}

/**
 * The bundled suites for a configuration, loaded where it says something of them: where options or variables of theirs are given. All
 * are loaded where a run is resumed, whose options are compared before anything begins, and for a variable that is nobody's, so that
 * a near one can be named.
 */
export function configuredSuites({ suites = {}, resume }: HoldfastOptions, environment: Environment): Promise<readonly KnownSuite[]> {
  const variables = Object.keys(environment).filter((name) => name.startsWith('HOLDFAST_') && !isRunVariable(name))
  const isOf = (variable: string, suite: string) => variable.startsWith(optionVariable(suite, ''))
  const all =
    resume !== undefined ||
    environment.HOLDFAST_RESUME !== undefined ||
    variables.some((name) => !BUNDLED.some((suite) => isOf(name, suite.name)))
  return Promise.all(
    BUNDLED.map(({ name, load }) => (all || suites[name] || variables.some((variable) => isOf(variable, name)) ? load() : { name })),
  )
}
