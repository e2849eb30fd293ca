import { setTimeout as delay } from 'node:timers/promises'
import { HoldfastError } from '../errors.ts'
import type { Usage } from './types.ts'

/** What an endpoint may be asked. */
export interface EndpointLimits {
  readonly requestsPerMinute?: number | undefined
  readonly tokensPerMinute?: number | undefined
}

/** Calls given up in a row, after all their attempts, from which an endpoint counts as dead. */
const DEAD_AFTER = 8
/** Share of a stated limit that is used: clocks differ, and a rejected request costs more than a late one. */
const HEADROOM = 0.97
/** Seconds' worth of requests that may go out at once. */
const BURST_SECONDS = 1
const RECENT_MS = 5000
/** Slowest pace after rejections, in requests a second. */
const SLOWEST = 0.2

/**
 * What stands before every endpoint: its requests and tokens per minute, a pause when it asks for one, a slower pace while
 * it rejects, and the end when it is dead. Callers wait here before they take one of the run's places, so that a slow
 * endpoint does not hold up another role's.
 */
export class EndpointGate {
  readonly #limits: EndpointLimits
  /** Requests a second that rejections have taught; undefined while there were none. */
  #pace: number | undefined
  #requests: Bucket | undefined
  readonly #tokens: Bucket | undefined
  /** Tokens of a call as known so far, for those to come. */
  #typicalTokens = 0
  #pausedUntil = 0
  #failures = 0
  /** When answers came, newest last. */
  #recent: number[] = []
  #dead: HoldfastError | undefined

  constructor(limits: EndpointLimits) {
    this.#limits = limits
    this.#requests = bucket(limits.requestsPerMinute)
    this.#tokens = bucket(limits.tokensPerMinute)
  }

  /**
   * Waits until a request may go out.
   *
   * @throws HoldfastError when the endpoint is dead, or the run is stopped.
   */
  async enter(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (this.#dead) throw this.#dead
      const now = Date.now()
      const wait = Math.max(
        this.#pausedUntil - now,
        this.#requests?.waitFor(1, now) ?? 0,
        this.#tokens?.waitFor(this.#typicalTokens, now) ?? 0,
      )
      if (wait <= 0) {
        this.#requests?.take(1, now)
        this.#tokens?.take(this.#typicalTokens, now)
        return
      }
      await delay(Math.min(wait, 1000), undefined, { signal })
    }
  }

  /** A call that was answered. */
  answered(usage: Usage | undefined): void {
    this.#failures = 0
    this.#recent.push(Date.now())
    if (this.#recent.length > 10_000) this.#recentRate()
    const tokens = usage ? usage.promptTokens + usage.completionTokens : 0
    // What was taken at the door was a guess.
    this.#tokens?.take(tokens - this.#typicalTokens, Date.now())
    this.#typicalTokens = this.#typicalTokens === 0 ? tokens : 0.9 * this.#typicalTokens + 0.1 * tokens
    if (this.#pace !== undefined) this.#setPace(this.#pace * 1.02)
  }

  /** An attempt that was rejected or failed: everybody waits as long as it asks, and the pace halves. */
  rejected(retryAfterMs: number | undefined, isRateLimit: boolean): void {
    const requestsPerSecond = Math.max(1, this.#recentRate())
    if (retryAfterMs !== undefined) this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + Math.min(retryAfterMs, 60_000))
    if (isRateLimit) this.#setPace(Math.max(SLOWEST, 0.7 * (this.#pace ?? requestsPerSecond)))
  }

  /** A call that was given up after all its attempts. */
  failed(label: string, reason: string): void {
    this.#failures += 1
    if (this.#failures < DEAD_AFTER) return
    this.#dead ??= new HoldfastError(
      'ENDPOINT',
      `Failed to call ${label}: ${DEAD_AFTER} calls in a row failed, the last with: ${reason}. Check the endpoint, then finish the run with HOLDFAST_RESUME.`,
    )
  }

  /** Requests answered a second, over the last seconds. */
  #recentRate(): number {
    const since = Date.now() - RECENT_MS
    const first = this.#recent.findIndex((at) => at >= since)
    this.#recent.splice(0, first === -1 ? this.#recent.length : first)
    return (1000 * this.#recent.length) / RECENT_MS
  }

  /** The endpoint says that nothing is left before a moment. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, Date.now() + Math.min(milliseconds, 60_000))
  }

  #setPace(pace: number): void {
    const stated =
      this.#limits.requestsPerMinute === undefined ? Number.POSITIVE_INFINITY : (HEADROOM * this.#limits.requestsPerMinute) / 60
    this.#pace = pace >= stated ? undefined : pace
    const perSecond = Math.min(pace, stated)
    if (Number.isFinite(perSecond)) this.#requests = (this.#requests ?? new Bucket(perSecond)).at(perSecond)
  }
}

function bucket(perMinute: number | undefined): Bucket | undefined {
  return perMinute === undefined ? undefined : new Bucket((HEADROOM * perMinute) / 60)
}

/** A token bucket: fills at a rate, holds a second's worth, may go into debt. */
class Bucket {
  #rate: number
  #level: number
  #at = Date.now()

  constructor(rate: number) {
    this.#rate = rate
    this.#level = this.#most()
  }

  #most(): number {
    return Math.max(1, this.#rate * BURST_SECONDS)
  }

  /** The same bucket at another rate. */
  at(rate: number): this {
    this.#fill(Date.now())
    this.#rate = rate
    this.#level = Math.min(this.#level, this.#most())
    return this
  }

  /** Milliseconds until so much may be taken; more than it ever holds may be taken when it is full. */
  waitFor(amount: number, now: number): number {
    this.#fill(now)
    const needed = Math.min(amount, this.#most())
    return this.#level >= needed ? 0 : Math.ceil(((needed - this.#level) / this.#rate) * 1000)
  }

  take(amount: number, now: number): void {
    this.#fill(now)
    this.#level -= amount
  }

  #fill(now: number): void {
    this.#level = Math.min(this.#most(), this.#level + ((now - this.#at) / 1000) * this.#rate)
    this.#at = now
  }
}
