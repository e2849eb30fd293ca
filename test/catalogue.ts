import '../src/registered.ts'
import { loadSuite, registeredNames, suiteNames } from '../src/running/catalogue.ts'

import type { Suite } from '../src/running/worker/suite.ts'

export { loadSuite, loadSuites } from '../src/running/catalogue.ts'

/** Names of the bundled suites. */
export const SUITE_NAMES: readonly string[] = suiteNames()

/** Every suite that comes with the package, those that a tool's commands alone run among them. */
export const loadEverySuite = (): Promise<Suite[]> => Promise.all(registeredNames().map(async (name) => (await loadSuite(name)) as Suite))
