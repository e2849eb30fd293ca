import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { onceEach } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'

/** Runs the suite with a model that is right and a judge that is fair, or what else options say. */
export const run: (options?: HoldfastOptions) => Promise<SuiteOutcome> = onceEach((options: HoldfastOptions = {}) =>
  runSuite(fbBenchSuite, { model: 'sim:oracle', judge: 'sim:judge', ...options }),
)
