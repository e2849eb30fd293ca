import { type Environment, isRunVariable } from '../core/config/environment.ts'
import type { HoldfastOptions } from '../core/config/schema.ts'
import type { KnownSuite } from '../core/config/suiteOptions.ts'
import { optionVariable } from '../core/config/suiteOptions.ts'
import { loadSuite, registeredNames } from './catalogue.ts'

/**
 * The bundled suites for a configuration, loaded where it says something of them: where options or variables of theirs are given. All
 * are loaded where a run is resumed, whose options are compared before anything begins, and for a variable that is nobody's, so that
 * a near one can be named.
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
