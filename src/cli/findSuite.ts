import { SUITES } from '../../suites/catalogue.ts'
import { HoldfastError } from '../base/errors.ts'
import { nearest } from '../base/text/nearest.ts'
import type { SuiteDefinition } from '../config/suite.ts'

/**
 * The bundled suite of that name.
 *
 * @throws HoldfastError (bad usage) naming the suites there are.
 */
export function findSuite(name: string): SuiteDefinition {
  const suite = SUITES.find((entry) => entry.name === name)
  if (suite) return suite
  const names = SUITES.map((entry) => entry.name)
  const near = nearest(name, names)
  throw new HoldfastError(
    'USAGE',
    `Failed to find the suite ${JSON.stringify(name)}: there is none of that name.${near ? ` Did you mean ${near}?` : ''} Suites: ${names.join(', ')}.`,
  )
}
