import type { Suite } from '../src/running/worker/suite.ts'
import { certifyCriteriaSuite } from '../src/tools/certify/labelledCriteria/suite.ts'
import { certifyPairsSuite } from '../src/tools/certify/pairFile/suite.ts'
import * as bundled from './bundled.ts'

/** The bundled suites, by name. */
export const SUITES: readonly Suite[] = Object.values(bundled).sort((one, other) => (one.name < other.name ? -1 : 1))

/** The bundled suites and those that only `holdfast certify` runs: what a run can be of. */
export const RUNNABLE: readonly Suite[] = [...SUITES, certifyCriteriaSuite, certifyPairsSuite]
