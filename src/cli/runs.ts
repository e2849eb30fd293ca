import { Command, InvalidArgumentError } from 'commander'
import { listRuns } from '../deciding/runList.ts'
import { screenWidth } from '../reports/layout.ts'
import { runListLines, runSummary } from '../reports/runListLines.ts'
import { openOutput } from '../running/commands/output.ts'

/** Runs that are listed where nobody says how many. */
const LAST = 20

/** `holdfast runs`: the run folders of a project, the newest first. */
export function runsCommand(): Command {
  return new Command('runs')
    .description('List the runs under reports/runs, the newest first: model, suites with their headline figures, verdict, items, cost.')
    .option('--last <count>', 'how many to list', countOf, LAST)
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async ({ last, json, out }: { last: number; json?: boolean; out?: string }) => {
      const all = listRuns(process.cwd())
      const runs = all.slice(0, last).map(runSummary)
      const output = openOutput(out)
      if (json) await output.json({ runs }, 2)
      else for (const line of runListLines(runs, all.length, screenWidth())) await output.line(line)
      await output.close()
    })
}

/** @throws InvalidArgumentError for what is no count. */
function countOf(text: string): number {
  const count = Number(text)
  if (!(Number.isInteger(count) && count > 0)) throw new InvalidArgumentError('A count is a whole number over 0, for instance 50.')
  return count
}
