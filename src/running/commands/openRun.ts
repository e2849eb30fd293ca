import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { HoldfastError } from '../../core/base/errors.ts'
import { orUndefined } from '../../core/base/orUndefined.ts'
import { counted } from '../../core/base/text/counted.ts'
import { didYouMean } from '../../core/base/text/nearest.ts'
import { note } from '../../core/base/text/note.ts'
import { findRun, type RunFolder } from '../../core/format/runFolder.ts'
import type { ScoreWays } from '../../core/format/scoreWays.ts'
import { type ComparedRun, openComparedRun } from '../../deciding/compare/comparedRun.ts'
import { type ForeignLogs, type ForeignRun, foreignLogs } from '../tool.ts'
import { folderConfig } from './commandConfig.ts'

/** `--better`, of commands that read logs of other programs. */
export function betterOption(): Option {
  return new Option('--better <scorer=way>', 'of logs of Inspect: whether lower or higher is better of a scorer; for each one again')
    .argParser((text: string, before: ScoreWays): ScoreWays => {
      const [, scorer, way] = /^(.+)=(lower|higher)$/s.exec(text) ?? []
      if (scorer === undefined) throw new InvalidArgumentError('expected <scorer>=lower or <scorer>=higher')
      return { ...before, [scorer]: way as 'lower' | 'higher' }
    })
    .default({}, 'as configured, else higher')
}

/** Opens runs, baselines, items.jsonl files or logs of Inspect; notes on logs go to stderr. @throws HoldfastError where there is none to be read. */
export async function openRuns(names: readonly string[], root: string, better: ScoreWays): Promise<ComparedRun[]> {
  const logs = await foreignLogs.open()
  const runs: ComparedRun[] = []
  for (const name of names) {
    if (!logs?.isLog(name)) {
      refuseLogs(name, logs)
      runs.push(openComparedRun(name, root))
      continue
    }
    const { document, records, notes } = await readLog(logs, name, root, better)
    note(...notes)
    runs.push({ name, document, records })
  }
  assertScorers(better, runs)
  return runs
}

/** Reads a log as the configuration and `--better` say which way is good. */
export async function readLog(logs: ForeignLogs, path: string, root: string, better: ScoreWays): Promise<ForeignRun> {
  const { better: configured } = await folderConfig(root)
  return logs.read(path, (task) => ({ ...configured?.[task], ...better }))
}

/** @throws HoldfastError where `--better` names a scorer that none of the runs has. */
export function assertScorers(better: ScoreWays, runs: readonly Pick<ComparedRun, 'document'>[]): void {
  const known = runs.flatMap(({ document }) => Object.values(document?.suites ?? {}).flatMap(({ metrics }) => Object.keys(metrics)))
  const unknown = Object.keys(better).find((scorer) => !known.some((key) => key === scorer || key.startsWith(`${scorer}.`)))
  if (unknown !== undefined)
    throw new HoldfastError(
      'USAGE',
      `Failed to read --better: no log has the scorer ${unknown}.${didYouMean(unknown, known) || ' Name one that the notes on the logs name.'}`,
    )
}

/** @throws HoldfastError for a folder that holds logs and no run, and for a log that is not there. */
function refuseLogs(name: string, readers: ForeignLogs | undefined): void {
  const facts = statSync(name, { throwIfNoEntry: false })
  if (!facts && name.endsWith('.eval'))
    throw new HoldfastError('USAGE', `Failed to read ${name}: there is no such file. Name a log of Inspect.`)
  if (!facts?.isDirectory() || existsSync(join(name, 'items.jsonl'))) return
  const logs = readdirSync(name).filter((entry) => readers?.isLog(join(name, entry)))
  if (logs.length > 0)
    throw new HoldfastError(
      'USAGE',
      `Failed to read ${name}: it is a folder of ${counted(logs.length, 'Inspect log')}. Name the logs themselves, for instance ${join(name, logs[0] as string)}.`,
    )
}

/** The folder of a run; undefined for a baseline or a file, which have no transcripts. */
export function runFolderOf(name: string, root: string): RunFolder | undefined {
  return orUndefined(() => findRun(name, root))
}
