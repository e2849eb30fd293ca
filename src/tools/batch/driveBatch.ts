import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type BatchSettings, HoldfastError, redact, singleLine } from '../../kit.ts'
import type { BatchApi, BatchObject } from './batchApi.ts'
import type { BatchLine } from './batchFolder.ts'

/** What it takes to bring a file of requests to its results. */
export interface BatchDrive {
  readonly api: BatchApi
  /** Path of the file of requests, and what the requests in it ask for. */
  readonly path: string
  readonly url: string
  readonly label: string
  readonly settings: BatchSettings
  /** What an earlier process knew of the batch. */
  readonly known: Pick<BatchLine, 'input' | 'id'>
  readonly signal: AbortSignal
  /** Writes down what is known by now, before anything is waited for. */
  note(known: Pick<BatchLine, 'input' | 'id'>): Promise<void>
  /** Is told at each look. */
  seen(batch: BatchObject): void
}

/** How a batch ended, with the files of its results. */
export interface EndedBatch {
  readonly status: 'completed' | 'expired' | 'cancelled'
  readonly id: string
  readonly results: readonly string[]
}

/** Seconds between the first two looks, and by what the time between them grows. */
const FIRST_LOOK = 2
const GROWTH = 1.5

/** What a batch fails with that does not fit among those under way: it may later. */
const NO_ROOM = 'token_limit_exceeded'

/**
 * Uploads a file of requests, begins its batch, looks at it until it has ended, and downloads what it came to. What an earlier
 * process has done of this is not done again.
 *
 * @throws HoldfastError for a batch that failed as a whole.
 */
export async function driveBatch(drive: BatchDrive): Promise<EndedBatch> {
  const { api, path, url, label, settings, known, signal } = drive
  const input = known.input ?? (await api.upload(path))
  if (known.input === undefined) await drive.note({ input })
  let id = known.id
  let isAgain = known.input !== undefined
  let wait = Math.min(FIRST_LOOK, settings.pollSeconds)
  const pause = async () => {
    await delay(wait * 1000, undefined, { signal })
    wait = Math.min(wait * GROWTH, settings.pollSeconds)
  }
  for (;;) {
    let batch: BatchObject
    if (id === undefined) {
      batch = await api.begin(input, url, settings.completionWindow, isAgain)
      id = batch.id
      await drive.note({ input, id })
    } else batch = await api.look(id)
    drive.seen(batch)
    const { status } = batch
    if (status === 'completed' || status === 'expired' || status === 'cancelled')
      return { status, id, results: await download(drive, batch) }
    if (status === 'failed') {
      const [first, ...others] = batch.errors?.data ?? []
      if (first?.code !== NO_ROOM) throw failedBatch(label, id, first?.message, others.length)
      // Begun anew once others have made room.
      id = undefined
      isAgain = false
    }
    await pause()
  }
}

async function download({ api, path }: BatchDrive, { output_file_id, error_file_id }: BatchObject): Promise<string[]> {
  const results: string[] = []
  for (const [file, kind] of [
    [output_file_id, 'output'],
    [error_file_id, 'errors'],
  ] as const) {
    // A batch without errors may name its file of errors as an empty text.
    if (!file) continue
    const place = path.replace(/\.jsonl$/, `.${kind}.jsonl`)
    await api.download(file, place)
    if (existsSync(place)) results.push(place)
  }
  return results
}

function failedBatch(label: string, id: string, message: string | null | undefined, others: number): HoldfastError {
  const reason = singleLine(redact(message ?? 'no reason given')).replace(/[.\s]+$/, '')
  const more = others > 0 ? ` (and ${others} more reasons)` : ''
  return new HoldfastError(
    'ENDPOINT',
    `Failed to call ${label}: its batch ${id} failed: ${reason}${more}. Mend the model's entry, then finish the run with HOLDFAST_RESUME.`,
  )
}
