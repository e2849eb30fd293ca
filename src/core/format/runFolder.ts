import { randomInt } from 'node:crypto'
import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { parseJsonl } from '../base/data/jsonl.ts'
import { readJson } from '../base/data/readJson.ts'
import { configError, dataError, orUndefined, usageError } from '../base/errors.ts'
import { makeFolder } from '../base/files/makeFolder.ts'
import { didYouMean } from '../base/text/nearest.ts'
import { type ItemRecord, itemRecord, latestRecords } from './records.ts'
import { redactedRecord } from './redactedRecord.ts'
import { type ScoresDocument, scoresDocument } from './scoresDocument.ts'

/** What run.json says it is. */
export const RUN_SCHEMA = 'holdfast.run/1'

/** What a run is made of (docs/formats.md, section 3): its files, and folders, which end with a slash. */
const ENTRIES = {
  calls: 'calls.jsonl',
  items: 'items.jsonl',
  scores: 'scores.json',
  blobs: 'blobs/',
  /** Scripts beside the page. */
  data: 'data/',
  /** For a pull request. */
  markdown: 'report.md',
  /** To be opened in a browser. */
  page: 'index.html',
  /** Settings to run the same again. */
  settings: 'run.json',
  /** Failed attempts of calls, so that a run that is started again does not begin to count anew. */
  retries: 'retries.jsonl',
  /** What is paid or may be, as far as the calls do not tell; of a run with a budget. */
  spending: 'spending.jsonl',
  /** Requests that go by batch. */
  batch: 'batch/',
  /** Smallest failing cases, by suite and item. */
  shrunk: 'shrunk/',
  /** Influence of each turn, by suite and item. */
  influence: 'influence/',
}

/** Paths of a run and of what it is made of. */
export type RunFolder = { readonly [Entry in 'path' | keyof typeof ENTRIES]: string }

/** Where the files of a run are. */
export function runFolder(path: string): RunFolder {
  const entries = Object.entries(ENTRIES).map(([name, entry]) => [name, join(path, entry.replace('/', ''))])
  return { path, ...Object.fromEntries(entries) }
}

/** Lets `reports/runs/latest` lead to a run. Where it cannot be made, the run is complete without this convenience. */
export function linkLatest(root: string, folder: RunFolder): void {
  const latest = join(root, 'reports', 'runs', 'latest')
  const aside = `${latest}-${process.pid}`
  try {
    makeFolder(dirname(latest))
    symlinkSync(relative(dirname(latest), folder.path), aside, 'dir')
    // At once: a run that is begun beside this one finds the old link or the new one.
    renameSync(aside, latest)
  } catch {
    // A folder of that name, or a system without links.
    rmSync(aside, { force: true })
  }
}

/** Throws HoldfastError for a folder that holds a run or anything else but dotfiles: ours would be mixed with them. */
export function assertFreshFolder(path: string): void {
  if (!existsSync(path)) return
  const refused = (reason: string) => configError(`Failed to use ${path} as run folder: ${reason}`)
  if (!statSync(path).isDirectory()) throw refused('it is a file. Name a folder.')
  const { calls, items, scores, settings, spending, retries } = runFolder(path)
  if ([calls, items, scores].some((file) => existsSync(file)))
    throw refused(
      'it holds another run. Name a new folder. HOLDFAST_RESUME finishes a run, and merge makes anew what it made of the same parts.',
    )
  // A run that ended before its first call has left its settings only, and what it paid for a first question.
  const left = isRunSettings(settings) ? [settings, spending, retries].map((file) => basename(file)) : []
  const foreign = readdirSync(path).find((name) => !name.startsWith('.') && !left.includes(name))
  if (foreign !== undefined)
    throw refused(`it holds ${JSON.stringify(foreign)}, which is no file of a run. Name a new folder or an empty one.`)
}

function isRunSettings(path: string): boolean {
  return orUndefined(() => lstatSync(path).isFile() && JSON.parse(readFileSync(path, 'utf8')).schema === RUN_SCHEMA) ?? false
}

/** A run folder that may be another's. Throws HoldfastError for a link among its files, which could lead anywhere, or no plain file. */
export function plainRun(folder: RunFolder): RunFolder {
  for (const [name, entry] of Object.entries(ENTRIES)) {
    const facts = lstatSync(folder[name as keyof typeof ENTRIES], { throwIfNoEntry: false })
    const isPlain = !facts || (entry.endsWith('/') ? facts.isDirectory() : facts.isFile())
    if (isPlain) continue
    const what = facts.isSymbolicLink() ? 'a link, which may lead to files that are not of the run' : 'no file of a run'
    throw dataError(
      `Failed to read the run ${folder.path}: ${entry.replace('/', '')} is ${what}. Remove it, or copy there what it leads to.`,
    )
  }
  return folder
}

/** The folders of runs called so: screens call a run by its id, which its folder's name ends with; people by the word in it. */
function calledSo(name: string, known: readonly string[]): string[] {
  const byId = known.filter((entry) => entry.endsWith(`-${name}`))
  return byId.length === 1 ? byId : known.filter((entry) => `${entry.replace(/^[\dT-]+/, '-')}-`.includes(`-${name}-`))
}

/** Run folders by the time in their name, and those of names that somebody gave by when they were last written to. */
function oldestFirst(folder: string, names: readonly string[]): string[] {
  const timeOf = (name: string) => {
    const [, day = '', hour = '', minute = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)-/.exec(name) ?? []
    return day === '' ? (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0) : Date.parse(`${day}T${hour}:${minute}Z`)
  }
  const at = new Map(names.map((name) => [name, timeOf(name)]))
  return names.toSorted((one, other) => (at.get(one) ?? 0) - (at.get(other) ?? 0) || one.localeCompare(other, 'en'))
}

