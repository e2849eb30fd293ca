import { relative } from 'node:path'
import { Command } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import { findRun } from '../core/format/runFolder.ts'
import { openComparedRun } from '../deciding/compare/comparedRun.ts'
import { type SuiteComparison, sharedSuites } from '../deciding/compare/suiteComparison.ts'
import { writeComparePage } from '../reports/page/comparePage.ts'
import type { PageComparedRun, RunComparison } from '../reports/page/compareSections.ts'
import { writePage } from '../reports/page/writePage.ts'
import { askRuns } from '../running/commands/askRuns.ts'
import { changesFrom } from '../running/commands/changesFrom.ts'
import { type CommandProgress, commandProgress } from '../running/commands/commandProgress.ts'
import { printResult } from '../running/commands/output.ts'
import { runFolderOf } from '../running/commands/runFolderOf.ts'
import { loadSuiteViews } from '../running/vitest/suiteViews.ts'

interface ReportOptions {
  readonly compare?: readonly string[]
}

/** `holdfast report <run>`: writes a run's page again, and one that compares it with others. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Write the page of a run (index.html in its folder) again; with --compare also compare.html.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .option('--compare <runs...>', 'runs or baselines to compare it with')
    .action(async (name: string, { compare = [] }: ReportOptions) => {
      const root = process.cwd()
      const folder = findRun(name, root)
      const opened = (own: string): PageComparedRun => {
        const run = openComparedRun(own, root)
        const found = runFolderOf(own, root)
        return { ...run, name: found ? (run.document?.run.id ?? own) : own, folder: found }
      }
      const others = compare.map(opened)
      const run = opened(name)
      const views = await loadSuiteViews(run.records.map(({ suite }) => suite))
      const progress = commandProgress()
      progress.step(`writing the page of ${name}`)
      const pages = [await writePage(folder, { root, views, changes: await changesFrom(run, root) })]
      if (others.length > 0) pages.push(await writeComparePage(folder, run, await compareWith(run, others, root, progress), views))
      progress.end()
      await printResult(
        undefined,
        pages.map((path) => relative(root, path) || path),
      )
    })
}

/** @throws HoldfastError for runs without a suite in common. */
async function compareWith(
  run: PageComparedRun,
  others: readonly PageComparedRun[],
  root: string,
  progress: CommandProgress,
): Promise<RunComparison[]> {
  const comparisons: RunComparison[] = []
  for (const other of others) {
    const shared = sharedSuites([other, run])
    if (shared.length === 0)
      throw new HoldfastError(
        'DATA',
        `Failed to compare ${run.name} with ${other.name}: they have no suite in common. Name runs of one suite.`,
      )
    const suites: SuiteComparison[] = []
    for (const [at, suite] of shared.entries()) {
      progress.step(`comparing ${suite} with ${other.name}, ${at + 1} of ${shared.length}`, at, shared.length)
      suites.push(await askRuns(suite, 'compare', { a: other, b: run, tested: 'headline' }, [other, run], { root }))
    }
    comparisons.push({ other, suites })
  }
  return comparisons
}
