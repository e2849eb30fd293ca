import { existsSync, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import {
  baselineFiles,
  findRun,
  HoldfastError,
  itemRecord,
  measuredRole,
  parse,
  parseLine,
  readJson,
  readLines,
  type ScoresDocument,
  scoresDocument,
} from '../../../kit.ts'
import type { RecordedScore } from './itemScores.ts'

/** The records of one model. */
export interface Source {
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
export interface SuiteScore extends RecordedScore {
  readonly suite: string | undefined
}

/**
 * Finds run folders, runs by name, `latest`, baselines by name, and files: items.jsonl, or lines of `{ id, score }`.
 *
 * @throws HoldfastError where there is none, and where two names lead to one file.
 */
export function openSources(names: readonly string[], root: string): Source[] {
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
  if (existsSync(baseline.items)) return named(run, baseline.items, readJson(baseline.scores, scoresDocument))
  if (/\.jsonl(?:\.gz)?$/.test(run) && existsSync(run)) return named(run, run, undefined)
  const folder = findRun(run, root)
  if (!existsSync(folder.items))
    throw new HoldfastError('DATA', `Failed to filter ${run}: it has no items.jsonl. Name a run with its item records.`)
  return named(run, folder.items, existsSync(folder.scores) ? readJson(folder.scores, scoresDocument) : undefined)
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
export async function* readScores({ path }: Pick<Source, 'path'>): AsyncGenerator<SuiteScore> {
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
