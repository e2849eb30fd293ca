import { Command } from 'commander'
import { listRuns } from '../deciding/runList.ts'
import { screenWidth } from '../reports/layout.ts'
import { runListEntry, runListLines } from '../reports/runListLines.ts'
import { numberOption } from '../running/commands/numberOption.ts'
import { printResult } from '../running/commands/output.ts'

/** Runs that are listed where nobody says how many. */
const LAST = 20

/** `holdfast runs`: the run folders of a project, the newest first. */
export function runsCommand(): Command {
  return new Command('runs')
    .description('List the runs under reports/runs, the newest first: model, suites with their headline figures, verdict, items, cost.')
    .option('--last <count>', 'how many to list', numberOption({ whole: true, from: 1 }), LAST)
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async ({ last, json, out }: { last: number; json?: boolean; out?: string }) => {
      const all = listRuns(process.cwd())
      const runs = all.slice(0, last).map(runListEntry)
      await printResult(out, json ? { json: { runs } } : runListLines(runs, all.length, screenWidth()))
    })
}
