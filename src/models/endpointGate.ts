import { HoldfastError, messageOf } from '../core/base/errors.ts'
import { monotonicClock, startTimer } from '../core/base/ownGlobals.ts'
import type { Signal } from '../core/base/platformTypes.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { EndpointClosedError } from './endpointFailure.ts'
import { Pace } from './pace.ts'
import { RetryableError, type Usage } from './transport.ts'

/** Leave to make one attempt. */
export interface Pass {
  /** The request goes out: the next one may be let through. */
  go(): void
  answered(usage: Usage | undefined): void
  failed(error: unknown): void
}

/** Calls given up in a row, after all their attempts, from which an endpoint counts as dead. */
export const DEAD_AFTER = 8
/** Share of a stated limit that is used: clocks differ, and a rejected request costs more than a late one. */
const HEADROOM = 0.97
/** Seconds' worth of requests that may go out at once after an idle time. */
const BURST_SECONDS = 0.5
/** Longest pause, whatever the endpoint asks for. */
const LONGEST_PAUSE_MS = 60_000
/** What an endpoint says that is asked too much: too many requests, no room (Groq), unavailable, overloaded. */
const TOO_MUCH = new Set([429, 498, 503, 529])

/**
 * Stands before every endpoint: requests and tokens per minute, its pauses, a slower pace while it rejects, the end when dead. Callers wait
 * here before they take a place of the run; in order, urgent ones first.
 */
export class EndpointGate {
  readonly #limits: Pick<ModelEntry, 'requestsPerMinute' | 'tokensPerMinute'>
  #stated = Number.POSITIVE_INFINITY
  readonly #pace = new Pace()
  readonly #requests = new Bucket()
  readonly #tokens = new Bucket()
  /** Tokens of a call as known so far, for those to come; none before the first answer. */
  #typicalTokens = 0
  #pausedUntil = 0
  #failures = 0
  #inFlight = 0
  #dead: HoldfastError | undefined
  readonly #urgent: Waiter[] = []
  readonly #waiting: Waiter[] = []
  /** Somebody was let through and has no place in the run yet: more would only pile up behind, and go out all at once. */
  #leaving = false
  #timer: NodeJS.Timeout | undefined

  /** @param share share of the limits that this process may take, where it is one part of several: 0 to 1. */
  constructor(limits: Pick<ModelEntry, 'requestsPerMinute' | 'tokensPerMinute'>, share = 1) {
    this.#limits = limits
    this.share = share
  }

  /** From now on the process may take this share of the limits. */
  set share(share: number) {
    this.#stated = perSecond(this.#limits.requestsPerMinute, share)
    this.#tokens.rate = perSecond(this.#limits.tokensPerMinute, share)
    this.#letThrough()
  }

