import { relative } from 'node:path'
import { Command } from 'commander'
import { findRun } from '../format/runFolder.ts'
import { type PageComparedRun, writeComparePage } from '../report/page/comparePage.ts'
import { writePage } from '../report/page/writePage.ts'
import { openComparedRun } from '../results/compare/comparedRun.ts'
import { openOutput } from './output.ts'

interface ReportOptions {
  readonly compare?: readonly string[]
  readonly baseline?: string
  readonly out?: string
}

/** `holdfast report <run>`: writes a run's page again, and one that compares it with others. */
export function reportCommand(): Command {
  return new Command('report')
    .description('Write the page of a run (index.html in its folder) again; with --compare also compare.html.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .option('--compare <runs...>', 'runs or baselines to compare it with')
    .option('--baseline <name>', 'baseline to show beside its figures')
    .option('--out <file>', 'file for the paths instead of stdout')
    .action(async (name: string, { compare = [], baseline, out }: ReportOptions) => {
      const root = process.cwd()
      const folder = findRun(name, root)
      const opened = (own: string): PageComparedRun => {
        const run = openComparedRun(own, root)
        const found = folderOf(own, root)
        return { ...run, name: found ? (run.document?.run.id ?? own) : own, folder: found }
      }
      const others = compare.map(opened)
      const pages = [await writePage(folder, { root, baseline })]
      if (others.length > 0) pages.push(await writeComparePage(folder, opened(name), others))
      const output = openOutput(out)
      for (const { path } of pages) await output.line(relative(root, path) || path)
      await output.close()
    })
}

/** The folder of a run; undefined for a baseline or a file, which have no transcripts. */
function folderOf(name: string, root: string) {
  try {
    return findRun(name, root)
  } catch {
    return undefined
  }
}
