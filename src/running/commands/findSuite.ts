import { SUITES } from '../../../suites/catalogue.ts'
import { HoldfastError } from '../../core/base/errors.ts'
import { nearest } from '../../core/base/text/nearest.ts'
import type { Suite } from '../worker/suite.ts'

/**
 * The bundled suite of that name.
 *
 * @throws HoldfastError (bad usage) naming the suites there are.
 */
export function findSuite(name: string): Suite {
  const suite = SUITES.find((entry) => entry.name === name)
  if (suite) return suite
  const names = SUITES.map((entry) => entry.name)
  const near = nearest(name, names)
  throw new HoldfastError(
    'USAGE',
    `Failed to find the suite ${JSON.stringify(name)}: there is none of that name.${near ? ` Did you mean ${near}?` : ''} Suites: ${names.join(', ')}.`,
  )
}

/**
 * Takes a name that is no bundled suite's for one of the user's own, unless it is nearly a bundled one and so mistyped.
 *
 * @throws HoldfastError (bad usage) with the near name.
 */
export function assertNotMistyped(name: string): void {
  const names = SUITES.map((suite) => suite.name)
  if (!names.includes(name) && nearest(name, names) !== undefined) findSuite(name)
}
