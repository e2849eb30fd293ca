import { existsSync } from 'node:fs'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { BaselineChanges } from '../../core/format/scoresDocument.ts'
import { baselineFiles } from '../../deciding/baseline/baseline.ts'
import { baselineChanges, isOfBaseline, suiteChange } from '../../deciding/baseline/compareWithBaseline.ts'
import { type ComparedRun, openComparedRun } from '../../deciding/compare/comparedRun.ts'
import { sharedSuites } from '../../deciding/compare/suiteComparison.ts'
import { writePage } from '../../reports/page/writePage.ts'
import { loadSuiteViews } from '../catalogue.ts'
import { foreignLogs } from '../tool.ts'
import { askSuite, type SuitePlace } from '../vitest/askSuite.ts'
import { type Answers, answer, type Questions } from '../worker/question.ts'
import { inlineSuite } from '../worker/suite.ts'

/** What of a run tells who knows its suite. */
export type AskedRun = Pick<ComparedRun, 'document' | 'records'>

/** Asks a suite about runs, as {@link askSuite} does. Where all are logs of Inspect, or made of one, their own scores answer. */
export async function askRuns<Kind extends keyof Questions>(
  suite: string,
  kind: Kind,
  question: Questions[Kind],
  runs: readonly AskedRun[],
  place: SuitePlace,
): Promise<Answers[Kind]> {
  const logs = areInspectLogs(runs) ? await foreignLogs.open() : undefined
  if (!logs) return askSuite(suite, kind, question, place)
  const own = { ...inlineSuite(suite, { items: [] as unknown[] }, async () => undefined), rules: async () => logs.rules(suite, runs) }
  return answer(own, kind, question)
}

/** Whether all of the runs are logs of Inspect, or were made of one. */
export function areInspectLogs(runs: readonly Pick<AskedRun, 'document'>[]): boolean {
  return runs.length > 0 && runs.every(({ document }) => document?.run.origin === 'inspect')
}

/** Writes the page of a run again. @returns its path. */
export async function rewritePage(folder: RunFolder, root: string): Promise<string> {
  const run = openComparedRun(folder.path, root)
  const views = await loadSuiteViews(run.records.map(({ suite }) => suite))
  return writePage(folder, { root, views, changes: await changesFrom(run, root) })
}

/** How the run changed from the baseline that is shown, where its scores do not say it; undefined where they do. */
async function changesFrom(run: ComparedRun, root: string): Promise<BaselineChanges | undefined> {
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
