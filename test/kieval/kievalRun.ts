import { fileURLToPath } from 'node:url'
import { readBundledQuestions } from '../../suites/kieval/questionFiles.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { onceEach } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'

/** How many questions are bundled. */
export const QUESTIONS = readBundledQuestions().length

/** {@link ask} of lookup.ts as a model: looks answers up in its context, and explains nothing. */
export const LOOKUP = `module:${fileURLToPath(new URL('lookup.ts', import.meta.url))}#ask`

type Variables = Readonly<Record<string, string>>

/** Runs the suite with a simulated judge, and what else variables say. */
export const run: (model: string, env?: Variables) => Promise<SuiteOutcome> = onceEach((model: string, env: Variables = {}) =>
  runSuite(kievalSuite, {}, { HOLDFAST_MODEL: model, HOLDFAST_JUDGE: 'sim:judge', ...env }),
)
