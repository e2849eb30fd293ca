import { Command } from 'commander'
import { type Contamination, contamination, pointsOf } from '../../suites/kieval/contamination.ts'
import { readJson } from '../data/readJson.ts'
import { HoldfastError } from '../errors.ts'
import { columns } from '../report/layout.ts'
import { findRun } from '../run/runFolder.ts'
import { scoresDocument } from '../run/scoresDocument.ts'
import { openOutput } from './output.ts'

/** `holdfast contamination <runs…>`: right answers against interviews, over runs of the kieval suite. */
export function contaminationCommand(): Command {
  return new Command('contamination')
    .description('Set static accuracy against KIEval score over several runs, and flag models that answer better than they can explain.')
    .argument('<runs...>', 'run folders, names under reports/runs, or latest')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (runs: string[], { json, out }: { json?: boolean; out?: string }) => {
      const points = runs.flatMap((run) => {
        const own = pointsOf(readJson(findRun(run, process.cwd()).scores, scoresDocument))
        if (own.length > 0) return own
        throw new HoldfastError('DATA', `Failed to read ${run}: it has no interviews. Name runs of the kieval suite.`)
      })
      const view = contamination(points)
      const output = openOutput(out)
      for (const line of json ? [JSON.stringify(view, null, 2)] : viewLines(view)) await output.line(line)
      await output.close()
    })
}

function viewLines({ points, regression }: Contamination): string[] {
  const figure = (value: number | null) => (value === null ? '–' : value.toFixed(1))
  const rows = points.map(({ model, set, accuracy, score, expected, least, suspicious, simulated }) => [
    model,
    set,
    `${(100 * accuracy).toFixed(1)} %${simulated ? ' sim' : ''}`,
    `${score.toFixed(1)}${simulated ? ' sim' : ''}`,
    figure(expected),
    figure(least),
    suspicious ? 'FAR BELOW' : '',
  ])
  const flagged = points.filter(({ suspicious }) => suspicious).length
  return [
    ...columns([['candidate', 'set', 'accuracy', 'KIEval', 'expected', 'at least', ''], ...rows], new Set([0, 1, 6])),
    '',
    regression
      ? ` over all points: KIEval = ${regression.intercept.toFixed(1)} + ${regression.slope.toFixed(1)} × accuracy`
      : ' no regression: it takes two different accuracies',
    points.length < 4
      ? ' no point can be flagged: it takes three others to tell what is expected'
      : ` ${flagged} of ${points.length} far below what the others predict (95 % prediction interval)`,
    ' In-context leaks and training on the test look alike here; so does a model that cannot explain what it knows.',
  ]
}
