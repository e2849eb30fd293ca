import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../../core/base/errors.ts'
import { orUndefined } from '../../core/base/orUndefined.ts'
import { counted } from '../../core/base/text/counted.ts'
import { note } from '../../core/base/text/note.ts'
import { findRun, type RunFolder } from '../../core/format/runFolder.ts'
import { type ComparedRun, openComparedRun } from '../../deciding/compare/comparedRun.ts'
import { type ForeignLogs, foreignLogs } from '../tool.ts'

/** Opens a run, a baseline, an items.jsonl or a log of Inspect; notes on a log go to stderr. @throws HoldfastError where there is none to be read. */
export async function openRun(name: string, root: string): Promise<ComparedRun> {
  const logs = await foreignLogs.open()
  if (!logs?.isLog(name)) {
    refuseLogs(name, logs)
    return openComparedRun(name, root)
  }
  const { document, records, notes } = await logs.read(name)
  note(...notes)
  return { name, document, records }
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
