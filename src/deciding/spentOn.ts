import type { ScoresDocument, SuiteSpent } from '../core/format/scoresDocument.ts'

/** What a suite of a run took: all that the run took, where it had no other. Undefined where the run does not tell its suites apart. */
export function spentOn({ run, suites, usage, spent }: ScoresDocument, suite: string): SuiteSpent | undefined {
  if (spent?.[suite]) return spent[suite]
  if (Object.keys(suites).some((other) => other !== suite)) return undefined
  return { startedAt: run.startedAt, finishedAt: run.finishedAt, usage }
}
