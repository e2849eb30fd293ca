import { createWriteStream } from 'node:fs'
import { lstat, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher, Response } from 'undici'
import { atMost, HoldfastError, hasProxy, LARGEST_TEXT, messageOf, withoutCredentials, writeFailure } from '../../../kit.ts'

/** How patient a download is, and whom it tells. */
export interface DownloadOptions {
  /** Milliseconds without a byte after which a connection is given up. */
  readonly stallMs: number
  /** First wait before another try, doubled each time that brought nothing. */
  readonly retryMs: number
  /** Most bytes of a file; more are not the file. Default: those of the largest text. */
  readonly most?: number | undefined
  /** Told how many bytes are there, and of how many if the server says. */
  readonly onProgress?: ((bytes: number, total: number | undefined) => void) | undefined
  /** Told what happens beside progress: a lost connection, a server that starts over. */
  readonly onNote?: ((text: string) => void) | undefined
}

/** Tries in a row that bring nothing. */
const TRIES = 5
/** Connections for one file, however much each brings. */
const CONNECTIONS = 200
/** Longest wait that a server may ask for. */
const LONGEST_WAIT_MS = 60_000

/** A try that may go better the next time. */
class Passing extends Error {
  readonly waitMs: number | undefined

  constructor(message: string, waitMs?: number) {
    super(message)
    this.waitMs = waitMs
  }
}

/**
 * Downloads a file, going on from what an earlier try left at `path`, whose folder exists. The content is not checked here.
 *
 * @returns false where the server has no such file, and whether the bytes come from more than one connection otherwise.
 * @throws HoldfastError `NETWORK` when the server cannot be reached or keeps failing (what has come stays for the next time),
 * `DATA` when it refuses.
 */
export async function download(url: string, path: string, options: DownloadOptions): Promise<false | { readonly resumed: boolean }> {
  let resumed = false
  let fruitless = 0
  for (let connection = 1; ; connection += 1) {
    const before = await sizeOf(path)
    if (before > 0) resumed = true
    try {
      return (await once(url, path, before, options)) && { resumed }
    } catch (error) {
      if (!(error instanceof Passing)) throw error
      const after = await sizeOf(path)
      fruitless = after > before ? 1 : fruitless + 1
      if (fruitless >= TRIES || connection >= CONNECTIONS) {
        const kept = after > 0 ? ` ${after.toLocaleString('en')} bytes are kept.` : ''
        throw new HoldfastError(
          'NETWORK',
          `Failed to download ${withoutCredentials(url)}: ${error.message}.${kept} Run the command again to go on, or name a mirror with --from.`,
        )
      }
      options.onNote?.(`${error.message}; ${after > 0 ? `going on at byte ${after.toLocaleString('en')}` : 'trying again'}`)
      await sleep(Math.min(LONGEST_WAIT_MS, error.waitMs ?? options.retryMs * 2 ** (fruitless - 1)))
    }
  }
}

/** One connection. Throws Passing for what another may mend. */
async function once(url: string, path: string, from: number, options: DownloadOptions): Promise<boolean> {
  const stalled = new AbortController()
  let timer = setTimeout(() => stalled.abort(), options.stallMs)
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), options.stallMs)
  }
  try {
    const response = await request(url, from, stalled.signal)
    const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
    if (response.status === 416) {
      await response.body?.cancel()
      if (whole !== undefined && Number(whole) === from) return true
      await rm(path, { force: true })
      throw new Passing('the server has fewer bytes than were kept, which are dropped', 0)
    }
    if (!response.ok) return refuse(response, url)
    const start = response.status === 206 ? Number(/^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1] ?? 0) : 0
    if (start > 0 && start !== from) throw new Passing(`the server sent bytes from ${start} instead of ${from}`)
    if (from > 0 && start === 0) options.onNote?.('the server cannot go on where it was; starting over')
    const length = Number(response.headers.get('content-length') ?? Number.NaN)
    const total = whole === undefined ? (Number.isNaN(length) ? undefined : start + length) : Number(whole)
    let bytes = start
    const body = response.body ? Readable.fromWeb(response.body as never) : Readable.from([])
    const tell = async function* (chunks: AsyncIterable<Uint8Array>) {
      for await (const chunk of chunks) {
        alive()
        bytes += chunk.length
        options.onProgress?.(bytes, total)
        yield chunk
      }
    }
    const most = options.most ?? LARGEST_TEXT
    const tooLong = new HoldfastError(
      'DATA',
      `Failed to download ${withoutCredentials(url)}: the server sends more than the ${most.toLocaleString('en')} bytes that the file can have. Name another mirror with --from.`,
    )
    // What is there already may be another's, or lead elsewhere.
    if (start === 0) await rm(path, { force: true })
    await pipeline(body, atMost(most - start, tooLong), tell, createWriteStream(path, { flags: start > 0 ? 'a' : 'wx' }), {
      signal: stalled.signal,
    })
    if (total !== undefined && bytes < total) throw new Passing(`the connection ended at byte ${bytes} of ${total}`)
    return true
  } catch (error) {
    if (error instanceof HoldfastError || error instanceof Passing) throw error
    if (stalled.signal.aborted) throw new Passing(`nothing came for ${options.stallMs / 1000} s`)
    const { code } = error as NodeJS.ErrnoException
    if (['EACCES', 'ENOSPC', 'EROFS', 'EISDIR', 'EPERM', 'EDQUOT'].includes(code ?? '')) {
      throw writeFailure(path, error)
    }
    throw new Passing(reasonOf(error))
  } finally {
    clearTimeout(timer)
  }
}

let dispatcher: Dispatcher | undefined

async function request(url: string, from: number, signal: AbortSignal): Promise<Response> {
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  hasProxy()
  dispatcher ??= new EnvHttpProxyAgent()
  // Zipped on the way, the bytes of a range would not be those of the file.
  const headers: Record<string, string> = { 'accept-encoding': 'identity', 'user-agent': 'holdfast' }
  if (from > 0) headers.range = `bytes=${from}-`
  const target = new URL(url)
  if (target.username !== '') {
    const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
    target.username = ''
    target.password = ''
  }
  return fetch(target, { headers, signal, dispatcher })
}

async function refuse(response: Response, url: string): Promise<false> {
  await response.body?.cancel()
  const { status } = response
  if (status === 404 || status === 410) return false
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    throw new Passing(`the server answered ${status}`, Number.isNaN(seconds) ? undefined : seconds * 1000)
  }
  throw new HoldfastError(
    'DATA',
    `Failed to download ${withoutCredentials(url)}: the server answered ${status}. See whether it opens in a browser, or name a mirror with --from.`,
  )
}

/** The innermost reason: fetch says no more than "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause } = error as Error
  return cause instanceof Error ? reasonOf(cause) : messageOf(error) || String((error as NodeJS.ErrnoException).code)
}

/** Bytes that were kept; none of what is no plain file, which is another's. */
async function sizeOf(path: string): Promise<number> {
  return lstat(path).then(
    (facts) => (facts.isFile() ? facts.size : 0),
    () => 0,
  )
}
