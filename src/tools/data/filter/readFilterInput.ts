import { basename } from 'node:path'
import {
  assertOtherRuns,
  type ComparedRun,
  HoldfastError,
  isScored,
  isSimulated,
  measuredRole,
  openRuns,
  sharedSuites,
  unlikeRuns,
} from '../../../kit.ts'
import type { FilterInput } from './filterItems.ts'
import { itemRows, LEAST_MODELS } from './itemHealth.ts'

/** Runs of one suite, ready to be filtered by. */
export type OpenedInput = Awaited<ReturnType<typeof readFilterInput>>

/**
 * Reads the records of several runs of one suite.
 *
 * @param names of runs, baselines, files of records or logs.
 * @param asked the suite, where the runs have several.
 * @throws HoldfastError for fewer than three runs, runs of different suites or of other data, and a run without a score.
 */
export async function readFilterInput(names: readonly string[], root: string, asked?: string) {
  if (names.length < LEAST_MODELS)
    throw new HoldfastError(
      'USAGE',
      `Failed to filter: ${names.length === 1 ? 'one run' : `${names.length} runs`}. Name ${LEAST_MODELS} or more of different models.`,
    )
  const runs = await openRuns(names, root)
  assertOtherRuns(runs, 'filter')
  const suite = asked ?? sharedSuite(runs)
  const records = runs.map((run) => run.records.filter((record) => record.suite === suite))
  const empty = records.findIndex((own) => !own.some(isScored))
  if (empty >= 0)
    throw new HoldfastError(
      'DATA',
      `Failed to filter ${names[empty]}: no item of ${suite} has a score in it. Leave it out, or name another run.`,
    )
  // What else differs between the runs: their figures are compared all the same.
  const unlike = unlikeRuns(runs, suite).map(({ name, from, why }) => `${from} and ${name}: ${why}`)
  return { suite, data: sharedData(runs, suite), runs, unlike, rows: itemRows(records), models: modelsOf(runs) }
}

/** The models by their runs. Two runs of one model are told apart by the names of the runs. */
function modelsOf(runs: readonly ComparedRun[]): FilterInput['models'] {
  const models = runs.map(({ name, document }) => ({
    run: name,
    model: (document && measuredRole(document.run)?.model) ?? basename(name, '.jsonl'),
    simulated: isSimulated(document),
  }))
  return models.map((own) => {
    const isShared = models.some((other) => other !== own && other.model === own.model)
    return isShared ? { ...own, model: `${own.model} (${own.run})` } : own
  })
}

/** The one suite that all runs have. */
function sharedSuite(runs: readonly ComparedRun[]): string {
  const [first, ...others] = sharedSuites(runs)
  if (first === undefined) {
    const listed = runs.map(({ name, records }) => `${name} of ${[...new Set(records.map(({ suite }) => suite))].join(', ') || 'none'}`)
    throw new HoldfastError('DATA', `Failed to filter: the runs are of different suites (${listed.join('; ')}). Name runs of one suite.`)
  }
  if (others.length === 0) return first
  throw new HoldfastError(
    'USAGE',
    `Failed to filter: the runs have several suites in common (${[first, ...others].join(', ')}). Name one with --suite.`,
  )
}

/** The data that all runs are of, as far as they tell. */
function sharedData(runs: readonly ComparedRun[], suite: string) {
  const told = runs.flatMap(({ name, document }) => {
    const data = document?.run.data[suite]
    return data ? [{ name, source: data.source, sha256: data.sha256 }] : []
  })
  const [first] = told
  const other = told.find(({ sha256 }) => sha256 !== first?.sha256)
  if (first && other)
    throw new HoldfastError(
      'DATA',
      `Failed to filter: ${first.name} and ${other.name} are of other data of ${suite} (sha256 ${first.sha256.slice(0, 12)} and ${other.sha256.slice(0, 12)}). Name runs of the same items.`,
    )
  return first && { source: first.source, sha256: first.sha256 }
}
