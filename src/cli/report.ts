import { relative } from 'node:path'
import { Command } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import { findRun } from '../core/format/runFolder.ts'
import { openComparedRun } from '../deciding/compare/comparedRun.ts'
import { sharedSuites } from '../deciding/compare/suiteComparison.ts'
import { writeComparePage } from '../reports/page/comparePage.ts'
import type { PageComparedRun, RunComparison } from '../reports/page/compareSections.ts'
import { writePage } from '../reports/page/writePage.ts'
import { loadSuiteViews } from '../running/catalogue.ts'
import { askRuns, changesFrom } from '../running/commands/askRuns.ts'
import { askEach, commandProgress } from '../running/commands/commandProgress.ts'
import { runFolderOf } from '../running/commands/openRun.ts'
import { printResult } from '../running/commands/output.ts'

/** `holdfast report <run>`: writes a run's page again, and one that compares it with others. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Write the page of a run (index.html in its folder) again; with --compare also compare.html.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .option('--compare <runs...>', 'runs or baselines to compare it with')
    .action(async (name: string, { compare = [] }: { compare?: readonly string[] }) => {
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
      if (others.length > 0) pages.push(await writeComparePage(folder, run, await compareWith(run, others, root), views))
      progress.end()
      await printResult(
        undefined,
        pages.map((path) => relative(root, path) || path),
      )
    })
}

/** @throws HoldfastError for runs without a suite in common. */
function compareWith(run: PageComparedRun, others: readonly PageComparedRun[], root: string): Promise<RunComparison[]> {
  return askEach(`comparing ${run.name}`, others, async (other) => {
    const shared = sharedSuites([other, run])
    if (shared.length === 0)
      throw new HoldfastError(
        'DATA',
        `Failed to compare ${run.name} with ${other.name}: they have no suite in common. Name runs of one suite.`,
      )
    const asked = (suite: string) => askRuns(suite, 'compare', { a: other, b: run, tested: 'headline' }, [other, run], { root })
    return { other, suites: await Promise.all(shared.map(asked)) }
  })
}
