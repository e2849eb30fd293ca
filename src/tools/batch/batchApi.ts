import { createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type OpenAI from 'openai'
import { z } from 'zod'
import {
  atMost,
  type BatchAccess,
  type BatchSettings,
  describeFailure,
  HoldfastError,
  LONGEST_TIMER_MS,
  parse,
  RetryableError,
  redact,
  singleLine,
} from '../../kit.ts'
import type { BatchLine } from './batchLedger.ts'
import type { readResults } from './readResult.ts'

const count = z.number().nonnegative().catch(0)

/** A batch as the API tells of it; what is missing or odd is passed over. */
const batchObject = z.object({
  id: z.string().min(1),
  status: z.string(),
  input_file_id: z.string().optional().catch(undefined),
  output_file_id: z.string().nullish().catch(undefined),
  error_file_id: z.string().nullish().catch(undefined),
  request_counts: z.object({ total: count, completed: count, failed: count }).nullish().catch(undefined),
  errors: z
    .object({ data: z.array(z.object({ code: z.string().nullish(), message: z.string().nullish() })).nullish() })
    .nullish()
    .catch(undefined),
})

/** One page of batches, the newest first; of an endpoint that does not list them it is empty. */
const batchPage = z
  .object({ data: z.array(batchObject.optional().catch(undefined)), has_more: z.boolean().optional().catch(undefined) })
  .catch({ data: [] })

/** A batch as the API tells of it. */
export type BatchObject = z.output<typeof batchObject>

/** Bytes of a megabyte. */
const MEGABYTE = 1_000_000

/** Seconds before the first further try. */
const FIRST_WAIT = 1

/** An endpoint that batches are sent to. */
interface BatchEndpoint extends Pick<BatchAccess, 'client'> {
  readonly label: string
  /** Most seconds between two tries. */
  readonly longestWait: number
  readonly signal: AbortSignal
  /** Is told why a connection was lost: it is tried again as long as the run lasts, and people want to know. */
  troubled?(reason: string): void
}

/** The calls of the Batch API for one endpoint. A lost connection, or an endpoint that is down, is waited for. */
export class BatchApi {
  readonly at: BatchEndpoint

  constructor(at: BatchEndpoint) {
    this.at = at
  }

  /**
   * Uploads a file of requests.
   *
   * @returns its id.
   */
  upload(path: string): Promise<string> {
    return this.#persistently(async (client) => {
      const file = await client.files.create({ file: createReadStream(path), purpose: 'batch' }, this.#options)
      return parse(z.object({ id: z.string().min(1) }), file, `the reply of ${this.at.label} to an upload`).id
    })
  }

  /**
   * Begins a batch. Where the reply was lost, the batch that was begun for the file is found again: it would be paid for twice.
   *
   * @param mayExist whether it may have been begun before.
   */
  begin(input: string, url: string, completionWindow: string, mayExist: boolean): Promise<BatchObject> {
    let tried = mayExist
    return this.#persistently(async (client) => {
      const known = tried ? await this.#find(client, input) : undefined
      if (known) return known
      tried = true
      const endpoint = url as OpenAI.BatchCreateParams['endpoint']
      const body = { input_file_id: input, endpoint, completion_window: completionWindow as '24h' }
      return this.#read(await client.batches.create(body, this.#options))
    })
  }

  /** The batch that was begun for a file; undefined where none is known. */
  find(input: string): Promise<BatchObject | undefined> {
    return this.#persistently((client) => this.#find(client, input))
  }

  /** How a batch stands. */
  look(id: string): Promise<BatchObject> {
    return this.#persistently(async (client) => this.#read(await client.batches.retrieve(id, this.#options)))
  }

  /** Ends a batch; what is answered by then is kept and paid for. */
  cancel(id: string): Promise<BatchObject> {
    return this.#persistently(async (client) => this.#read(await client.batches.cancel(id, this.#options)))
  }

  /**
   * Downloads a file, in the place of one that is there. A link is replaced and not followed.
   *
   * @throws HoldfastError for a file of more megabytes than `most`; what it says is kept where it is.
   */
  download(file: string, path: string, most: number): Promise<void> {
    return this.#persistently(async (client) => {
      const { body } = await client.files.content(file, this.#options)
      const source = body ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]) : Readable.from([])
      const tooLong = new HoldfastError(
        'ENDPOINT',
        `Failed to call ${this.at.label}: its file of results ${singleLine(file)} is longer than ${most} MB. Set batch: { maxResultMegabytes } in the model's entry, then finish the run with HOLDFAST_RESUME.`,
      )
      rmSync(path, { force: true })
      await pipeline(source, atMost(most * MEGABYTE, tooLong), createWriteStream(path, { flags: 'wx' }), { signal: this.at.signal })
    })
  }

  get #options() {
    // One of its own for each request: the SDK leaves its listener behind, and a batch is looked at for days.
    return { signal: AbortSignal.any([this.at.signal]), timeout: LONGEST_TIMER_MS }
  }

  #read(reply: unknown): BatchObject {
    return parse(batchObject, reply, `the reply of ${this.at.label} about a batch`)
  }

  /** Looks through all pages: others of the account may have begun many since. */
  async #find(client: OpenAI, input: string): Promise<BatchObject | undefined> {
    let after: string | undefined
    for (;;) {
      const query = { limit: 100, ...(after !== undefined && { after }) }
      const page = batchPage.parse(await client.get('/batches', { query, ...this.#options }))
      const known = page.data.find((batch) => batch?.input_file_id === input && !/^(?:failed|cancel)/.test(batch.status))
      const last = page.has_more ? page.data.at(-1)?.id : undefined
      // An endpoint that does not know `after` would give its first page for ever.
      if (known || last === undefined || last === after) return known
      after = last
    }
  }

  async #persistently<T>(attempt: (client: OpenAI) => Promise<T>): Promise<T> {
    const { client, label, longestWait, signal, troubled } = this.at
    for (let wait = FIRST_WAIT; ; wait *= 2) {
      try {
        return await attempt(await client())
      } catch (error) {
        signal.throwIfAborted()
        const failure = describeFailure(error, label)
        if (!(failure instanceof RetryableError)) throw failure
        const seconds = Math.min(wait, longestWait)
        troubled?.(singleLine(redact(failure.message)))
        await delay(seconds * 1000, undefined, { signal })
      }
    }
  }
}

