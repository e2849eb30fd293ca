import { rmdirSync } from 'node:fs'
import { makeFolder } from '../../core/base/files/makeFolder.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { repairFile } from '../../core/format/repairFile.ts'
import { keepReserve, spendReserve } from '../../core/format/reserve.ts'
import { assertFreshFolder, runFolder } from '../../core/format/runFolder.ts'
import { RunLock } from '../../core/format/runLock.ts'
import { endPart, partId } from '../../models/shared/livingParts.ts'

type TakenConfig = Pick<ResolvedConfig, 'out' | 'resume'> & Partial<Pick<ResolvedConfig, 'shared' | 'runId'>>

/**
 * Takes the folder of a run before anything is paid, and mends last lines of one to be finished. @throws HoldfastError where it is in use,
 * full or not writable. @returns what gives it back; a folder in which nothing was written is removed then.
 */
export async function takeRunFolder({ out, resume, ...job }: TakenConfig) {
  const made = makeFolder(out)
  let lock: RunLock | undefined
  const release = () => {
    if (lock && job.shared !== undefined && job.runId !== undefined) endPart(job.shared, partId(job.runId))
    if (lock) spendReserve(out)
    lock?.release()
    try {
      for (const folder of made.toReversed()) rmdirSync(folder)
    } catch {
      // It holds something by now.
    }
  }
  try {
    lock = await RunLock.take(out)
    if (resume) repair(out)
    else assertFreshFolder(out)
    keepReserve(out)
    return { release }
  } catch (error) {
    release()
    throw error
  }
}

/** Makes the files of a broken run ready to go on from. */
function repair(out: string): void {
  const folder = runFolder(out)
  for (const path of [folder.calls, folder.items, folder.retries, folder.spending]) {
    const lost = repairFile(path)
    if (lost > 0) process.stderr.write(`Repaired ${path}: its last line was cut off after ${lost} bytes, and is left out.\n`)
  }
}
