import { comparableOf, HoldfastError, incomparable } from '../../../kit.ts'
import type { FilterInput } from './filterItems.ts'
import { LEAST_MODELS } from './itemHealth.ts'
import { ItemScores } from './itemScores.ts'
import { openSources, readScores, type Source } from './openSources.ts'

/** Runs of one suite, ready to be filtered by. */
export interface OpenedInput extends FilterInput {
  /** Undefined where no run tells it: files of scores do not. */
  readonly suite: string | undefined
  readonly data: { readonly source: string; readonly sha256: string } | undefined
  /** What else differs between the runs, in words: their figures are compared all the same. */
  readonly unlike: readonly string[]
  readonly sources: readonly Source[]
}

/** What the reader tells while it reads. */
export interface ReadOptions {
  readonly suite?: string | undefined
  /** Told before each run. */
  readonly onRun?: ((run: string, at: number, runs: number) => void) | undefined
}

/**
 * Reads the records of several runs of one suite.
 *
 * @param names of runs, baselines or files.
 * @throws HoldfastError for fewer than three runs, runs of different suites or of other data, and a run without a score.
 */
export async function readFilterInput(
  names: readonly string[],
  root: string,
  { suite: asked, onRun }: ReadOptions = {},
): Promise<OpenedInput> {
  if (names.length < LEAST_MODELS)
    throw new HoldfastError(
      'USAGE',
      `Failed to filter: ${names.length === 1 ? 'one run' : `${names.length} runs`}. Name ${LEAST_MODELS} or more of different models.`,
    )
  const sources = openSources(names, root)
  const suite = asked ?? (await sharedSuite(sources))
  const data = suite === undefined ? undefined : sharedData(sources, suite)
  const items = new ItemScores()
  for (const [at, source] of sources.entries()) {
    onRun?.(source.run, at, sources.length)
    let scored = 0
    for await (const score of readScores(source)) {
      if (score.suite !== undefined && score.suite !== suite) continue
      items.add(at, score)
      if (score.score !== null) scored += 1
    }
    if (scored === 0)
      throw new HoldfastError(
        'DATA',
        `Failed to filter ${source.run}: no item${suite === undefined ? '' : ` of ${suite}`} has a score in it. Leave it out, or name another run.`,
      )
  }
  return {
    suite,
    data,
    sources,
    unlike: suite === undefined ? [] : differences(sources, suite),
    rows: items.rows(sources.length),
    models: sources.map(modelOf),
  }
}

function modelOf({ run, model, document }: Source): FilterInput['models'][number] {
  return { run, model, simulated: Object.values(document?.run.roles ?? {}).some(({ simulated }) => simulated) }
}

/** The one suite that all runs have; undefined where none tells. */
async function sharedSuite(sources: readonly Source[]): Promise<string | undefined> {
  const told: { run: string; suites: readonly string[] }[] = []
  for (const source of sources) {
    const suites = source.document ? Object.keys(source.document.suites) : await suitesOf(source)
    if (suites.length > 0) told.push({ run: source.run, suites })
  }
  const [first, ...others] = told
  if (!first) return undefined
  const shared = first.suites.filter((suite) => others.every(({ suites }) => suites.includes(suite)))
  if (shared.length === 1) return shared[0]
  if (shared.length > 1)
    throw new HoldfastError(
      'USAGE',
      `Failed to filter: the runs have several suites in common (${shared.join(', ')}). Name one with --suite.`,
    )
  const listed = told.map(({ run, suites }) => `${run} of ${suites.join(', ')}`).join('; ')
  throw new HoldfastError('DATA', `Failed to filter: the runs are of different suites (${listed}). Name runs of one suite.`)
}

async function suitesOf(source: Source): Promise<string[]> {
  const suites = new Set<string>()
  for await (const { suite } of readScores(source)) if (suite !== undefined) suites.add(suite)
  return [...suites]
}

/** The data that all runs are of, as far as they tell. */
function sharedData(sources: readonly Source[], suite: string): OpenedInput['data'] {
  const told = sources.flatMap(({ run, document }) => {
    const data = document?.run.data[suite]
    return data ? [{ run, data }] : []
  })
  const [first, ...others] = told
  const other = others.find(({ data }) => data.sha256 !== first?.data.sha256)
  if (first && other)
    throw new HoldfastError(
      'DATA',
      `Failed to filter: ${first.run} and ${other.run} are of other data of ${suite} (sha256 ${first.data.sha256.slice(0, 12)} and ${other.data.sha256.slice(0, 12)}). Name runs of the same items.`,
    )
  return first && { source: first.data.source, sha256: first.data.sha256 }
}

/** In what else runs differ from the first, each once. */
function differences(sources: readonly Source[], suite: string): string[] {
  const runs = sources.flatMap(({ run, document }) => (document ? [{ run, comparable: comparableOf(document, suite) }] : []))
  const [first, ...others] = runs
  return others.flatMap(({ run, comparable }) => {
    const why = first && incomparable(first.comparable, comparable)
    return why === undefined ? [] : [`${first?.run} and ${run}: ${why}`]
  })
}
