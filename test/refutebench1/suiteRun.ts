import { refutebench1Suite } from '../../suites/refutebench1/suite.ts'
import { onceEach, value } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'

/** The tasks. */
export const TASKS = ['email', 'mt', 'qa'] as const
/** Bundled items of a task: ten rows asked again in two ways with 0 to 3 irrelevant queries between, and three dialogues. */
export const ITEMS = 83

/** Runs the suite with what variables say; it has no judge. */
export function runAnew(model: string, env: Readonly<Record<string, string>> = {}): Promise<SuiteOutcome> {
  return runSuite(refutebench1Suite, {}, { HOLDFAST_MODEL: model, ...env })
}

/** The same, once for each settings. */
export const run: typeof runAnew = onceEach(runAnew)

/** A rate by the number of irrelevant queries, 0 to 3. */
export const byNc = (outcome: SuiteOutcome, task: string, kind: string, rate: string) =>
  [0, 1, 2, 3].map((nc) => value(outcome, `${task}.${kind}.nc${nc}.${rate}`))
