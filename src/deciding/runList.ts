import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { messageOf } from '../core/base/errors.ts'
import { didYouMean } from '../core/base/text/nearest.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { type RunSettings, readRunSettings } from '../core/config/runSettings.ts'
import { plainRun, type RunFolder, readScores, runFolder } from '../core/format/runFolder.ts'
import { isIncomplete, type ScoresDocument } from '../core/format/scoresDocument.ts'

/** A run folder in short. */
export interface ListedRun {
  /** Name of the folder, by which commands take the run. */
  readonly name: string
  readonly isLatest: boolean
  /** It ended, some of its items did not run, it did not end, or its files cannot be read. */
  readonly state: 'complete' | 'incomplete' | 'unfinished' | 'broken'
  readonly problem?: string | undefined
  /** Whether `HOLDFAST_RESUME` can finish it. */
  readonly canResume: boolean
  /** When it began, as ISO 8601; of a broken one when its folder changed. */
  readonly startedAt: string
  readonly document?: ScoresDocument | undefined
  readonly settings?: RunSettings | undefined
}

/** The runs under `reports/runs`, the newest first. */
export function listRuns(root: string): ListedRun[] {
  const folder = join(root, 'reports', 'runs')
  if (!existsSync(folder)) return []
  const latest = linkedName(join(folder, 'latest'))
  const names = readdirSync(folder).filter((name) => !name.startsWith('.') && lstatSync(join(folder, name)).isDirectory())
  const runs = names.flatMap((name) => {
    const run = runFolder(join(folder, name))
    return [run.items, run.scores, run.settings].some((file) => existsSync(file)) ? [listedRun(run, name, name === latest)] : []
  })
  return runs.sort((one, other) => (one.startedAt < other.startedAt ? 1 : -1))
}

/** What is said of an item that a run lacks: `latest` leads to another run after each test, so the newest one that has it is named, else an id like it. */
export function noSuchItem(id: string, ids: readonly string[], root: string, verb: 'show' | 'shrink', ...flags: readonly string[]): string {
  const field = `"item":${JSON.stringify(id)}`
  const run = listRuns(root).find(({ name, state }) => {
    const { items } = runFolder(join(root, 'reports', 'runs', name))
    return state !== 'broken' && existsSync(items) && readFileSync(items, 'utf8').includes(field)
  })
  const advice = run ? ` The newest that has it is ${run.name}: ${holdfastCommand(verb, run.name, id, ...flags)}.` : didYouMean(id, ids)
  return `the run has no such item.${advice}`
}

/** Name of the folder that a link leads to; undefined where there is no link. */
function linkedName(link: string): string | undefined {
  return lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink() ? basename(readlinkSync(link)) : undefined
}

function listedRun(run: RunFolder, name: string, isLatest: boolean): ListedRun {
  try {
    plainRun(run)
    const document = readScores(run.scores)
    const settings = existsSync(run.settings) ? readRunSettings(run) : undefined
    const state = !document ? 'unfinished' : isIncomplete(document) ? 'incomplete' : 'complete'
    const startedAt = document?.run.startedAt ?? settings?.startedAt ?? changedAt(run)
    return { name, isLatest, state, canResume: state !== 'complete' && settings !== undefined, startedAt, document, settings }
  } catch (error) {
    return { name, isLatest, state: 'broken', problem: messageOf(error), canResume: false, startedAt: changedAt(run) }
  }
}

function changedAt({ path }: RunFolder): string {
  return statSync(path).mtime.toISOString()
}
