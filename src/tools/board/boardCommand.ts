import { existsSync, realpathSync } from 'node:fs'
import { dirname, relative, resolve, sep } from 'node:path'
import { Command, Option } from 'commander'
import {
  areInspectLogs,
  askEach,
  askRuns,
  betterOption,
  type ComparedRun,
  HoldfastError,
  loadSuite,
  type Metrics,
  markdownBlocks,
  openRuns,
  printResult,
  runFolderOf,
  type ScoreWays,
  screenWidth,
  terminalBlocks,
  writeWhole,
} from '../../kit.ts'
import { type BoardEntry, type BoardSuite, boardSuite, plainLayout } from './board.ts'
import { boardBlocks } from './page/boardBlocks.ts'
import { boardDocument } from './page/boardDocument.ts'

interface BoardFlags {
  readonly better: ScoreWays
  readonly suite?: string
  readonly json?: boolean
  readonly markdown?: boolean
  readonly page?: string
  readonly out?: string
}

/** `holdfast board <runs…>`: the tables of the papers over many models. */
export function boardCommand(): Command {
  return new Command('board')
    .description('Set many models side by side: the tables of the papers, shared places where models cannot be told apart, cost and time.')
    .argument('<runs...>', 'run folders, names under reports/runs, baselines, logs of Inspect, or latest; a model each')
    .option('--suite <name>', 'only this suite')
    .addOption(betterOption())
    .option('--json', 'print JSON, with intervals and ranks of every cell')
    .addOption(new Option('--markdown', 'print markdown').conflicts('json'))
    .option('--page <file>', 'write a page: tables, pictures, and the items that separate the models')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (names: string[], flags: BoardFlags) => {
      const root = process.cwd()
      const runs = await openRuns(names, root, flags.better)
      const board = await boardOf(runs, flags.suite, root)
      if (flags.page !== undefined)
        writeBoardPage(
          flags.page,
          board,
          runs.map(({ name }) => ({ name, page: pageOf(name, root) })),
        )
      await printResult(
        flags.out,
        flags.json
          ? { json: { suites: board } }
          : flags.markdown || flags.out?.endsWith('.md')
            ? markdownBlocks(boardBlocks(board), 2)
            : terminalBlocks(boardBlocks(board), screenWidth()),
      )
    })
}

/** The page of a run, where it has one. `latest` leads to another run tomorrow, so its folder is named. */
function pageOf(name: string, root: string): string | undefined {
  const page = runFolderOf(name, root)?.page
  return page !== undefined && existsSync(page) ? realpathSync(page) : undefined
}

/** The board of every suite that any run has. */
async function boardOf(runs: readonly ComparedRun[], only: string | undefined, root: string): Promise<BoardSuite[]> {
  const entries = runs.map(({ name, document, records }): BoardEntry => {
    if (document) return { name, document, records }
    throw new HoldfastError('DATA', `Failed to put ${name} on a board: it has no scores.json. Finish the run, or summarize it.`)
  })
  const twice = entries.find(({ name }, at) => entries.findIndex((other) => other.name === name) !== at)
  if (twice) throw new HoldfastError('USAGE', `Failed to make a board: ${twice.name} is named twice. Name each run once.`)
  const all = [...new Set(entries.flatMap(({ document }) => Object.keys(document.suites)))].sort()
  const suites = only === undefined ? all : all.filter((suite) => suite === only)
  if (suites.length === 0)
    throw new HoldfastError(
      'USAGE',
      `Failed to make a board: no run has ${only ?? 'a suite'}. ${all.length > 0 ? `They have ${all.join(', ')}.` : 'Name other runs.'}`,
    )
  return askEach('comparing the models', suites, async (suite) => {
    const own = entries.filter(({ document }) => document.suites[suite])
    const compared = runs.filter(({ name }) => own.some((entry) => entry.name === name))
    const layOut = areInspectLogs(compared) ? undefined : (await loadSuite(suite))?.view?.board
    const metrics: Metrics = Object.assign({}, ...own.map(({ document }) => document.suites[suite]?.metrics))
    const layout = layOut?.(metrics) ?? plainLayout(own, suite)
    const ranking = await askRuns(suite, 'rank', { runs: compared, mayDiffer: layout.option }, compared, { root })
    return boardSuite(suite, own, layout, ranking)
  })
}

/**
 * Writes a board as a page: one file that is opened from disk and loads nothing. It leads to the pages of its runs, which it expects
 * where they are now, seen from it.
 *
 * @param runs as the user named them, with the path of the page of each that has one.
 * @throws HoldfastError where the file cannot be written.
 */
export function writeBoardPage(
  path: string,
  suites: readonly BoardSuite[],
  runs: readonly { readonly name: string; readonly page: string | undefined }[],
): void {
  writeWhole(
    path,
    boardDocument(
      suites,
      runs.map(({ name, page }) => ({ name, page: page === undefined ? null : addressFrom(path, page) })),
    ),
  )
}

/** Address of a file from another: no part of a path can be read as a scheme, a query or a hash. */
function addressFrom(path: string, page: string): string {
  return relative(dirname(resolve(path)), resolve(page))
    .split(sep)
    .map(encodeURIComponent)
    .join('/')
}