  /** Waits for a turn; `urgent`: rejected before, or of a begun item. Throws HoldfastError for a dead endpoint, or the signal's reason. */
  async enter(signal: Signal, urgent = false): Promise<Pass> {
    if (signal.aborted) throw signal.reason
    const queue = urgent ? this.#urgent : this.#waiting
    let stop = () => {}
    try {
      return await new Promise<Pass>((admit, refuse) => {
        const waiter = { admit, refuse }
        stop = () => {
          const place = queue.indexOf(waiter)
          if (place >= 0) queue.splice(place, 1)
          refuse(signal.reason)
        }
        signal.addEventListener('abort', stop)
        queue.push(waiter)
        this.#letThrough()
      })
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** Whether the last call was given up. */
  get isFailing(): boolean {
    return this.#failures > 0
  }

  /** A call was given up, after all its attempts or since no attempt can mend it. */
  gaveUp(label: string, error: unknown): void {
    if (error instanceof EndpointClosedError) this.#dead ??= error
    else if (error instanceof RetryableError) this.#failures += 1
    if (this.#failures >= DEAD_AFTER)
      this.#dead ??= new HoldfastError(
        'ENDPOINT',
        `Failed to call ${label}: ${DEAD_AFTER} calls in a row failed, the last with: ${messageOf(error)}. Check the endpoint, then finish the run with HOLDFAST_RESUME.`,
      )
    this.#letThrough()
  }

  /** The endpoint asks for a pause, or says that nothing is left before a moment. */
  pause(milliseconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, monotonicClock() + Math.min(milliseconds, LONGEST_PAUSE_MS))
  }

  #letThrough(): void {
    if (this.#dead) {
      for (const { refuse } of [...this.#urgent.splice(0), ...this.#waiting.splice(0)]) refuse(this.#dead)
      return
    }
    while (!this.#leaving && this.#urgent.length + this.#waiting.length > 0) {
      const wait = this.#wait()
      if (wait > 0) {
        const lookAgain = () => {
          this.#timer = undefined
          this.#letThrough()
        }
        this.#timer ??= startTimer(lookAgain, Math.min(wait, 1000))
        return
      }
      const waiter = this.#urgent.shift() ?? this.#waiting.shift()
      waiter?.admit(this.#pass())
    }
  }

  /** Milliseconds until the next request may go out. */
  #wait(): number {
    // Without an idea of what a call takes, one shows it before the others follow.
    if (this.#limits.tokensPerMinute !== undefined && this.#typicalTokens === 0 && this.#inFlight > 0) return Number.POSITIVE_INFINITY
    const now = monotonicClock()
    this.#requests.rate = Math.min(this.#stated, this.#pace.at(now))
    return Math.max(this.#pausedUntil - now, this.#requests.waitFor(1), this.#tokens.waitFor(this.#typicalTokens))
  }

  #pass(): Pass {
    const guess = this.#typicalTokens
    let sentAt: number | undefined
    let ended = false
    this.#leaving = true
    this.#inFlight += 1
    this.#requests.take(1)
    this.#tokens.take(guess)
    const go = () => {
      if (sentAt !== undefined) return
      sentAt = monotonicClock()
      this.#pace.sent(sentAt)
      this.#leaving = false
      this.#letThrough()
    }
    const end = (then: () => void) => {
      if (ended) return
      ended = true
      go()
      this.#inFlight -= 1
      then()
      this.#letThrough()
    }
    return {
      go,
      answered: (usage) =>
        end(() => {
          this.#failures = 0
          this.#learn(usage, guess)
        }),
      failed: (error) =>
        end(() => {
          this.#tokens.take(-guess)
          if (error instanceof RetryableError) this.#heed(error, sentAt ?? 0)
        }),
    }
  }

  #learn(usage: Usage | undefined, guess: number): void {
    const tokens = usage ? usage.promptTokens + usage.completionTokens : 0
    this.#tokens.take(tokens - guess)
    // An endpoint that does not tell must not be asked one by one for ever.
    this.#typicalTokens = this.#typicalTokens === 0 ? Math.max(1, tokens) : 0.9 * this.#typicalTokens + 0.1 * tokens
  }

  #heed({ retryAfterMs, status }: RetryableError, sentAt: number): void {
    if (retryAfterMs !== undefined) this.pause(retryAfterMs)
    if (status !== undefined && TOO_MUCH.has(status) && this.#pace.rejected(sentAt, monotonicClock())) this.#requests.empty()
  }
}

type Waiter = { admit(pass: Pass): void; refuse(error: unknown): void }

function perSecond(perMinute: number | undefined, share: number): number {
  return perMinute === undefined ? Number.POSITIVE_INFINITY : (HEADROOM * share * perMinute) / 60
}

/** A token bucket: fills at a rate, holds half a second's worth, may go into debt. Without a rate it is full for good. */
class Bucket {
  #rate = Number.POSITIVE_INFINITY
  #level = Number.POSITIVE_INFINITY
  #at = monotonicClock()

  /** From now on it fills at this rate. */
  set rate(perSecond: number) {
    this.#fill()
    this.#rate = perSecond
  }

  /** Milliseconds until so much may be taken; more than it ever holds may be taken when it is full. */
  waitFor(amount: number): number {
    if (this.#rate === Number.POSITIVE_INFINITY) return 0
    this.#fill()
    const missing = Math.min(amount, this.#most) - this.#level
    return missing <= 0 ? 0 : (missing / this.#rate) * 1000
  }

  take(amount: number): void {
    this.#fill()
    this.#level -= amount
  }

  empty(): void {
    this.#fill()
    this.#level = Math.min(0, this.#level)
  }

  get #most(): number {
    return Math.max(1, this.#rate * BURST_SECONDS)
  }

  #fill(): void {
    const now = monotonicClock()
    const seconds = (now - this.#at) / 1000
    this.#at = now
    if (this.#rate !== Number.POSITIVE_INFINITY) this.#level = Math.min(this.#most, this.#level + seconds * this.#rate)
  }
}
