import { relative } from 'node:path'
import { counted, type RunFolder, runName } from '../../kit.ts'
import { BatchLedger } from './batchLedger.ts'
import { exportedRunName } from './exportedRunName.ts'

/** What is to be sent of a run, and what comes after; nothing where no result is awaited. */
export async function waveLines(run: RunFolder, root: string): Promise<string[]> {
  const pending = await pendingWave(run)
  if (!pending) return []
  const requests = pending.files.reduce((sum, file) => sum + file.requests, 0)
  return [
    ` wave ${pending.wave}: ${counted(requests, 'request')} in ${counted(pending.files.length, 'file')}`,
    ...pending.files.map((file) => `   ${relative(root, file.path) || file.path}  ${counted(file.requests, 'request')}`),
    ` Send each file as a batch, then: npx holdfast batch import ${runName(run.path, root)} <results...>`,
  ]
}

/** The last wave of a run, as far as its results are to come. */
interface PendingWave {
  readonly wave: number
  /** Files with the requests in each, and how many of them have no result yet. */
  readonly files: readonly { readonly path: string; readonly requests: number; readonly left: number }[]
}

/**
 * The wave that waits for its results; undefined where none does.
 *
 * @throws HoldfastError for a folder that is no run's.
 */
async function pendingWave(run: RunFolder): Promise<PendingWave | undefined> {
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