/** The folder of a run, from a path, a name or `latest`. Throws HoldfastError for no run, and for a link among its files. */
export function findRun(name: string, root: string): RunFolder {
  const runs = join(root, 'reports', 'runs')
  const path = name === 'latest' ? join(runs, 'latest') : isAbsolute(name) || existsSync(name) ? name : join(runs, name)
  const folder = runFolder(path)
  if (existsSync(folder.items) || existsSync(folder.scores)) return plainRun(folder)
  const known = existsSync(runs)
    ? oldestFirst(
        runs,
        readdirSync(runs).filter((entry) => entry !== 'latest'),
      )
    : []
  const called = calledSo(name, known)
  if (called[0] !== undefined && called.length === 1) return findRun(called[0], root)
  if (statSync(path, { throwIfNoEntry: false })?.isFile())
    throw usageError(
      `Failed to find the run ${JSON.stringify(name)}: it is a file, and not the folder of a run. Of a log of Inspect, holdfast merge <log> --out <folder> makes one.`,
    )
  const listed = called.length > 0 ? called : known
  const [rest, shown] = [listed.slice(0, -3), listed.slice(-3)]
  const ids = known.map((entry) => entry.replace(/^[\dT-]+-(?=[a-z])/, ''))
  const names = ['latest', ...ids, ...known, ...baselineNames(root)].filter((one) => one !== name)
  const meant = called.length > 0 ? '' : didYouMean(name, names)
  const advice =
    listed.length > 0
      ? `The last runs ${called.length > 0 ? 'called so' : 'here'}: ${shown.join(', ')}${rest.length > 0 ? `; ${rest.length} more` : ''}.`
      : `${runsElsewhere(root) ?? 'Run a suite first'}.`
  const isPlace = name === 'latest' || isAbsolute(name) || existsSync(path)
  const why = isPlace ? `no items.jsonl in ${path}` : `there is none here, nor in ${runs}`
  throw usageError(`Failed to find the run ${JSON.stringify(name)}: ${why}.${meant} ${advice}`)
}

/** Names of the committed baselines. */
export function baselineNames(root: string): string[] {
  const files = orUndefined(() => readdirSync(join(root, 'reports', 'baselines'))) ?? []
  return files.flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? [])
}

/** Where packages of a workspace, at most two folders down, have the runs that its root has not; undefined where none has. */
export function runsElsewhere(root: string): string | undefined {
  const foldersIn = (path: string) =>
    (orUndefined(() => readdirSync(path, { withFileTypes: true })) ?? [])
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules')
      .map(({ name }) => join(path, name))
  const packages = foldersIn(root).flatMap((folder) => [folder, ...foldersIn(folder)])
  const found = packages.filter((folder) => existsSync(join(folder, 'reports', 'runs'))).map((folder) => relative(root, folder))
  return found.length === 0 ? undefined : `Runs are in ${found.join(', ')}: type the command there`
}

/** The folder of a run to be finished, by path, name or `latest`. Throws HoldfastError without run.json, or for a link among its files. */
export function findBrokenRun(name: string, root: string): RunFolder {
  const runs = join(root, 'reports', 'runs')
  const paths = name === 'latest' ? [join(runs, 'latest')] : [resolve(root, name), join(runs, name)]
  const called = calledSo(name, orUndefined(() => readdirSync(runs)) ?? [])
  const all = called.length === 1 ? [...paths, join(runs, called[0] as string)] : paths
  const found = all.map((path) => runFolder(path)).find(({ settings }) => existsSync(settings))
  if (found) return plainRun(runFolder(realpathSync(found.path)))
  throw configError(`Failed to resume ${JSON.stringify(name)}: no run.json in ${paths.join(' or ')}. Name the folder of a run.`)
}

const BIRDS = [
  ...['avocet', 'bittern', 'curlew', 'dunlin', 'egret', 'fulmar', 'gannet', 'heron', 'ibis', 'jackdaw', 'kestrel', 'lapwing', 'merlin'],
  ...['nuthatch', 'osprey', 'plover', 'quail', 'redshank', 'siskin', 'teal', 'wagtail', 'wren'],
]

/** A name for a run that people can say: `kestrel-0412`. */
export function newRunId(): string {
  return `${BIRDS[randomInt(BIRDS.length)]}-${String(randomInt(10_000)).padStart(4, '0')}`
}

/** Folder name of a run: `2026-11-22T0905-kestrel-0412`, in UTC, so that names sort by time. */
export function runFolderName(id: string, startedAt: Date): string {
  return `${startedAt.toISOString().slice(0, 16).replace(':', '')}-${id}`
}

/**
 * Item records of a file, the last of each item and trial, without secrets: the file may be older than a secret. None where there is no
 * file. @throws HoldfastError naming the line that is none.
 */
export function readItemRecords(path: string): ItemRecord[] {
  return existsSync(path) ? latestRecords(parseJsonl(readFileSync(path), itemRecord, path)).map(redactedRecord) : []
}

/** Item records of a run, read like {@link readItemRecords}. @throws HoldfastError where it has items and no file of them. */
export function readRunRecords({ path, items, scores }: RunFolder): ItemRecord[] {
  // A run that was stopped before its first item has none.
  if (!existsSync(items) && Object.values(readScores(scores)?.suites ?? {}).some((suite) => suite.items > 0))
    throw dataError(`Failed to read the run ${path}: it has no items.jsonl. Name a run with its records.`)
  return readItemRecords(items)
}

/** The scores in a file; undefined where there is none. @throws HoldfastError for another file. */
export function readScores(path: string): ScoresDocument | undefined {
  return existsSync(path) ? readJson(path, scoresDocument) : undefined
}
