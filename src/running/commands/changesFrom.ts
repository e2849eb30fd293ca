import { existsSync } from 'node:fs'
import type { BaselineChanges } from '../../core/format/scoresDocument.ts'
import { baselineFiles } from '../../deciding/baseline/baseline.ts'
import { baselineChanges, isOfBaseline, suiteChange } from '../../deciding/baseline/baselineChanges.ts'
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
  const changes = await Promise.all(
    sharedSuites([base, run]).map(async (suite) => {
      const { warning, ...comparison } = await askRuns(suite, 'compare', { a: base, b: run, tested: 'headline' }, [base, run], { root })
      const { lost, gained } = comparison
      if (warning) return [suite, { incomparable: warning.replace(/^made with /, '') }] as const
      return [suite, suiteChange({ ...comparison, lost: lost.length, gained: gained.length })] as const
    }),
  )
  return baselineChanges(name, base.document, Object.fromEntries(changes))
}
