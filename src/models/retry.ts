import { setTimeout as delay } from 'node:timers/promises'
import { HoldfastError } from '../core/base/errors.ts'
import { startTimer, stopTimer } from '../core/base/ownGlobals.ts'
import { RUN_STOPPED } from '../core/format/records.ts'
import type { Usage } from './transport.ts'

/** Statuses of a request that took too long: of the server, of a gateway before it, of Cloudflare. */
const TIMEOUTS: ReadonlySet<number | undefined> = new Set([408, 504, 524])

/** A failed attempt after which another may succeed. */
export class RetryableError extends Error {
  /** What the endpoint asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  readonly status: number | undefined
  /** It was cut off since it took too long, by us or by what stands before the model: the next attempt may give a shorter answer. */
  readonly timedOut: boolean
  /** Tokens of a reply that cannot be used: they are paid for all the same. */
  usage: Usage | undefined
  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions & { status?: number; timedOut?: boolean }) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
    this.status = options?.status
    this.timedOut = options?.timedOut ?? TIMEOUTS.has(options?.status)
  }
}

/** Longest wait between two attempts, whatever `Retry-After` says. */
const MAX_WAIT_MS = 60_000
const FIRST_WAIT_MS = 500

/**
 * Tries until success, a final failure or `maxAttempts` (`before` count), after the endpoint's wait, else half a second doubled with
 * jitter, a minute at most. `failed` hears of each failure before the wait. Throws the last one.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  maxAttempts: number,
  signal: AbortSignal,
  before = 0,
  failed?: (error: RetryableError, attempts: number) => Promise<void>,
): Promise<T> {
  for (let attempts = before + 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      // What ends with the run has not failed.
      if (!(error instanceof RetryableError) || signal.aborted) throw error
      await failed?.(error, attempts)
      if (attempts >= maxAttempts) throw error
      const backoff = FIRST_WAIT_MS * 2 ** (attempts - 1) * (0.5 + Math.random() / 2)
      await delay(Math.min(MAX_WAIT_MS, error.retryAfterMs || backoff), undefined, { signal })
    }
  }
}

/** Longest delay a timer takes, 24 days. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1

/** One attempt, ended by a signal (HoldfastError) or after `seconds` (RetryableError); it is not waited for, as it may ignore both. */
export async function timedAttempt<T>(
  send: (signal: AbortSignal) => Promise<T>,
  seconds: number,
  signal: AbortSignal,
  label: string,
): Promise<T> {
  const controller = new AbortController()
  const ended = new Promise<never>((_, reject) => controller.signal.addEventListener('abort', () => reject(controller.signal.reason)))
  ended.catch(() => undefined)
  const stop = () => controller.abort(stopped(label))
  const late = () => controller.abort(new RetryableError(`no answer within ${seconds} s`, undefined, { timedOut: true }))
  const timer = startTimer(late, Math.min(seconds * 1000, LONGEST_TIMER_MS))
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    return await Promise.race([send(controller.signal), ended])
  } finally {
    stopTimer(timer)
    signal.removeEventListener('abort', stop)
  }
}

/** What a stopped run's calls end with. */
export function stopped(label: string): HoldfastError {
  return new HoldfastError('ABORTED', `Failed to call ${label}: ${RUN_STOPPED}. Finish it with HOLDFAST_RESUME.`)
}
