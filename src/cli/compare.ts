import { Command, Option } from 'commander'
import { HoldfastError } from '../core/base/errors.ts'
import type { ScoreWays } from '../core/format/scoreWays.ts'
import { type ComparedRun, modelOf } from '../deciding/compare/comparedRun.ts'
import { assertMetric, type ComparedMetrics, sharedSuites } from '../deciding/compare/suiteComparison.ts'
import { toldByChance } from '../deciding/compare/suiteVerdict.ts'
import { comparisonBlocks } from '../reports/compare/comparisonBlocks.ts'
import { rankingBlocks } from '../reports/compare/rankingBlocks.ts'
import { askRuns } from '../running/commands/askRuns.ts'
import { askEach } from '../running/commands/commandProgress.ts'
import { numberOption } from '../running/commands/numberOption.ts'
import { betterOption, openRuns } from '../running/commands/openRun.ts'
import { printBlocks } from '../running/commands/output.ts'

interface CompareOptions {
  readonly json?: boolean
  readonly markdown?: boolean
  readonly flipped?: boolean
  readonly all?: boolean
  readonly better: ScoreWays
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
    .addOption(betterOption())
    .option('--json', 'print JSON')
    .option('--markdown', 'print markdown')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (names: string[], options: CompareOptions) => {
      const runs = await openRuns(names, process.cwd(), options.better)
      if (runs.length < 2) throw new HoldfastError('USAGE', 'Failed to compare: one run. Name two or more, for instance main latest.')
      const shared = sharedSuites(runs)
      if (shared.length === 0)
        throw new HoldfastError('DATA', `Failed to compare ${names.join(', ')}: they have no suite in common. Name runs of one suite.`)
      for (const [option, value] of Object.entries({ '--fail-on': options.failOn, '--change': options.change }))
        if (value !== undefined && runs.length > 2)
          throw new HoldfastError('USAGE', `Failed to compare: ${option} is about two runs, A and B. Leave the others out, or ${option}.`)
      const { metric, change, all = false, flipped = false } = options
      const root = process.cwd()
      const [a, b] = runs as [ComparedRun, ComparedRun]
      if (runs.length > 2) {
        const rankings = await withMetric(metric, runs, shared, (suite) =>
          askRuns(suite, 'rank', { runs, metric, all: options.all }, runs, { root }),
        )
        return printBlocks({ rankings }, rankingBlocks(rankings, runs), options)
      }
      const tested: ComparedMetrics = metric !== undefined ? { metric } : all ? 'all' : 'headline'
      const comparisons = await withMetric(metric, runs, shared, (suite) =>
        askRuns(suite, 'compare', { a, b, tested, change }, runs, { root }),
      )
      if (comparisons.every(({ paired }) => paired === 0))
        throw new HoldfastError(
          'DATA',
          `Failed to compare ${a.name} and ${b.name}: no item is scored in both. Compare runs of the same items.`,
        )
      const named = (run: ComparedRun) => ({ name: run.name, model: modelOf(run) })
      await printBlocks(
        { a: named(a), b: named(b), suites: comparisons, toldByChance: toldByChance(comparisons.length) },
        comparisonBlocks(a, b, comparisons, { flipped, all }),
        options,
      )
      const isWorse = comparisons.some(({ metrics }) => metrics.some(({ verdict }) => verdict === 'worse'))
      if (options.failOn === 'worse' && isWorse) process.exitCode = 1
    })
}

/** The answers of the suites that have a metric; of all of them where none is named. */
async function withMetric<Answer>(
  metric: string | undefined,
  runs: readonly ComparedRun[],
  suites: readonly string[],
  ask: (suite: string) => Promise<Answer>,
): Promise<Answer[]> {
  if (metric === undefined) return askEach('comparing', suites, ask)
  const question = { records: runs[0]?.records ?? [] }
  const told = await askEach('comparing', suites, async (suite) => {
    const keys = askRuns(suite, 'metricKeys', question, runs, { root: process.cwd() })
    return Promise.all([suite, keys, ask(suite)])
  })
  assertMetric(metric, Object.fromEntries(told))
  return told.flatMap(([, keys, answer]) => (keys.includes(metric) ? [answer] : []))
}
