import { existsSync, realpathSync } from 'node:fs'
import {
  areInspectLogs,
  askEach,
  askRuns,
  assertOtherRuns,
  type CommandFlags,
  type ComparedRun,
  type CompareView,
  chosenSuites,
  dataError,
  loadSuite,
  type Metrics,
  openRuns,
  runFolderOf,
  suitesWith,
  usageError,
} from '../../kit.ts'
import { type BoardEntry, boardSuite, plainLayout } from './board.ts'
import { boardBlocks } from './page/boardBlocks.ts'
import { boardPage } from './page/boardPage.ts'

/** The tables of the papers over many models, with shared places, cost and time. */
export const boardView: CompareView = async (names, flags, root) => {
  for (const option of ['change', 'failOn'] as const)
    if (flags[option] !== undefined)
      throw usageError(
        `Failed to compare: --${option === 'failOn' ? 'fail-on' : option} is about two runs, A and B. Leave the others out, or the option.`,
      )
  const runs = await openRuns(names, root)
  const made = await boardOf(runs, flags, root)
  const suites = made.map(({ board }) => board)
  const page = flags.out ?? 'reports/board.html'
  const pages = runs.map(({ name }) => ({ name, page: pageOf(name, root) }))
  return {
    json: { suites, rankings: made.map(({ ranking }) => ranking) },
    blocks: boardBlocks(suites),
    page: () => boardPage(page, suites, pages),
  }
}

/** The page of a run, where it has one. `latest` leads to another run tomorrow, so its folder is named. */
function pageOf(name: string, root: string): string | undefined {
  const page = runFolderOf(name, root)?.page
  return page !== undefined && existsSync(page) ? realpathSync(page) : undefined
}

/** The board of every suite that any run has. */
async function boardOf(runs: readonly ComparedRun[], { suite: only, metric, all: isWhole }: CommandFlags, root: string) {
  const entries = runs.map(({ name, document, records }): BoardEntry => {
    if (document) return { name, document, records }
    throw dataError(`Failed to put ${name} on a board: it has no scores.json. Finish the run, or merge its parts.`)
  })
  assertOtherRuns(runs, 'make a board')
  const named = entries.flatMap(({ document }) => Object.keys(document.suites))
  const keysOf = (suite: string) => Object.keys(Object.assign({}, ...entries.map(({ document }) => document.suites[suite]?.metrics)))
  const having = suitesWith(metric, chosenSuites(named, only, 'make a board'), keysOf)
  return askEach('comparing the models', having, async (suite) => {
    const own = entries.filter(({ document }) => document.suites[suite])
    const compared = runs.filter(({ name }) => own.some((entry) => entry.name === name))
    const layOut = areInspectLogs(compared) ? undefined : (await loadSuite(suite))?.view?.board
    const metrics: Metrics = Object.assign({}, ...own.map(({ document }) => document.suites[suite]?.metrics))
    const layout = layOut?.(metrics) ?? plainLayout(own, suite)
    const ranking = await askRuns(suite, 'rank', { runs: compared, metric, all: isWhole, mayDiffer: layout.option }, compared, { root })
    return { board: boardSuite(suite, own, layout, ranking), ranking }
  })
}
