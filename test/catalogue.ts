import '../src/registered.ts'
import { suiteNames } from '../src/running/catalogue.ts'

export { configuredSuites, isBundledSuite, loadSuite, loadSuites } from '../src/running/catalogue.ts'

/** Names of the bundled suites. */
export const SUITE_NAMES: readonly string[] = suiteNames()
