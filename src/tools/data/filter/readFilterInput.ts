import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import {
  baselineFiles,
  comparableOf,
  findRun,
  HoldfastError,
  incomparable,
  itemRecord,
  measuredRole,
  parse,
  parseLine,
  readLines,
  readScores,
  type ScoresDocument,
} from '../../../kit.ts'
import type { FilterInput } from './filterItems.ts'
import { LEAST_MODELS } from './itemHealth.ts'
import { ItemScores, type RecordedScore } from './itemScores.ts'

/** Runs of one suite, ready to be filtered by. */
export interface OpenedInput extends FilterInput {
  /** Undefined where no run tells it: files of scores do not. */
  readonly suite: string | undefined
  readonly data: { readonly source: string; readonly sha256: string } | undefined
  /** What else differs between the runs, in words: their figures are compared all the same. */
  readonly unlike: readonly string[]
  readonly sources: readonly Source[]
}

/**
 * Reads the records of several runs of one suite.
 *
 * @param names of runs, baselines or files.
 * @param asked the suite, where the runs have several.
 * @param onRun told before each run.
 * @throws HoldfastError for fewer than three runs, runs of different suites or of other data, and a run without a score.
 */
export async function readFilterInput(
  names: readonly string[],
  root: string,
  asked: string | undefined,
  onRun?: (run: string, at: number, runs: number) => void,
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
    for await (const score of scoreLines(source)) {
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
  for await (const { suite } of scoreLines(source)) if (suite !== undefined) suites.add(suite)
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

/** The records of one model. */
interface Source {
  /** As the user named it. */
  readonly run: string
  /** The model that was measured; of a file without a run its name. */
  readonly model: string
  readonly path: string
  readonly document: ScoresDocument | undefined
}

/** A line of a file of scores: what `holdfast score` prints for an item, or scores that were recorded elsewhere. */
const scoreLine = z.object({
  id: z.string().min(1),
  task: z.string().optional(),
  trial: z.number().int().nonnegative().optional(),
  /** From 0 to 1. Without one, and with null, the item ended without a score. */
  score: z.number().min(0).max(1).nullable().optional(),
  total: z.number().min(0).max(1).nullable().optional(),
})

/** A record with its suite, which a line of a file of scores does not tell. */
interface SuiteScore extends RecordedScore {
  readonly suite: string | undefined
}

/**
 * Finds run folders, runs by name, `latest`, baselines by name, and files: items.jsonl, or lines of `{ id, score }`.
 *
 * @throws HoldfastError where there is none, and where two names lead to one file.
 */
function openSources(names: readonly string[], root: string): Source[] {
  const sources = names.map((name) => openSource(name, root))
  const seen = new Map<string, string>()
  for (const { run, path } of sources) {
    const real = realpathSync(path)
    const before = seen.get(real)
    if (before !== undefined)
      throw new HoldfastError(
        'USAGE',
        `Failed to filter: ${before === run ? `${run} is named twice` : `${before} and ${run} are one run`}. Name each run once.`,
      )
    seen.set(real, run)
  }
  return withOwnNames(sources)
}

function openSource(run: string, root: string): Source {
  const baseline = baselineFiles(root, run)
  if (existsSync(baseline.items)) return named(run, baseline.items, readScores(baseline.scores))
  if (/\.jsonl(?:\.gz)?$/.test(run) && existsSync(run)) return named(run, run, undefined)
  const folder = findRun(run, root)
  if (!existsSync(folder.items))
    throw new HoldfastError('DATA', `Failed to filter ${run}: it has no items.jsonl. Name a run with its item records.`)
  return named(run, folder.items, readScores(folder.scores))
}

function named(run: string, path: string, document: ScoresDocument | undefined): Source {
  const model = document && measuredRole(document.run)?.model
  return { run, path, document, model: model ?? basename(run).replace(/\.jsonl(?:\.gz)?$/, '') }
}

/** Two runs of one model are told apart by the names of the runs. */
function withOwnNames(sources: readonly Source[]): Source[] {
  return sources.map((source) => {
    const isShared = sources.some((other) => other !== source && other.model === source.model)
    return isShared ? { ...source, model: `${source.model} (${source.run})` } : source
  })
}

/**
 * The scores of a source, one by one: the file is streamed. Items that were skipped by a decision are passed over.
 *
 * @throws HoldfastError naming file, line and field of the first line that does not fit.
 */
async function* scoreLines({ path }: Pick<Source, 'path'>): AsyncGenerator<SuiteScore> {
  let number = 0
  for await (const line of readLines(path)) {
    number += 1
    if (line.trim() === '') continue
    const where = `${path}, line ${number}`
    const value = parseLine(line, where)
    const isRecord = typeof value === 'object' && value !== null && 'status' in value
    const score = isRecord ? ofRecord(value, where) : ofScoreLine(value, where)
    if (score) yield score
  }
}

function ofRecord(value: object, where: string): SuiteScore | undefined {
  const { suite, item, task, trial, status, scores } = parse(itemRecord, value, where)
  if (status === 'skipped') return undefined
  const isScored = status === 'passed' || status === 'failed'
  return { suite, item, task, trial, score: isScored ? (scores.total ?? null) : null, solved: status === 'passed' }
}

function ofScoreLine(value: unknown, where: string): SuiteScore {
  const { id, task = '', trial = 0, score, total } = parse(scoreLine, value, where)
  const known = score ?? total ?? null
  return { suite: undefined, item: id, task, trial, score: known, solved: known === 1 }
}