/** What it takes to bring a file of requests to its results. */
export interface BatchDrive {
  readonly api: BatchApi
  /** Path of the file of requests, and what the requests in it ask for. */
  readonly path: string
  readonly url: string
  readonly settings: BatchSettings
  /** What an earlier process knew of the batch. */
  readonly known: Pick<BatchLine, 'input' | 'id'>
  /** Reads files of results. */
  read(files: readonly string[]): ReturnType<typeof readResults>
  /** Writes down what is known by now, before anything is waited for. */
  note(known: Pick<BatchLine, 'input' | 'id' | 'ended'>): Promise<void>
  /** Is told at each look. */
  seen(batch: BatchObject): void
}

/** How a batch stands when its results may be taken. */
const ENDS = ['completed', 'expired', 'cancelled'] as const

/** How a batch ended, with its results. */
export type EndedBatch = Awaited<ReturnType<typeof driveBatch>>

/** Times that results are downloaded, at most, while they are fewer than the batch says or end within a line. */
const MOST_DOWNLOADS = 3

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
export async function driveBatch(drive: BatchDrive) {
  const { api, path, url, settings, known } = drive
  const { label, signal } = api.at
  const input = known.input ?? (await api.upload(path))
  if (known.input === undefined) await drive.note({ input })
  let id = known.id
  let isAgain = known.input !== undefined
  let wait = Math.min(FIRST_LOOK, settings.pollSeconds)
  let downloads = 0
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
    const ended = ENDS.find((end) => end === batch.status)
    if (ended) {
      const results = await drive.read(await download(drive, batch))
      downloads += 1
      const isWhole = results.halves.length === 0 && results.outcomes.size >= (batch.request_counts?.completed ?? 0)
      if (isWhole || downloads === MOST_DOWNLOADS) return { status: ended, id, ...results }
    }
    if (batch.status === 'failed') {
      const [first, ...others] = batch.errors?.data ?? []
      if (first?.code !== NO_ROOM) {
        // Nothing of it was answered: a later process sends it anew.
        await drive.note({ ended: batch.status })
        const reason = singleLine(redact(first?.message ?? 'no reason given')).replace(/[.\s]+$/, '')
        const more = others.length > 0 ? ` (and ${others.length} more reasons)` : ''
        throw new HoldfastError(
          'ENDPOINT',
          `Failed to call ${label}: its batch ${id} failed: ${reason}${more}. Mend the model's entry, then finish the run with HOLDFAST_RESUME.`,
        )
      }
      // Begun anew once others have made room.
      id = undefined
      isAgain = false
    }
    await pause()
  }
}

async function download({ api, path, settings }: BatchDrive, { output_file_id, error_file_id }: BatchObject): Promise<string[]> {
  const results: string[] = []
  for (const [kind, file] of Object.entries({ output: output_file_id, errors: error_file_id })) {
    // A batch without errors may name its file of errors as an empty text.
    if (!file) continue
    const place = path.replace(/\.jsonl$/, `.${kind}.jsonl`)
    await api.download(file, place, settings.maxResultMegabytes)
    if (existsSync(place)) results.push(place)
  }
  return results
}
