import { existsSync } from 'node:fs'
import type { BaselineChanges } from '../../core/format/scoresDocument.ts'
import { baselineFiles } from '../../deciding/baseline/baseline.ts'
import { baselineChanges, isOfBaseline, suiteChange } from '../../deciding/baseline/compareWithBaseline.ts'
import type { ComparedRun } from '../../deciding/compare/comparedRun.ts'
import { openComparedRun } from '../../deciding/compare/comparedRun.ts'
import { sharedSuites } from '../../deciding/compare/suiteComparison.ts'
import { askRuns } from './askRuns.ts'

/** How the run changed from the baseline that is shown, where its scores do not say it; undefined where they do. */
export async function changesFrom(run: ComparedRun, root: string): Promise<BaselineChanges | undefined> {
  const name = run.document?.baseline?.name
  if (name === undefined || !existsSync(baselineFiles(root, name).items)) return undefined
  const base = openComparedRun(name, root)
  if (!base.document || isOfBaseline(run.document?.baseline, name, base.document)) return undefined
  const suites: BaselineChanges['suites'] = {}
  for (const suite of sharedSuites([base, run])) {
    const { warning, ...comparison } = await askRuns(suite, 'compare', { a: base, b: run, tested: 'headline' }, [base, run], { root })
    const { lost, gained } = comparison
    suites[suite] = warning
      ? { incomparable: warning.replace(/^made with /, '') }
      : suiteChange({ ...comparison, lost: lost.length, gained: gained.length })
  }
  return baselineChanges(name, base.document, suites)
}
