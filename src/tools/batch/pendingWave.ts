import type { RunFolder } from '../../kit.ts'
import { BatchLedger } from './batchLedger.ts'
import { exportedRunName } from './exportedRunName.ts'

/** The last wave of a run, as far as its results are to come. */
export interface PendingWave {
  readonly wave: number
  /** Files with the requests in each, and how many of them have no result yet. */
  readonly files: readonly { readonly path: string; readonly requests: number; readonly left: number }[]
}

/**
 * The wave that waits for its results; undefined where none does.
 *
 * @throws HoldfastError for a folder that is no run's.
 */
export async function pendingWave(run: RunFolder): Promise<PendingWave | undefined> {
  const ledger = await BatchLedger.open(run, exportedRunName(run))
  const asked = [...ledger.asked]
  const wave = asked.reduce((last, request) => Math.max(last, request.wave), 0)
  const files = new Map<string, { requests: number; left: number }>()
  for (const { custom_id, wave: own, file } of asked) {
    if (own !== wave) continue
    const { requests, left } = files.get(file) ?? { requests: 0, left: 0 }
    files.set(file, { requests: requests + 1, left: left + (ledger.isSettled(custom_id) ? 0 : 1) })
  }
  const listed = [...files].map(([file, counts]) => ({ path: `${ledger.folder.path}/${file}`, ...counts }))
  return listed.some(({ left }) => left > 0) ? { wave, files: listed } : undefined
}
