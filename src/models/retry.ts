import { setTimeout as delay } from 'node:timers/promises'

/** A failed attempt after which another may succeed. */
export class RetryableError extends Error {
  /** What the endpoint asks to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined
  constructor(message: string, retryAfterMs?: number, options?: ErrorOptions & { status?: number }) {
    super(message, options)
    this.retryAfterMs = retryAfterMs
    this.status = options?.status
  }
}

/** Longest wait between two attempts, whatever `Retry-After` says. */
const MAX_WAIT_MS = 60_000
const FIRST_WAIT_MS = 500

/** A result and the attempts it took. */
export interface Attempted<T> {
  readonly value: T
  readonly attempts: number
}

/** A call given up after its attempts. */
export class AttemptsError extends Error {
  readonly attempts: number
  constructor(cause: unknown, attempts: number) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.attempts = attempts
  }
}

/** What is known of a call beside its attempts. */
export interface RetryOptions {
  /** Attempts that failed before the run was started again: they count. Default 0. */
  readonly before?: number
  /** Told of every failed attempt after which another may succeed, before that is waited for. */
  readonly failed?: ((error: RetryableError, attempts: number) => Promise<void>) | undefined
}

/**
 * Runs an attempt until it succeeds, fails for good, or `maxAttempts` are used up, waiting in between: what the endpoint
 * asks for, else half a second doubled each time, with jitter, a minute at most.
 *
 * @throws AttemptsError wrapping the last failure.
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  maxAttempts: number,
  signal: AbortSignal,
  { before = 0, failed }: RetryOptions = {},
): Promise<Attempted<T>> {
  for (let attempts = before + 1; ; attempts += 1) {
    try {
      return { value: await attempt(), attempts }
    } catch (error) {
      // What ends with the run has not failed.
      if (error instanceof RetryableError && !signal.aborted) await failed?.(error, attempts)
      if (!(error instanceof RetryableError) || attempts >= maxAttempts || signal.aborted) throw new AttemptsError(error, attempts)
      await delay(waitMs(error, attempts), undefined, { signal }).catch((reason: unknown) => {
        throw new AttemptsError(reason, attempts)
      })
    }
  }
}

function waitMs({ retryAfterMs }: RetryableError, attempts: number): number {
  const backoff = FIRST_WAIT_MS * 2 ** (attempts - 1) * (0.5 + Math.random() / 2)
  return Math.min(MAX_WAIT_MS, retryAfterMs ?? backoff)
}

/** Milliseconds a `Retry-After` header asks for: seconds or a date, or `retry-after-ms`. */
export function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const text = headers?.get('retry-after')
  if (!text) return undefined
  const seconds = Number(text)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
