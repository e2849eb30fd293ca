import { Command, Option } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import { type ComparedRun, modelOf } from '../deciding/compare/comparedRun.ts'
import { assertMetric, type ComparedMetrics, sharedSuites } from '../deciding/compare/suiteComparison.ts'
import type { Block } from '../reports/blocks/block.ts'
import { markdownBlocks } from '../reports/blocks/markdownBlocks.ts'
import { terminalBlocks } from '../reports/blocks/terminalBlocks.ts'
import { comparisonBlocks } from '../reports/compare/comparisonBlocks.ts'
import { rankingBlocks } from '../reports/compare/rankingBlocks.ts'
import { screenWidth } from '../reports/layout.ts'
import { askRuns } from '../running/commands/askRuns.ts'
import { type CommandProgress, commandProgress } from '../running/commands/commandProgress.ts'
import { numberOption } from '../running/commands/numberOption.ts'
import { openRun } from '../running/commands/openRun.ts'
import { printResult } from '../running/commands/output.ts'
import type { Answers, Questions } from '../running/worker/question.ts'

/** Columns of a text that goes to a file. */
const FILE_WIDTH = 80

interface CompareOptions {
  readonly json?: boolean
  readonly markdown?: boolean
  readonly flipped?: boolean
  readonly all?: boolean
  readonly metric?: string
  readonly change?: number
  readonly failOn?: 'worse'
  readonly out?: string
}

/** `holdfast compare A B…`: is B better than A, or is it noise? */
export function compareCommand(): Command {
  return new Command('compare')
    .description(
      'Compare runs item by item on the items they share. Of two: each metric with its change and what can be said of it. Of more: ranks, shared where they cannot be told apart.',
    )
    .argument('<runs...>', 'two or more run folders, names under reports/runs, baselines, items.jsonl files, logs of Inspect, or latest')
    .option('--all', 'test and show all metrics, not only the suite’s headline ones')
    .option('--metric <key>', 'metric to rank by, or the only one to test')
    .option(
      '--change <size>',
      'change to say for how many items it takes to tell; by default what a gate allows to drop',
      numberOption({ above: 0 }),
    )
    .option('--flipped', 'list items with full marks in one run only')
    .addOption(new Option('--fail-on <verdict>', 'exit 1 when a metric is worse').choices(['worse']))
    .option('--json', 'print JSON')
    .option('--markdown', 'print markdown')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (names: string[], options: CompareOptions) => {
      const runs: ComparedRun[] = []
      for (const name of names) runs.push(await openRun(name, process.cwd()))
      if (runs.length < 2) throw new HoldfastError('USAGE', 'Failed to compare: one run. Name two or more, for instance main latest.')
      const shared = sharedSuites(runs)
      if (shared.length === 0)
        throw new HoldfastError('DATA', `Failed to compare ${names.join(', ')}: they have no suite in common. Name runs of one suite.`)
      for (const [option, value] of Object.entries({ '--fail-on': options.failOn, '--change': options.change }))
        if (value !== undefined && runs.length > 2)
          throw new HoldfastError('USAGE', `Failed to compare: ${option} is about two runs, A and B. Leave the others out, or ${option}.`)
      const { metric, change, all = false, flipped = false } = options
      const suites = metric === undefined ? shared : await suitesWithMetric(shared, metric, runs)
      const [a, b] = runs as [ComparedRun, ComparedRun]
      if (runs.length > 2) {
        const rankings = await askEach('ranking by', suites, 'rank', { runs, metric, all: options.all }, runs)
        return print({ rankings }, rankingBlocks(rankings, runs), options)
      }
      const tested: ComparedMetrics = metric !== undefined ? { metric } : all ? 'all' : 'headline'
      const comparisons = await askEach('comparing', suites, 'compare', { a, b, tested, change }, runs)
      if (comparisons.every(({ paired }) => paired === 0))
        throw new HoldfastError(
          'DATA',
          `Failed to compare ${a.name} and ${b.name}: no item is scored in both. Compare runs of the same items.`,
        )
      const named = (run: ComparedRun) => ({ name: run.name, model: modelOf(run) })
      await print({ a: named(a), b: named(b), suites: comparisons }, comparisonBlocks(a, b, comparisons, { flipped, all }), options)
      const isWorse = comparisons.some(({ metrics }) => metrics.some(({ verdict }) => verdict === 'worse'))
      if (options.failOn === 'worse' && isWorse) process.exitCode = 1
    })
}

/** Asks each suite about the runs, and tells how far that is. */
export async function askEach<Kind extends 'compare' | 'rank'>(
  doing: string,
  suites: readonly string[],
  kind: Kind,
  question: Questions[Kind],
  runs: readonly ComparedRun[],
  progress: CommandProgress = commandProgress(),
): Promise<Answers[Kind][]> {
  const answers: Answers[Kind][] = []
  for (const [at, suite] of suites.entries()) {
    progress.step(`${doing} ${suite}, ${at + 1} of ${suites.length}`, at, suites.length)
    answers.push(await askRuns(suite, kind, question, runs, { root: process.cwd() }))
  }
  progress.end()
  return answers
}

/** Prints as JSON, as markdown, or for the screen; a file is read in windows of any width. */
async function print(value: unknown, blocks: readonly Block[], { json, markdown, out }: CompareOptions): Promise<void> {
  const width = out === undefined ? screenWidth() : FILE_WIDTH
  await printResult(out, json ? { json: value } : markdown ? markdownBlocks(blocks) : terminalBlocks(blocks, width))
}

/** The suites of these that have a metric. */
async function suitesWithMetric(suites: readonly string[], metric: string, runs: readonly ComparedRun[]): Promise<string[]> {
  const records = runs[0]?.records ?? []
  const keys: Record<string, readonly string[]> = {}
  for (const suite of suites) keys[suite] = await askRuns(suite, 'metricKeys', { records }, runs, { root: process.cwd() })
  assertMetric(metric, keys)
  return suites.filter((suite) => keys[suite]?.includes(metric))
}
