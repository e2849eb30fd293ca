import type { Suite } from '../src/worker/suite.ts'
import * as bundled from './bundled.ts'

/** The bundled suites, by name. */
export const SUITES: readonly Suite[] = Object.values(bundled).sort((one, other) => (one.name < other.name ? -1 : 1))
