import { Command, Option } from 'commander'
import { dataError, type HoldfastError, usageError } from '../core/base/errors.ts'
import { type ComparedRun, modelOf } from '../deciding/compare/comparedRun.ts'
import { assertMetric, type ComparedMetrics, sharedSuites } from '../deciding/compare/suiteComparison.ts'
import { decidingMetric, toldByChance } from '../deciding/compare/suiteVerdict.ts'
import { standingNow } from '../judging/certificate/certificate.ts'
import { comparisonBlocks } from '../reports/compare/comparisonBlocks.ts'
import { type PageComparedRun, writeComparePage } from '../reports/page/writePage.ts'
import { loadSuiteViews, suiteViews } from '../running/catalogue.ts'
import { askRuns, openRuns, runFolderOf } from '../running/commands/askRuns.ts'
import { type CommandFlags, withOptions } from '../running/commands/commandOptions.ts'
import type { Comparison, ListedView } from '../running/commands/compareView.ts'
import { askEach, openPage, printForms } from '../running/commands/output.ts'
import { tools } from '../running/tool.ts'
import { keepBaseline } from './keepBaseline.ts'

interface CompareFlags extends CommandFlags {
  readonly flipped?: boolean
  readonly view?: string
  readonly keep?: string
}

/** `holdfast compare <runs…>`: is the last run better than the one before it, or is it noise? Tools and suites bring other comparisons. */
export function compareCommand(): Command {
  const views = [...tools().flatMap(({ views = [] }) => views), ...suiteViews()]
  const named = views.filter(({ isFlag }) => !isFlag)
  const command = withOptions(
    new Command('compare')
      .description(
        'Compare runs item by item on the items they share. Of two: each metric with its change and a verdict. Of more: a ranking, with shared places where models cannot be told apart.',
      )
      .argument('[runs...]', 'run folders, names under reports/runs, baselines, items.jsonl files, logs of Inspect, or latest'),
    'suite',
    ['metric', 'the only metric to test, or to rank by'],
    ['all', 'test and show all metrics, not only headline ones'],
    'change',
    'failOn',
    'model',
    'last',
    'rate',
    'per',
    'json',
    'markdown',
    'page',
    'out',
  )
    .option('--flipped', 'list items with full marks in one run only')
    .option('--keep <name>', 'make the last run this baseline, where --fail-on is given if it holds; with --over-time the mean of the runs')
  for (const { name, summary } of views.filter(({ isFlag }) => isFlag)) command.option(`--${name}`, summary)
  if (named.length > 0)
    command.addOption(
      new Option('--view <name>', named.map(({ name, summary }) => `${name}: ${summary}`).join(' ')).choices(named.map(({ name }) => name)),
    )
  return command.action(async (names: readonly string[], flags: CompareFlags) => {
    const root = process.cwd()
    const asked = askedView(views, flags)
    const view = asked ?? (names.length > 2 ? views.find(({ isOfMany }) => isOfMany) : undefined)
    if (names.length < (view || flags.keep !== undefined ? 1 : 2) && !view?.takesAll)
      throw refused(`${names.length === 0 ? 'no run' : 'one run'}. Name two or more, for instance main latest.`)
    if (names.length > 1 || view) {
      // A page of answers lies beside those of the last run. What both ask of a suite takes one start of Vitest.
      const [found, page] = await Promise.all([
        view ? view.load().then((load) => load(names, flags, root)) : twoRuns(names, flags, root),
        flags.page && !view ? comparePage(names, flags, root) : undefined,
      ])
      if (page !== undefined) await openPage(page)
      else await printForms(found, flags, `reports/${view?.name ?? 'compare'}.html`)
      if (found.isNo) {
        process.exitCode = 1
        return
      }
    }
    if (flags.keep !== undefined)
      await keepBaseline(flags.keep, view?.takesAll ? names : names.slice(-1), root, names.length === 1 && !view)
  })
}

/** The view that is asked for. @throws HoldfastError for several. */
function askedView(views: readonly ListedView[], flags: CompareFlags): ListedView | undefined {
  const given = flags as Readonly<Record<string, unknown>>
  const inCode = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const chosen = views.filter(({ name, isFlag }) => (isFlag ? given[inCode(name)] === true : flags.view === name))
  if (chosen.length > 1) throw refused(`${chosen.map(({ name }) => name).join(' and ')} are two views. Choose one.`)
  return chosen[0]
}

