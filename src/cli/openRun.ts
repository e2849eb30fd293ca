import { note } from '../base/text/note.ts'
import { isInspectLog } from '../exchange/inspectLog/inspectLog.ts'
import { type ComparedRun, openComparedRun } from '../results/compare/comparedRun.ts'

/**
 * Opens a run, a baseline or an items.jsonl as {@link openComparedRun} does, or a log of Inspect. What is to be known of a log is said
 * on stderr.
 *
 * @throws HoldfastError where there is none, and for a log that cannot be read.
 */
export async function openRun(name: string, root: string): Promise<ComparedRun> {
  if (!isInspectLog(name)) return openComparedRun(name, root)
  // Who names no log needs no reader of logs.
  const { readInspectRun } = await import('../exchange/inspectLog/inspectRun.ts')
  const { document, records, notes } = readInspectRun(name)
  note(...notes)
  return { name, document, records }
}
