import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import {
  type ComparedRun,
  HoldfastError,
  isIncomplete,
  isOrdinaryRun,
  measuredRole,
  messageOf,
  openComparedRun,
  runFolder,
  type ScoresDocument,
  singleLine,
} from '../../kit.ts'

/** A finished run of a history. */
export type HistoryRun = ComparedRun & { readonly document: ScoresDocument }

/**
 * Opens the runs of a history: run folders, names, baselines, and folders of runs, of which all are taken.
 *
 * @param model takes the runs of this model only, as reports name it.
 * @returns the runs, the oldest first, and those that have no place among them.
 * @throws HoldfastError for a name that leads nowhere. A run in a folder of runs that cannot be read is passed over.
 */
export function historyRuns(names: readonly string[], root: string, model?: string) {
  const passedOver: { name: string; why: string }[] = []
  const runs = new Map<string, HistoryRun>()
  const take = (name: string, run: ComparedRun) => {
    const { document } = run
    const why = document ? lack(document, model) : 'it has no scores.json'
    // A baseline is the run that it was made of; two runs may have drawn one id.
    const key = `${document?.run.id} ${document?.run.startedAt}`
    if (why !== undefined) passedOver.push({ name, why })
    else if (document && !runs.has(key)) runs.set(key, { ...run, name, document })
  }
  for (const name of names) {
    const inside = runsInside(resolve(root, name))
    if (inside.length === 0) take(name, openComparedRun(name, root))
    for (const path of inside) {
      try {
        take(basename(path), openComparedRun(path, root))
      } catch (error) {
        if (!(error instanceof HoldfastError)) throw error
        passedOver.push({ name: basename(path), why: `it cannot be read: ${messageOf(error)}` })
      }
    }
  }
  return { runs: inTime([...runs.values()]), passedOver }
}

/** Runs by when they started, in whatever time zone that is written; those of one moment by name, so that the order is always the same. */
export function inTime(runs: readonly HistoryRun[]): HistoryRun[] {
  // A log of another program may not say when it began.
  const started = ({ document }: HistoryRun) => Date.parse(document.run.startedAt) || 0
  return [...runs].sort((one, other) => started(one) - started(other) || (one.name < other.name ? -1 : 1))
}

/** Why a run is no whole run of the model. */
function lack(document: ScoresDocument, model: string | undefined): string | undefined {
  const { run } = document
  // Its tests are no suite.
  if (isOrdinaryRun(run)) return 'it is of ordinary tests'
  if (isIncomplete(document)) return 'it is incomplete'
  if (run.shard !== undefined) return `it is part ${singleLine(run.shard)} of a run`
  if (run.early) return 'it ended early'
  return model === undefined || measuredRole(run)?.model === model ? undefined : 'it is of another model'
}

/** The run folders in a folder that is none itself. */
function runsInside(path: string): string[] {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory() || isRun(path)) return []
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => join(path, name))
    .filter(isRun)
    .sort()
}

function isRun(path: string): boolean {
  const { items, scores } = runFolder(path)
  return existsSync(items) || existsSync(scores)
}
