import { Command } from 'commander'
import {
  type CommandTools,
  findRun,
  fittedTable,
  HoldfastError,
  type Metric,
  readJson,
  scoresDocument,
  screenWidth,
  singleLine,
} from '../../../src/kit.ts'
import { type BothOfModel, bothBenchmarks } from '../bothBenchmarks.ts'

/** `holdfast refutations <runs…>`: RefuteBench 2.0 beside 1.0 for the same models. */
export function refutationsCommand({ openOutput }: CommandTools): Command {
  return new Command('refutations')
    .description('Set the figures of RefuteBench 2.0 beside those of 1.0, by model: feedback followed at once, and still followed later.')
    .argument('<runs...>', 'run folders, names under reports/runs, or latest')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (runs: string[], { json, out }: { json?: boolean; out?: string }) => {
      const models = bothBenchmarks(runs.map((run) => readJson(findRun(run, process.cwd()).scores, scoresDocument)))
      if (models.length === 0) {
        throw new HoldfastError(
          'DATA',
          `Failed to read ${runs.join(', ')}: no figures of RefuteBench. Name runs of the suites refutebench and refutebench1.`,
        )
      }
      const output = openOutput(out)
      if (json) await output.json(models, 2)
      else for (const line of models.flatMap(modelLines)) await output.line(line)
      await output.close()
    })
}

function modelLines({ model, simulated, rows }: BothOfModel): string[] {
  const figure = (metric: Metric | null) => (metric === null ? '–' : metric.value.toFixed(3))
  const interval = (metric: Metric | null) => metric?.ci95?.map((end) => end.toFixed(2)).join(' to ') ?? ''
  return [
    ` ${singleLine(model)}${simulated ? ', simulated' : ''}`,
    ...fittedTable(
      [
        ['share of answers', '1.0', '95 %', '2.0', '95 %'],
        ...rows.map(({ question, one, two }) => [question, figure(one), interval(one), figure(two), interval(two)]),
      ],
      screenWidth(),
    ),
    '',
  ]
}
