import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { HoldfastError } from '../base/errors.ts'

/** Files of a run (docs/contracts.md, section 3). */
export interface RunFolder {
  readonly path: string
  readonly calls: string
  readonly items: string
  readonly scores: string
  readonly blobs: string
  /** For a pull request. */
  readonly markdown: string
  /** To be opened in a browser. */
  readonly page: string
  /** Settings to run the same again. */
  readonly settings: string
}

/** Where the files of a run are. */
export function runFolder(path: string): RunFolder {
  return {
    path,
    calls: join(path, 'calls.jsonl'),
    items: join(path, 'items.jsonl'),
    scores: join(path, 'scores.json'),
    blobs: join(path, 'blobs'),
    markdown: join(path, 'report.md'),
    page: join(path, 'index.html'),
    settings: join(path, 'run.json'),
  }
}

/** Lets `reports/runs/latest` lead to a run. Where it cannot be made, the run is complete without this convenience. */
export function linkLatest(root: string, folder: RunFolder): void {
  const latest = join(root, 'reports', 'runs', 'latest')
  const aside = `${latest}-${process.pid}`
  try {
    mkdirSync(dirname(latest), { recursive: true })
    symlinkSync(relative(dirname(latest), folder.path), aside, 'dir')
    // At once: a run that is begun beside this one finds the old link or the new one.
    renameSync(aside, latest)
  } catch {
    // A folder of that name, or a system without links.
    rmSync(aside, { force: true })
  }
}

/**
 * Refuses a folder that holds another run: its files would be mixed with ours.
 *
 * @throws HoldfastError
 */
export function assertFreshFolder(path: string): void {
  const folder = runFolder(path)
  if (existsSync(path) && !statSync(path).isDirectory())
    throw new HoldfastError('CONFIG', `Failed to use ${path} as run folder: it is a file. Name a folder.`)
  if ([folder.calls, folder.items, folder.scores].some((file) => existsSync(file))) {
    throw new HoldfastError('CONFIG', `Failed to use ${path} as run folder: it holds another run. Name a new folder.`)
  }
}

/**
 * The folder of a finished or broken run, from a path or `latest`.
 *
 * @throws HoldfastError when there is no run.
 */
export function findRun(name: string, root: string): RunFolder {
  const runs = join(root, 'reports', 'runs')
  const path = name === 'latest' ? join(runs, 'latest') : existsSync(name) ? name : join(runs, name)
  const folder = runFolder(path)
  if (existsSync(folder.items) || existsSync(folder.scores)) return folder
  const known = existsSync(runs) ? readdirSync(runs).filter((entry) => entry !== 'latest') : []
  const [rest, shown] = [known.slice(0, -3), known.slice(-3)]
  const advice =
    known.length > 0 ? `The last runs here: ${shown.join(', ')}${rest.length > 0 ? `; ${rest.length} more` : ''}.` : 'Run a suite first.'
  throw new HoldfastError('USAGE', `Failed to find the run ${JSON.stringify(name)}: no items.jsonl in ${path}. ${advice}`)
}

/**
 * The folder of a run that is to be finished: a path, a name under reports/runs, or `latest`.
 *
 * @throws HoldfastError for a folder without run.json.
 */
export function findBrokenRun(name: string, root: string): RunFolder {
  const runs = join(root, 'reports', 'runs')
  const paths = name === 'latest' ? [join(runs, 'latest')] : [resolve(root, name), join(runs, name)]
  const found = paths.map((path) => runFolder(path)).find(({ settings }) => existsSync(settings))
  if (found) return runFolder(realpathSync(found.path))
  throw new HoldfastError(
    'CONFIG',
    `Failed to resume ${JSON.stringify(name)}: no run.json in ${paths.join(' or ')}. Name the folder of a run.`,
  )
}
