import { fileURLToPath } from 'node:url'
import { runSuite, type SuiteOutcome } from '../../src/worker/runSuite.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'

/** Questions that are bundled. */
export const QUESTIONS = 88

/** {@link ask} of lookup.ts as a model: looks answers up in its context, and explains nothing. */
export const LOOKUP = `module:${fileURLToPath(new URL('lookup.ts', import.meta.url))}#ask`

/** Runs the suite with a simulated judge, and what else variables say. */
export function run(model: string, env: Readonly<Record<string, string>> = {}): Promise<SuiteOutcome> {
  return runSuite(kievalSuite, {}, { HOLDFAST_MODEL: model, HOLDFAST_JUDGE: 'sim:judge', ...env })
}
