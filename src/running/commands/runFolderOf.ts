import { findRun, type RunFolder } from '../../core/format/runFolder.ts'

/** The folder of a run; undefined for a baseline or a file, which have no transcripts. */
export function runFolderOf(name: string, root: string): RunFolder | undefined {
  try {
    return findRun(name, root)
  } catch {
    return undefined
  }
}
