import { setTimeout as sleep } from 'node:timers/promises'
import type { Dispatcher, Response } from 'undici'
import { dataError, HoldfastError, hasProxy, messageOf, RetryableError, withoutCredentials } from '../../../kit.ts'

/** How patient a download is, and whom it tells. */
export interface DownloadOptions {
  /** Milliseconds without a byte after which a connection is given up. */
  readonly stallMs: number
  /** First wait before another try, doubled each time. */
  readonly retryMs: number
  /** Most bytes of a file; more are not the file. */
  readonly most?: number | undefined
  /** Told of a try that failed. */
  readonly onNote?: ((text: string) => void) | undefined
}

const TRIES = 5
/** Longest wait that a server may ask for. */
const LONGEST_WAIT_MS = 60_000
/** Most bytes of a file whose size is not known. The largest official ones have a few million. */
const LARGEST = 200_000_000

/**
 * Downloads a file whole; a connection that is lost begins anew. The content is not checked here.
 *
 * @returns undefined where the server has no such file.
 * @throws HoldfastError `NETWORK` when the server cannot be reached or keeps failing, `DATA` when it refuses or never stops sending.
 */
export async function download(url: string, options: DownloadOptions): Promise<Buffer | undefined> {
  const place = withoutCredentials(url)
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(url, options)
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error
      if (tries === TRIES)
        throw new HoldfastError(
          'NETWORK',
          `Failed to download ${place}: ${error.message}. Run the command again to go on, or name a mirror with --from.`,
        )
      options.onNote?.(`${place}: ${error.message}; trying again`)
      await sleep(Math.min(LONGEST_WAIT_MS, error.retryAfterMs ?? options.retryMs * 2 ** (tries - 1)))
    }
  }
}

/** One connection. Throws RetryableError for what another may mend. */
async function once(url: string, { stallMs, most = LARGEST }: DownloadOptions): Promise<Buffer | undefined> {
  const stalled = new AbortController()
  const timer = setTimeout(() => stalled.abort(), stallMs)
  try {
    const response = await request(url, stalled.signal)
    if (!response.ok) return await refuse(response, url)
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      timer.refresh()
      bytes += chunk.length
      if (bytes > most) throw refusal(url, `the server sends more than the ${most.toLocaleString('en')} bytes that the file can have`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof HoldfastError || error instanceof RetryableError) throw error
    throw new RetryableError(stalled.signal.aborted ? `nothing came for ${stallMs / 1000} s` : reasonOf(error))
  } finally {
    clearTimeout(timer)
  }
}

let dispatcher: Dispatcher | undefined

async function request(url: string, signal: AbortSignal): Promise<Response> {
  const { EnvHttpProxyAgent, fetch } = await import('undici')
  hasProxy()
  dispatcher ??= new EnvHttpProxyAgent()
  const headers: Record<string, string> = { 'user-agent': 'holdfast' }
  const target = new URL(url)
  if (target.username !== '') {
    const credentials = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
    target.username = ''
    target.password = ''
  }
  return fetch(target, { headers, signal, dispatcher })
}

async function refuse(response: Response, url: string): Promise<undefined> {
  await response.body?.cancel()
  const { status } = response
  if (status === 404 || status === 410) return undefined
  if (status === 408 || status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
    throw new RetryableError(`the server answered ${status}`, Number.isNaN(seconds) ? undefined : seconds * 1000)
  }
  throw refusal(url, `the server answered ${status}`)
}

function refusal(url: string, reason: string): HoldfastError {
  return dataError(
    `Failed to download ${withoutCredentials(url)}: ${reason}. See whether it opens in a browser, or name a mirror with --from.`,
  )
}

/** The innermost reason: fetch says no more than "fetch failed". */
function reasonOf(error: unknown): string {
  const { cause } = error as Error
  return cause instanceof Error ? reasonOf(cause) : messageOf(error) || String((error as NodeJS.ErrnoException).code)
}