function refused(why: string): HoldfastError {
  return usageError(`Failed to compare: ${why}`)
}

/** Runs with what is known of their judges. */
async function openJudged(names: readonly string[], root: string): Promise<ComparedRun[]> {
  const withStanding = async (run: ComparedRun) => ({
    ...run,
    standing: run.document && (await standingNow(run.document, undefined, root)),
  })
  return Promise.all((await openRuns(names, root)).map(withStanding))
}

async function twoRuns(names: readonly string[], flags: CompareFlags, root: string): Promise<Comparison> {
  if (names.length > 2) throw refused(`${names.length} runs. Name two: this installation has no board.`)
  const runs = await openJudged(names, root)
  const [a, b] = runs as [ComparedRun, ComparedRun]
  const { metric, change, all = false, flipped = false } = flags
  const shared = suitesOf(runs, flags.suite)
  const tested: ComparedMetrics = metric !== undefined ? { metric } : all ? 'all' : 'headline'
  const asked = await askEach('comparing', shared, (suite) => askRuns(suite, 'compare', { a, b, tested, change }, runs, { root }))
  const comparisons = metric === undefined ? asked : asked.filter((own) => own.metrics.length > 0)
  if (metric !== undefined && comparisons.length === 0)
    assertMetric(metric, Object.fromEntries(shared.map((suite) => [suite, Object.keys(a.document?.suites[suite]?.metrics ?? {})])))
  if (comparisons.every(({ paired }) => paired === 0))
    throw dataError(`Failed to compare ${a.name} and ${b.name}: no item is scored in both. Compare runs of the same items.`)
  const ofRun = (run: ComparedRun) => ({ name: run.name, model: modelOf(run) })
  // What cannot be held against each other, or has no figure in one of the two, is not told to be as good.
  const isOpen = comparisons.some((comparison) => comparison.warning !== undefined || !decidingMetric(comparison))
  const moved = (wanted: string) => comparisons.some(({ metrics }) => metrics.some(({ verdict }) => verdict === wanted))
  return {
    json: { a: ofRun(a), b: ofRun(b), suites: comparisons, toldByChance: toldByChance(comparisons.length) },
    blocks: comparisonBlocks(a, b, comparisons, { flipped, all, change }),
    isNo: flags.failOn !== undefined && (isOpen || moved('worse') || (flags.failOn === 'change' && moved('better'))),
  }
}

/** The suites that runs share. @throws HoldfastError where there is none. */
function suitesOf(runs: readonly ComparedRun[], only: string | undefined): string[] {
  const shared = sharedSuites(runs).filter((suite) => only === undefined || suite === only)
  if (shared.length > 0) return shared
  const lack = only === undefined ? 'they have no suite in common' : `they do not both have ${only}`
  throw dataError(`Failed to compare ${runs.map(({ name }) => name).join(', ')}: ${lack}. Name runs of one suite.`)
}

/** Writes compare.html beside the page of the second run: what differs, with the answers to changed items. @returns its path. */
async function comparePage(names: readonly string[], { suite, out }: CompareFlags, root: string): Promise<string> {
  if (out !== undefined) throw usageError(`Failed to write ${out}: the page lies in the folder of the last run. Leave out --out.`)
  const opened = (await openJudged(names, root)).map((run) => {
    const folder = runFolderOf(run.name, root)
    return { ...run, name: folder ? (run.document?.run.id ?? run.name) : run.name, folder }
  })
  const [other, run] = opened as [PageComparedRun, PageComparedRun]
  if (!run.folder) throw usageError(`Failed to write the page: ${names.at(-1)} is no run folder. Name one last, for instance latest.`)
  const ask = (own: string) => askRuns(own, 'compare', { a: other, b: run, tested: 'headline' }, [other, run], { root })
  const suites = await askEach(`comparing ${run.name}`, suitesOf([other, run], suite), ask)
  return writeComparePage(run.folder, run, { other, suites }, await loadSuiteViews(run.records.map((record) => record.suite)))
}
