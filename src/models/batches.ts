import { configError } from '../core/base/errors.ts'
import { Port } from '../core/base/port.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import type { OpenBatches } from './model.ts'

/** What makes calls by batch. */
export interface Batches {
  /** @param exports whether calls are written into files instead of sent. */
  open(folder: RunFolder, run: { readonly runId: string; readonly startedAt: string }, exports: boolean): OpenBatches
  /** Lines on what is to be sent of a run that writes its calls into files; none where no result is awaited. */
  pending(folder: RunFolder, root: string): Promise<readonly string[]>
}

/** Where calls by batch are made. */
export const batches: Port<Batches> = new Port<Batches>()

/** @throws HoldfastError where nothing makes calls by batch. */
export async function openBatches(...run: Parameters<Batches['open']>): Promise<OpenBatches> {
  const found = await batches.open()
  if (found) return found.open(...run)
  throw configError('Failed to call by batch: this installation makes no batches. Take `batch` out of the model.')
}
