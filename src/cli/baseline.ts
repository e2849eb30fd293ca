import { relative } from 'node:path'
import { Command } from 'commander'
import { findRun } from '../core/format/runFolder.ts'
import { type BaselineFiles, saveBaseline, writeBaseline } from '../deciding/baseline/baseline.ts'
import { openRun } from '../running/commands/openRun.ts'
import { printResult } from '../running/commands/output.ts'
import { foreignLogs } from '../running/tool.ts'

/** `holdfast baseline <name> [run]`: makes a run the one that gates measure drops by. */
export function baselineCommand(): Command {
  return new Command('baseline')
    .description('Make a run the baseline of that name: two files under reports/baselines, to be committed.')
    .argument('<name>', 'name, as gates call it; for instance main')
    .argument('[run]', 'run folder, its name under reports/runs, a log of Inspect, or latest', 'latest')
    .action(async (name: string, run: string) => {
      const root = process.cwd()
      const files = (await foreignLogs.open())?.isLog(run) ? await fromLog(root, name, run) : writeBaseline(root, name, findRun(run, root))
      await printResult(undefined, [relative(root, files.scores), relative(root, files.items)])
    })
}

async function fromLog(root: string, name: string, path: string): Promise<BaselineFiles> {
  const { document, records } = await openRun(path, root)
  return saveBaseline(root, name, { path, document, records: () => records })
}
