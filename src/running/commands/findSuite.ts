import { HoldfastError } from '../../core/base/errors.ts'
import { nearest } from '../../core/base/text/nearest.ts'
import { loadSuite, suiteNames } from '../catalogue.ts'
import type { Suite } from '../worker/suite.ts'

/**
 * The bundled suite of that name.
 *
 * @throws HoldfastError (bad usage) naming the suites there are.
 */
export async function findSuite(name: string): Promise<Suite> {
  const suite = suiteNames().includes(name) ? await loadSuite(name) : undefined
  if (suite) return suite
  throw unknownSuite(name)
}

function unknownSuite(name: string): HoldfastError {
  const near = nearest(name, suiteNames())
  return new HoldfastError(
    'USAGE',
    `Failed to find the suite ${JSON.stringify(name)}: there is none of that name.${near ? ` Did you mean ${near}?` : ''} Suites: ${suiteNames().join(', ')}.`,
  )
}

/**
 * Takes a name that is no bundled suite's for one of the user's own, unless it is nearly a bundled one and so mistyped.
 *
 * @throws HoldfastError (bad usage) with the near name.
 */
export function assertNotMistyped(name: string): void {
  if (!suiteNames().includes(name) && nearest(name, suiteNames()) !== undefined) throw unknownSuite(name)
}
